import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { findKey, type Key, type KeyRing } from './key-ring';

/** The platform's encryption keys: 32 bytes each, used with AES-256-GCM (JWE `dir`). */
export type EncryptionKeys = KeyRing;

/** The encrypted text is foreign, changed or bound to another purpose. */
export class DecryptionFailed extends Error {
  constructor() {
    super('encrypted text cannot be decrypted');
    this.name = 'DecryptionFailed';
  }
}

/** Encrypts a text as a compact JWE with its key id. `purpose` is bound to it. */
export async function encrypt(text: string, purpose: string, { first }: EncryptionKeys): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(buildHeader(purpose, first))
    .encrypt(first.bytes);
}

function buildHeader(purpose: string, { id }: Key) {
  return { alg: 'dir', enc: 'A256GCM', typ: purpose, kid: id } as const;
}

/** The protected header of texts that the first key encrypts for a purpose. */
export function getPrefix(purpose: string, { first }: EncryptionKeys): string {
  return Buffer.from(JSON.stringify(buildHeader(purpose, first))).toString('base64url');
}

/** Decrypts with the key that the text names. @throws DecryptionFailed */
export async function decrypt(encrypted: string, purpose: string, keys: EncryptionKeys): Promise<string> {
  const key = findKey(keys, readKeyId(encrypted));
  const opened = key && (await compactDecrypt(encrypted, key.bytes).catch(() => undefined));
  if (opened?.protectedHeader.typ !== purpose) throw new DecryptionFailed();
  return new TextDecoder().decode(opened.plaintext);
}

/** The id of the key that a text names; undefined when the text is not encrypted by `encrypt`. */
export function readKeyId(encrypted: string): string | undefined {
  try {
    return decodeProtectedHeader(encrypted).kid;
  } catch {
    return undefined;
  }
}
