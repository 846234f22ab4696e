import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** A key and the name that goes with what it has encrypted or signed. */
export interface Key {
  /** Eight characters of a hash of the key: the same wherever the key is given, and nothing to guess it by. */
  id: string;
  /** 32 bytes. */
  bytes: Uint8Array;
  /** The same, made ready for signing and verifying. */
  secret: KeyObject;
}

/** Keys of one purpose: the first encrypts and signs, all open and verify, so that one can take the place of another. */
export interface KeyRing {
  first: Key;
  all: readonly Key[];
}

/** Reads keys as the environment gives them: base64, the first in force, separated by commas. */
export function readKeyRing(text: string): KeyRing {
  const [first, ...rest] = text.split(',').map((part) => keyOf(Buffer.from(part.trim(), 'base64')));
  if (!first) throw new Error('a ring has one key at least');
  return { first, all: [first, ...rest] };
}

function keyOf(bytes: Uint8Array): Key {
  const id = createHash('sha256').update('holdfast key id').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes, secret: createSecretKey(bytes) };
}

export function findKey({ all }: KeyRing, id: string | undefined): Key | undefined {
  return all.find((key) => key.id === id);
}
