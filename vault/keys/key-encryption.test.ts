import {
  CannotDecrypt,
  KeysUnavailable,
  VaultLocked,
  WrongShare,
  assertKey,
  keyIdOf,
  newKey,
  decrypt,
  encrypt,
} from './key-encryption';
import { LocalKeys, readLocalKeys } from './local-keys';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

test('a sealed record is longer by a nonce and a tag, and no two are alike', () => {
  const [key, plain] = [newKey(), Buffer.from('4242424242424242')];
  const sealed = [encrypt(plain, key, 'card'), encrypt(plain, key, 'card')] as const;
  expect(sealed[0]).toHaveLength(NONCE_LENGTH + TAG_LENGTH + plain.length);
  expect(sealed[0].equals(sealed[1])).toBe(false);
  for (const record of sealed) expect(decrypt(record, key, 'card')).toEqual(plain);
});

test('an empty record opens as an empty one', () => {
  const key = newKey();
  expect(decrypt(encrypt(Buffer.alloc(0), key, 'card'), key, 'card')).toHaveLength(0);
});

test('a record does not open with another key, for another card, or when any byte of it is changed', () => {
  const key = newKey();
  const sealed = encrypt(Buffer.from('secret'), key, 'card');
  expect(() => decrypt(sealed, newKey(), 'card')).toThrow(CannotDecrypt);
  expect(() => decrypt(sealed, key, 'card ')).toThrow(CannotDecrypt);
  for (const place of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((sealed[place] ?? 0) ^ 1, place);
    expect(() => decrypt(changed, key, 'card')).toThrow(CannotDecrypt);
  }
});

test('a record whose tag is cut short does not open, because a short tag can be guessed', () => {
  const key = newKey();
  const sealed = encrypt(Buffer.alloc(0), key, 'card');
  for (const length of [0, NONCE_LENGTH, NONCE_LENGTH + 4, NONCE_LENGTH + TAG_LENGTH - 1])
    expect(() => decrypt(sealed.subarray(0, length), key, 'card')).toThrow(CannotDecrypt);
});

test('a key has 32 random bytes, and one of another length is refused', () => {
  expect(newKey()).toHaveLength(32);
  expect(newKey().equals(newKey())).toBe(false);
  const key = newKey();
  expect(assertKey(key)).toBe(key);
  for (const length of [0, 16, 31, 33])
    expect(() => assertKey(Buffer.alloc(length))).toThrow('a key must have 32 bytes');
});

test('the id of a key stays the same in all versions, because stored cards name it', () => {
  expect(keyIdOf(Buffer.alloc(32))).toBe('567d01e135df');
});

test('errors have the names and messages that are logged and sent', () => {
  expect(new VaultLocked()).toMatchObject({
    name: 'VaultLocked',
    message: 'the vault is locked: its custodians have to unlock it',
  });
  expect(new CannotDecrypt()).toMatchObject({ name: 'CannotDecrypt', message: 'a record cannot be decrypted' });
  expect([new WrongShare('x').name, new KeysUnavailable('x').name]).toEqual(['WrongShare', 'KeysUnavailable']);
});

test('keys of the environment are read in order, the current one first, with spaces around them', async () => {
  const [current, old] = [newKey(), newKey()];
  const keys = readLocalKeys(` ${current.toString('base64')} , ${old.toString('base64')}`);
  expect(await keys.currentKeyID()).toBe(`local:${keyIdOf(current)}`);
  const wrapped = await new LocalKeys([old]).wrap(Buffer.from('data key'), 'card');
  expect(wrapped.keyID).toBe(`local:${keyIdOf(old)}`);
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('data key');
  expect([keys.missingShares(), keys.isRemote]).toEqual([0, false]);
});

test('keys of the environment that are missing, short or of another vault are refused by name', async () => {
  expect(() => new LocalKeys([])).toThrow('at least one key-encryption key is required');
  expect(() => readLocalKeys('')).toThrow('a key must have 32 bytes');
  expect(() => readLocalKeys(`${newKey().toString('base64')},c2hvcnQ=`)).toThrow('a key must have 32 bytes');
  const wrapped = await new LocalKeys([newKey()]).wrap(newKey(), 'card');
  await expect(new LocalKeys([newKey()]).unwrap(wrapped, 'card')).rejects.toThrow(
    `the vault does not have the key-encryption key ${wrapped.keyID}`,
  );
});
