import { CompactEncrypt, compactDecrypt } from 'jose';

/** The platform's encryption key: 32 bytes, used with AES-256-GCM (JWE `dir`). */
export type EncryptionKey = Uint8Array;

/** Raised where a sealed text is not ours, was changed, or was sealed for something else. */
export class Unsealable extends Error {
  constructor() {
    super('sealed text cannot be opened');
    this.name = 'Unsealable';
  }
}

/**
 * Encrypts a text as a compact JWE. `purpose` is bound to it: what was sealed as one thing never opens as another.
 */
export async function seal(text: string, purpose: string, key: EncryptionKey): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: purpose })
    .encrypt(key);
}

/** Opens what `seal` made. @throws Unsealable */
export async function open(sealed: string, purpose: string, key: EncryptionKey): Promise<string> {
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key).catch(() => {
    throw new Unsealable();
  });
  if (protectedHeader.typ !== purpose) throw new Unsealable();
  return new TextDecoder().decode(plaintext);
}
