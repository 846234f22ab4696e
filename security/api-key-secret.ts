import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'hf_';

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Plain SHA-256 suffices for a secret of 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}
