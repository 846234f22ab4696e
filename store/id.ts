import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: sorts like the number it encodes, without letters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 9;
const RANDOM_LENGTH = 11;

/** A new identifier of 20 characters: 45 bits of time in milliseconds (sortable), then 55 random bits. */
export function newId(now: Date = new Date()): string {
  let time = now.getTime();
  let head = '';
  for (let place = 0; place < TIME_LENGTH; place++) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = '';
  for (const byte of random(RANDOM_LENGTH)) tail += ALPHABET.charAt(byte % 32);
  return head + tail;
}

/** Pools random bytes, because a system call costs as much as using thousands of them. Each byte is used once. */
const POOL_LENGTH = 4_096;
let pool = Buffer.alloc(0);

function random(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(POOL_LENGTH);
  const given = pool.subarray(0, length);
  pool = pool.subarray(length);
  return given;
}
