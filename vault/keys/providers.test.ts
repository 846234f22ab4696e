import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addKey, createKeyFile, removeOldKeys } from '../custodian/key-file';
import { startKmsServer } from '../testing/kms-server';
import { startTransitServer } from '../testing/transit-server';
import { FileKeys } from './file-keys';
import { CannotDecrypt, KeysUnavailable, VaultLocked, WrongShare, newKey } from './key-encryption';
import { KmsKeys } from './kms-keys';
import { LocalKeys } from './local-keys';
import { TransitKeys } from './transit-keys';

const folder = mkdtempSync(join(tmpdir(), 'vault-keys-'));
const before = { ...process.env };

afterEach(() => {
  process.env = { ...before };
});

test('a local key opens what it has wrapped, for the same card only', async () => {
  const [old, current] = [newKey(), newKey()];
  const wrapped = await new LocalKeys([old]).wrap(Buffer.from('data key'), 'card');
  const both = new LocalKeys([current, old]);
  expect((await both.unwrap(wrapped, 'card')).toString()).toBe('data key');
  await expect(both.unwrap(wrapped, 'other')).rejects.toBeInstanceOf(CannotDecrypt);
  await expect(new LocalKeys([current]).unwrap(wrapped, 'card')).rejects.toBeInstanceOf(KeysUnavailable);
  expect((await both.wrap(Buffer.from('x'), 'card')).keyID).not.toBe(wrapped.keyID);
});

test('a key file opens with the shares of two custodians, and with nothing less', async () => {
  const file = join(folder, 'keys');
  const [first, second] = createKeyFile(file);
  const keys = new FileKeys(file);
  await expect(keys.wrap(newKey(), 'card')).rejects.toBeInstanceOf(VaultLocked);
  keys.unlock(first);
  keys.unlock(first);
  expect(keys.missingShares()).toBe(1);
  await expect(keys.currentKeyID()).rejects.toBeInstanceOf(VaultLocked);
  expect(() => keys.unlock(`${second}x`)).toThrow(WrongShare);
  const [, foreign] = createKeyFile(join(folder, 'foreign'));
  expect(() => keys.unlock(foreign)).toThrow('do not open');
  expect(keys.missingShares()).toBe(2);
  keys.unlock(second);
  keys.unlock(first);
  expect(keys.missingShares()).toBe(0);
  const text = readFileSync(file, 'utf8');
  for (const share of [first, second]) expect(text).not.toContain(share.slice(2, 20));
  expect(() => createKeyFile(file)).toThrow('exists already');
});

test('a running vault uses a key that is added to its file, until old keys are removed', async () => {
  const file = join(folder, 'rotated');
  const shares = createKeyFile(file);
  const keys = new FileKeys(file);
  for (const share of shares) keys.unlock(share);
  const wrapped = await keys.wrap(Buffer.from('data key'), 'card');
  const added = addKey(file, shares);
  expect(await keys.currentKeyID()).toBe(added);
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('data key');
  expect(removeOldKeys(file, shares)).toBe(1);
  await expect(keys.unwrap(wrapped, 'card')).rejects.toBeInstanceOf(KeysUnavailable);
  expect(() => addKey(file, [shares[0], shares[0]])).toThrow(WrongShare);
});

test('AWS KMS wraps data keys by signed requests that name the card', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret of the account' });
  const server = await startKmsServer('secret of the account', ['arn:old', 'arn:new']);
  const create = (keys: string[]) => new KmsKeys({ keys, region: 'eu-central-1', endpoint: server.url });
  const wrapped = await create(['arn:old']).wrap(Buffer.from('data key'), 'card');
  const keys = create(['arn:new', 'arn:old']);
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('data key');
  await expect(keys.unwrap(wrapped, 'other')).rejects.toThrow('InvalidCiphertextException');
  expect(await keys.currentKeyID()).toBe('kms:arn:new');
  server.keys.delete('arn:old');
  await expect(keys.unwrap(wrapped, 'card')).rejects.toBeInstanceOf(KeysUnavailable);
  process.env['AWS_SECRET_ACCESS_KEY'] = 'another secret';
  await expect(create(['arn:new']).wrap(newKey(), 'card')).rejects.toThrow('IncompleteSignatureException');
  expect(server.calls.slice(0, 3)).toEqual(['Encrypt', 'Decrypt', 'Decrypt']);
  await server.close();
});

test('HashiCorp Vault wraps data keys by versions of its key', async () => {
  const server = await startTransitServer({ key: 'cards', token: 's.token' });
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, 's.token\n');
  const keys = new TransitKeys({ url: server.url, key: 'cards', mount: 'transit', tokenFile });
  const wrapped = await keys.wrap(Buffer.from('data key'), 'card');
  expect(wrapped.keyID).toBe('transit:cards/v1');
  server.rotate();
  expect(await keys.currentKeyID()).toBe('transit:cards/v2');
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('data key');
  await expect(keys.unwrap(wrapped, 'other')).rejects.toBeInstanceOf(KeysUnavailable);
  server.setMinimum(2);
  await expect(keys.unwrap(wrapped, 'card')).rejects.toThrow('answers 400');
  writeFileSync(tokenFile, 's.expired\n');
  await expect(keys.currentKeyID()).rejects.toThrow('answers 403');
  await server.close();
  await expect(keys.currentKeyID()).rejects.toThrow('does not answer');
});
