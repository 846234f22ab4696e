import {
  KeysUnavailable,
  assertKey,
  keyIdOf,
  decrypt,
  encrypt,
  type KeyProvider,
  type WrappedKey,
} from './key-encryption';

/** Key-encryption keys in memory: the first wraps, all unwrap. */
export class LocalKeys implements KeyProvider {
  readonly isRemote = false;
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly current: string;

  constructor(keys: readonly Buffer[], source: 'local' | 'file' = 'local') {
    const entries = keys.map((key) => [`${source}:${keyIdOf(assertKey(key))}`, key] as const);
    const [first] = entries;
    if (!first) throw new Error('at least one key-encryption key is required');
    this.keys = new Map(entries);
    this.current = first[0];
  }

  currentKeyID(): Promise<string> {
    return Promise.resolve(this.current);
  }

  missingShares(): number {
    return 0;
  }

  wrap(dataKey: Buffer, cardID: string): Promise<WrappedKey> {
    return Promise.resolve({ keyID: this.current, bytes: encrypt(dataKey, this.find(this.current), cardID) });
  }

  async unwrap({ keyID, bytes }: WrappedKey, cardID: string): Promise<Buffer> {
    return Promise.resolve(decrypt(bytes, this.find(keyID), cardID));
  }

  private find(keyID: string): Buffer {
    const key = this.keys.get(keyID);
    if (!key) throw new KeysUnavailable(`the vault does not have the key-encryption key ${keyID}`);
    return key;
  }
}

/** Reads `VAULT_KEK`: base64, separated by commas, the current key first. */
export function readLocalKeys(text: string): LocalKeys {
  return new LocalKeys(text.split(',').map((part) => Buffer.from(part, 'base64')));
}
