import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CannotDecrypt, WrongShare, keyIdOf, newKey, decrypt, encrypt } from '../keys/key-encryption';

/*
 * The file of key-encryption keys. Two custodians have a share each; the file opens with the exclusive or of both. One share alone is a random
 * number and says nothing about the other.
 */

const CONTEXT = 'holdfast vault key file';
const SHARE = /^([12])\.([\w-]{43})\.([\w-]{6})$/;

interface KeyFileContent {
  version: 1;
  /** The current key first; each is encrypted. */
  keys: string[];
}

/** One custodian's half of the key. */
export interface KeyShare {
  number: 1 | 2;
  bytes: Buffer;
}

/** Creates a file with one key. @returns the shares of the two custodians */
export function createKeyFile(file: string): [string, string] {
  if (existsSync(file)) throw new Error(`${file} exists already`);
  const first = randomBytes(32);
  const second = randomBytes(32);
  write(file, { version: 1, keys: [encrypt(newKey(), combine(first, second), CONTEXT).toString('base64')] });
  return [formatShare({ number: 1, bytes: first }), formatShare({ number: 2, bytes: second })];
}

/** Adds a key in front of the others: running vaults use it at once, and `rotate` rewraps what the others have wrapped. @returns its id */
export function addKey(file: string, shares: readonly [string, string]): string {
  const unlockKey = combineShares(shares.map(parseShare));
  openKeyFile(file, unlockKey);
  const key = newKey();
  const { keys } = read(file);
  write(file, { version: 1, keys: [encrypt(key, unlockKey, CONTEXT).toString('base64'), ...keys] });
  return `file:${keyIdOf(key)}`;
}

/** Removes all keys but the first: after a rotation has ended. @returns how many were removed */
export function removeOldKeys(file: string, shares: readonly [string, string]): number {
  openKeyFile(file, combineShares(shares.map(parseShare)));
  const { keys } = read(file);
  write(file, { version: 1, keys: keys.slice(0, 1) });
  return keys.length - 1;
}

/** @throws WrongShare if the key is not the file's */
export function openKeyFile(file: string, unlockKey: Buffer): Buffer[] {
  try {
    return read(file).keys.map((encrypted) => decrypt(Buffer.from(encrypted, 'base64'), unlockKey, CONTEXT));
  } catch (error) {
    if (error instanceof CannotDecrypt) throw new WrongShare('the shares do not open the key file');
    throw error;
  }
}

/** @throws WrongShare */
export function combineShares(shares: readonly KeyShare[]): Buffer {
  const [first, second] = [1, 2].map((number) => shares.find((share) => share.number === number));
  if (!first || !second)
    throw new WrongShare('both shares are needed: one that begins with 1. and one that begins with 2.');
  return combine(first.bytes, second.bytes);
}

/** @throws WrongShare */
export function parseShare(text: string): KeyShare {
  const [, number, content = '', check] = SHARE.exec(text.trim()) ?? [];
  const bytes = Buffer.from(content, 'base64url');
  if (number === undefined || check !== checksum(number, bytes)) throw new WrongShare('the share is mistyped');
  return { number: number === '1' ? 1 : 2, bytes };
}

function formatShare({ number, bytes }: KeyShare): string {
  return `${number}.${bytes.toString('base64url')}.${checksum(String(number), bytes)}`;
}

function checksum(number: string, bytes: Buffer): string {
  return createHash('sha256').update(CONTEXT).update(number).update(bytes).digest('base64url').slice(0, 6);
}

function combine(first: Buffer, second: Buffer): Buffer {
  return Buffer.from(first.map((byte, index) => byte ^ (second[index] ?? 0)));
}

function read(file: string): KeyFileContent {
  return JSON.parse(readFileSync(file, 'utf8')) as KeyFileContent;
}

/** Replaced as a whole, so that an interrupted write leaves the old file. */
function write(file: string, content: KeyFileContent): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
