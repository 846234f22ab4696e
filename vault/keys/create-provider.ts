import { readFileSync } from 'node:fs';
import type { VaultEnvironment } from '../../runtime/environment';
import { FileKeys } from './file-keys';
import type { KeyProvider } from './key-encryption';
import { readLocalKeys } from './local-keys';
import { TransitKeys } from './transit-keys';

type KeySettings = Pick<
  VaultEnvironment,
  | 'VAULT_KEK'
  | 'VAULT_KEY_FILE'
  | 'VAULT_KMS_KEYS'
  | 'VAULT_KMS_REGION'
  | 'VAULT_KMS_ENDPOINT'
  | 'VAULT_TRANSIT_URL'
  | 'VAULT_TRANSIT_KEY'
  | 'VAULT_TRANSIT_MOUNT'
  | 'VAULT_TRANSIT_TOKEN_FILE'
  | 'VAULT_TRANSIT_CA'
>;

const SOURCES = ['VAULT_KEK', 'VAULT_KEY_FILE', 'VAULT_KMS_KEYS', 'VAULT_TRANSIT_URL'] as const;

/** Creates the one source of key-encryption keys that the settings name. */
export async function createProvider(settings: KeySettings): Promise<KeyProvider> {
  const given = SOURCES.filter((name) => settings[name] !== undefined);
  if (given.length !== 1) {
    throw new Error(`Exactly one of ${SOURCES.join(', ')} must be given; now: ${given.join(', ') || 'none'}.`);
  }
  const { VAULT_KEK, VAULT_KEY_FILE, VAULT_KMS_KEYS } = settings;
  if (VAULT_KEK !== undefined) return readLocalKeys(VAULT_KEK);
  if (VAULT_KEY_FILE !== undefined) return new FileKeys(VAULT_KEY_FILE);
  if (VAULT_KMS_KEYS !== undefined) {
    // Loaded only where it is used: the SDK takes 20 MB.
    const { KmsKeys } = await import('./kms-keys.js');
    return new KmsKeys({
      keys: VAULT_KMS_KEYS,
      region: settings.VAULT_KMS_REGION,
      endpoint: settings.VAULT_KMS_ENDPOINT,
    });
  }
  return createTransit(settings);
}

function createTransit(settings: KeySettings): KeyProvider {
  const { VAULT_TRANSIT_URL: url, VAULT_TRANSIT_KEY: key, VAULT_TRANSIT_TOKEN_FILE: tokenFile } = settings;
  if (url === undefined || key === undefined || tokenFile === undefined) {
    throw new Error('VAULT_TRANSIT_URL needs VAULT_TRANSIT_KEY and VAULT_TRANSIT_TOKEN_FILE.');
  }
  const ca = settings.VAULT_TRANSIT_CA === undefined ? undefined : readFileSync(settings.VAULT_TRANSIT_CA, 'utf8');
  return new TransitKeys({ url, key, tokenFile, mount: settings.VAULT_TRANSIT_MOUNT, ca });
}
