import { mkdtempSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combineShares, createKeyFile, openKeyFile, parseShare } from '../custodian/key-file';
import { FileKeys } from './file-keys';
import { KeysUnavailable, VaultLocked, WrongShare, keyIdOf, newKey } from './key-encryption';

const SHARE_MS = 10 * 60_000;

let file: string;
let shares: [string, string];

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'vault-file-keys-')), 'keys');
  shares = createKeyFile(file);
});

afterEach(() => jest.restoreAllMocks());

function unlocked(): FileKeys {
  const keys = new FileKeys(file);
  for (const share of shares) keys.unlock(share);
  return keys;
}

test('a vault does not start with a key file that is missing', () => {
  expect(() => new FileKeys(`${file}.gone`)).toThrow('ENOENT');
});

test('a locked file wraps, unwraps and names no key', async () => {
  const keys = new FileKeys(file);
  const wrapped = await unlocked().wrap(newKey(), 'card');
  for (const call of [keys.currentKeyID(), keys.wrap(newKey(), 'card'), keys.unwrap(wrapped, 'card')])
    await expect(call).rejects.toBeInstanceOf(VaultLocked);
  expect([keys.missingShares(), keys.isRemote]).toEqual([2, false]);
});

test('a share waits for the other for less than ten minutes', () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const keys = new FileKeys(file);
  keys.unlock(shares[0]);
  now.mockReturnValue(SHARE_MS - 1);
  expect(keys.missingShares()).toBe(1);
  now.mockReturnValue(SHARE_MS);
  expect(keys.missingShares()).toBe(2);
  keys.unlock(shares[1]);
  expect(keys.missingShares()).toBe(1);
  now.mockReturnValue(2 * SHARE_MS - 1);
  keys.unlock(shares[0]);
  expect(keys.missingShares()).toBe(0);
});

test('an open file stays open, whatever share is given then', async () => {
  const keys = unlocked();
  const id = await keys.currentKeyID();
  for (const text of ['mistyped', shares[0]]) keys.unlock(text);
  expect([keys.missingShares(), await keys.currentKeyID()]).toEqual([0, id]);
});

test('a file without a key does not open', () => {
  writeFileSync(file, JSON.stringify({ version: 1, keys: [] }));
  expect(unlocked).toThrow(new WrongShare('the key file has no key'));
});

test('the current key is the first of the file', async () => {
  const [key] = openKeyFile(file, combineShares(shares.map(parseShare)));
  expect(await unlocked().currentKeyID()).toBe(`file:${keyIdOf(key as Buffer)}`);
});

test('the file is read again only after it has changed, also if its length stays the same', async () => {
  utimesSync(file, 1_000, 1_000);
  const keys = unlocked();
  const id = await keys.currentKeyID();
  writeFileSync(file, 'x'.repeat(statSync(file).size));
  utimesSync(file, 1_000, 1_000);
  expect(await keys.currentKeyID()).toBe(id);
  utimesSync(file, 1_000, 1_001);
  await expect(keys.currentKeyID()).rejects.toBeInstanceOf(SyntaxError);
});

test('a key that is not in the file unwraps nothing', async () => {
  const keys = unlocked();
  const wrapped = await keys.wrap(newKey(), 'card');
  await expect(keys.unwrap({ ...wrapped, keyID: 'file:other' }, 'card')).rejects.toBeInstanceOf(KeysUnavailable);
});
