import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { keysFor, type Key, type KeyRing } from './key-ring';

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

/** Opens what `encrypt` made, with whichever key it was made. @throws DecryptionFailed */
export async function decrypt(encrypted: string, purpose: string, keys: EncryptionKeys): Promise<string> {
  for (const { bytes } of keysFor(keys, readKeyId(encrypted))) {
    const opened = await compactDecrypt(encrypted, bytes).catch(() => undefined);
    if (!opened) continue;
    if (opened.protectedHeader.typ !== purpose) break;
    return new TextDecoder().decode(opened.plaintext);
  }
  throw new DecryptionFailed();
}

/** The key that an encrypted text names; undefined for one of the time before keys had names. */
export function readKeyId(encrypted: string): string | undefined {
  try {
    return decodeProtectedHeader(encrypted).kid;
  } catch {
    return undefined;
  }
}
