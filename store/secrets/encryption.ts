import { CompactEncrypt, compactDecrypt } from 'jose';

/** The platform's encryption key: 32 bytes, used with AES-256-GCM (JWE `dir`). */
export type EncryptionKey = Uint8Array;

/** Raised where an encrypted text is not ours, was changed, or was encrypted for something else. */
export class DecryptionFailed extends Error {
  constructor() {
    super('encrypted text cannot be opened');
    this.name = 'DecryptionFailed';
  }
}

/**
 * Encrypts a text as a compact JWE. `purpose` is bound to it: what was encrypted as one thing never opens as another.
 */
export async function encrypt(text: string, purpose: string, key: EncryptionKey): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: purpose })
    .encrypt(key);
}

/** Opens what `encrypt` made. @throws DecryptionFailed */
export async function decrypt(encrypted: string, purpose: string, key: EncryptionKey): Promise<string> {
  const { plaintext, protectedHeader } = await compactDecrypt(encrypted, key).catch(() => {
    throw new DecryptionFailed();
  });
  if (protectedHeader.typ !== purpose) throw new DecryptionFailed();
  return new TextDecoder().decode(plaintext);
}
