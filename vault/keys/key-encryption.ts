import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** A data key that is encrypted by a key-encryption key. */
export interface WrappedKey {
  keyID: string;
  bytes: Buffer;
}

/** Wraps data keys. `cardID` is bound to the wrapped key. */
export interface KeyProvider {
  /** The id of the key that wraps new data keys. @throws VaultLocked, KeysUnavailable */
  currentKeyID(): Promise<string>;
  wrap(dataKey: Buffer, cardID: string): Promise<WrappedKey>;
  unwrap(wrapped: WrappedKey, cardID: string): Promise<Buffer>;
  /** Shares of custodians that are missing; 0 once the vault can open cards. */
  missingShares(): number;
  /** Takes a custodian's share. @throws WrongShare */
  unlock?(share: string): void;
  close?(): void;
  /** Whether a key service is called, so that unwrapped keys are worth keeping for a moment. */
  isRemote: boolean;
}

/** The key-encryption key is not there yet: custodians have not given their shares. */
export class VaultLocked extends Error {
  override readonly name = 'VaultLocked';

  constructor() {
    super('the vault is locked: its custodians have to unlock it');
  }
}

/** A share that is mistyped, given twice or of another key file. */
export class WrongShare extends Error {
  override readonly name = 'WrongShare';
}

/** The key service does not answer or does not have the key. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** The ciphertext is changed, or bound to another card. */
export class CannotDecrypt extends Error {
  override readonly name = 'CannotDecrypt';

  constructor() {
    super('a record cannot be decrypted');
  }
}

export function newKey(): Buffer {
  return randomBytes(KEY_LENGTH);
}

export function assertKey(bytes: Buffer): Buffer {
  if (bytes.length !== KEY_LENGTH) throw new Error(`a key must have ${KEY_LENGTH} bytes`);
  return bytes;
}

/** Encrypts with AES-256-GCM. @returns nonce, tag and ciphertext */
export function encrypt(plain: Buffer, key: Buffer, associated: string): Buffer {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(associated));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws CannotDecrypt */
export function decrypt(encrypted: Buffer, key: Buffer, associated: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_LENGTH), {
      authTagLength: TAG_LENGTH,
    });
    decipher.setAAD(Buffer.from(associated));
    decipher.setAuthTag(encrypted.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
    return Buffer.concat([decipher.update(encrypted.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
  } catch {
    throw new CannotDecrypt();
  }
}

export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('holdfast vault key').update(key).digest('hex').slice(0, 12);
}
