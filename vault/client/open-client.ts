import { readFileSync } from 'node:fs';
import { VaultClient } from './vault-client';

/** The settings of a process that uses the vault. */
export interface VaultClientSettings {
  VAULT_URL: string;
  VAULT_TLS_CA?: string | undefined;
  VAULT_TLS_CERT?: string | undefined;
  VAULT_TLS_KEY?: string | undefined;
}

/** Opens a client with the certificate files of the settings, which are read again for each connection. */
export function openVaultClient(settings: VaultClientSettings): VaultClient {
  const read = (name: 'VAULT_TLS_CA' | 'VAULT_TLS_CERT' | 'VAULT_TLS_KEY'): string => {
    const file = settings[name];
    if (file === undefined) throw new Error(`${name} is missing: the vault answers only to certificates that it knows`);
    return readFileSync(file, 'utf8');
  };
  const tls = () => ({ ca: read('VAULT_TLS_CA'), cert: read('VAULT_TLS_CERT'), key: read('VAULT_TLS_KEY') });
  tls();
  return new VaultClient({ url: settings.VAULT_URL, tls });
}
