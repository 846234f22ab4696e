import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyFile } from '../custodian/key-file';
import { startTransitServer } from '../testing/transit-server';
import { createProvider } from './create-provider';
import { FileKeys } from './file-keys';
import { newKey } from './key-encryption';
import { KmsKeys } from './kms-keys';
import { LocalKeys } from './local-keys';
import { TransitKeys } from './transit-keys';

type KeySettings = Parameters<typeof createProvider>[0];

const folder = mkdtempSync(join(tmpdir(), 'vault-provider-'));
const VAULT_TRANSIT_TOKEN_FILE = join(folder, 'token');
const TRANSIT = { VAULT_TRANSIT_URL: 'http://127.0.0.1:1', VAULT_TRANSIT_KEY: 'cards', VAULT_TRANSIT_TOKEN_FILE };

const create = async (given: Partial<KeySettings>) =>
  createProvider({ VAULT_KMS_REGION: 'eu-central-1', VAULT_TRANSIT_MOUNT: 'transit', ...given });

test('the source that is named provides the keys', async () => {
  const VAULT_KEY_FILE = join(folder, 'keys');
  createKeyFile(VAULT_KEY_FILE);
  expect(await create({ VAULT_KEK: newKey().toString('base64') })).toBeInstanceOf(LocalKeys);
  expect(await create({ VAULT_KEY_FILE })).toBeInstanceOf(FileKeys);
  const kms = await create({ VAULT_KMS_KEYS: ['arn:new', 'arn:old'] });
  expect(kms).toBeInstanceOf(KmsKeys);
  expect(await kms.currentKeyID()).toBe('kms:arn:new');
  expect(await create(TRANSIT)).toBeInstanceOf(TransitKeys);
});

test('no source, and more than one, are refused with the names of all that can be given', async () => {
  const all = 'VAULT_KEK, VAULT_KEY_FILE, VAULT_KMS_KEYS, VAULT_TRANSIT_URL';
  await expect(create({})).rejects.toThrow(`Exactly one of ${all} must be given; now: none.`);
  await expect(create({ ...TRANSIT, VAULT_KEK: 'x' })).rejects.toThrow('now: VAULT_KEK, VAULT_TRANSIT_URL.');
});

test.each(['VAULT_TRANSIT_KEY', 'VAULT_TRANSIT_TOKEN_FILE'])('HashiCorp Vault without %s is refused', async (name) => {
  await expect(create({ ...TRANSIT, [name]: undefined })).rejects.toThrow(
    'VAULT_TRANSIT_URL needs VAULT_TRANSIT_KEY and VAULT_TRANSIT_TOKEN_FILE.',
  );
});

test('HashiCorp Vault is called with the settings that are given', async () => {
  const server = await startTransitServer({ key: 'cards', token: 's.token' });
  writeFileSync(VAULT_TRANSIT_TOKEN_FILE, 's.token');
  const provider = await create({ ...TRANSIT, VAULT_TRANSIT_URL: server.url });
  expect((await provider.wrap(newKey(), 'card')).keyID).toBe('transit:cards/v1');
  provider.close?.();
  await server.close();
});

test('a file of a private authority that is missing is refused at the start', async () => {
  await expect(create({ ...TRANSIT, VAULT_TRANSIT_CA: join(folder, 'none') })).rejects.toThrow('ENOENT');
});
