import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'hf_';

/** A new secret: 256 random bits. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** What is kept of a secret: it has 256 random bits, so a plain SHA-256 is enough to keep it. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Tells by its form whether a bearer value claims to be an API key. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}
