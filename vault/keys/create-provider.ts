import type { KeyProvider } from './key-encryption';
import { readLocalKeys } from './local-keys';

export interface KeySettings {
  VAULT_KEK?: string | undefined;
}

/** Chooses where the key-encryption key comes from. */
export function createProvider({ VAULT_KEK }: KeySettings): KeyProvider {
  if (VAULT_KEK !== undefined) return readLocalKeys(VAULT_KEK);
  throw new Error('VAULT_KEK: a key-encryption key must be given');
}
