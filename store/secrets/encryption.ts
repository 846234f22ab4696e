import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { findKey, type Key, type KeyRing } from './key-ring';

/** The platform's encryption keys: 32 bytes each, used with AES-256-GCM (JWE `dir`). */
export type EncryptionKeys = KeyRing;

/** Raised where an encrypted text is not ours, was changed, or was encrypted for something else. */
export class DecryptionFailed extends Error {
  constructor() {
    super('encrypted text cannot be opened');
    this.name = 'DecryptionFailed';
  }
}

/**
 * Encrypts a text as a compact JWE that names its key. `purpose` is bound to it: what was encrypted as one thing never opens as
 * another.
 */
export async function encrypt(text: string, purpose: string, { first }: EncryptionKeys): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(buildHeader(purpose, first))
    .encrypt(first.bytes);
}

function buildHeader(purpose: string, { id }: Key) {
  return { alg: 'dir', enc: 'A256GCM', typ: purpose, kid: id } as const;
}

/** What every text begins with, before its first point, that is encrypted for a purpose with the key in force. */
export function getPrefix(purpose: string, { first }: EncryptionKeys): string {
  return Buffer.from(JSON.stringify(buildHeader(purpose, first))).toString('base64url');
}

/** Decrypts what `encrypt` made, with the key that it names. @throws DecryptionFailed */
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
