import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

export interface Key {
  /** Eight characters of a hash of the key. */
  id: string;
  bytes: Uint8Array;
  secret: KeyObject;
}

/** The first key encrypts and signs; all decrypt and verify, which allows rotation. */
export interface KeyRing {
  first: Key;
  all: readonly Key[];
}

/** Parses keys from the environment: base64, separated by commas, the current one first. */
export function readKeyRing(text: string): KeyRing {
  const [first, ...rest] = text.split(',').map((part) => buildKey(Buffer.from(part.trim(), 'base64')));
  if (!first) throw new Error('at least one key is required');
  return { first, all: [first, ...rest] };
}

function buildKey(bytes: Uint8Array): Key {
  const id = createHash('sha256').update('holdfast key id').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes, secret: createSecretKey(bytes) };
}

export function findKey({ all }: KeyRing, id: string | undefined): Key | undefined {
  return all.find((key) => key.id === id);
}
