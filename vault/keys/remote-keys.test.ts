import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../certificates/certificates';
import { startTransitServer } from '../testing/transit-server';
import { KeysUnavailable, newKey } from './key-encryption';
import { KmsKeys } from './kms-keys';
import { TransitKeys, type TransitSettings } from './transit-keys';
import { stopServer } from '../../tests/harness/local-server';

const tokenFile = join(mkdtempSync(join(tmpdir(), 'vault-remote-')), 'token');
const before = { ...process.env };
const open: Server[] = [];

beforeAll(() => {
  writeFileSync(tokenFile, 's.token');
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });
});

afterAll(() => void (process.env = before));

afterEach(async () => {
  for (const server of open.splice(0)) {
    await stopServer(server);
  }
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A service that gives one answer to everything. */
async function serve(answer: RequestListener | object): Promise<string> {
  const listener: RequestListener =
    typeof answer === 'function'
      ? (answer as RequestListener)
      : (_request, response) => void response.writeHead(200).end(JSON.stringify(answer));
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

const transit = (url: string, settings: Partial<TransitSettings> = {}): TransitKeys =>
  new TransitKeys({ ...{ url, key: 'cards', mount: 'transit', tokenFile }, ...settings });

const kms = (endpoint: string): KmsKeys =>
  new KmsKeys({ keys: ['arn:new', 'arn:old'], region: 'eu-central-1', endpoint });

const wrapped = { keyID: 'x', bytes: Buffer.from('vault:v1:x') };

test('HashiCorp Vault gets the name of the key, the token and the card of a data key', async () => {
  const received: unknown[] = [];
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      received.push([method, path, headers['x-vault-token'], headers['content-type'], body && JSON.parse(body)]);
      response.end(JSON.stringify({ data: { latest_version: 3, ciphertext: 'vault:v12:abc', plaintext: 'a2V5' } }));
    });
  });
  const keys = transit(`${url}/ignored`, { key: 'cards of/eu', mount: 'own/transit' });
  expect(await keys.currentKeyID()).toBe('transit:cards of/eu/v3');
  expect(await keys.wrap(Buffer.from('key'), 'card')).toEqual({
    keyID: 'transit:cards of/eu/v12',
    bytes: Buffer.from('vault:v12:abc'),
  });
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('key');
  const given = (method: string, operation: string, body: unknown) => [
    ...[method, `/v1/own/transit/${operation}/cards%20of%2Feu`, 's.token', 'application/json', body],
  ];
  expect(received).toEqual([
    given('GET', 'keys', ''),
    given('POST', 'encrypt', { plaintext: 'a2V5', associated_data: 'Y2FyZA==' }),
    given('POST', 'decrypt', { ciphertext: 'vault:v1:x', associated_data: 'Y2FyZA==' }),
  ]);
  expect([keys.missingShares(), keys.isRemote]).toEqual([0, true]);
  keys.close();
});

test('an answer of HashiCorp Vault without a version, a ciphertext or a plaintext is an outage', async () => {
  const message = 'HashiCorp Vault names no version of the key';
  const keys = transit(await serve({ data: {} }));
  await expect(keys.currentKeyID()).rejects.toThrow(new KeysUnavailable(message));
  await expect(keys.wrap(newKey(), 'card')).rejects.toThrow(new KeysUnavailable(message));
  await expect(keys.unwrap(wrapped, 'card')).rejects.toThrow(
    new KeysUnavailable('HashiCorp Vault returned no plaintext'),
  );
  for (const ciphertext of ['', 'x vault:v1:a', 'vault:vx:a', 'vault:v1'])
    await expect(transit(await serve({ data: { ciphertext } })).wrap(newKey(), 'card')).rejects.toThrow(message);
});

test('an outage of HashiCorp Vault names the error of the connection', async () => {
  await expect(transit('http://127.0.0.1:1').currentKeyID()).rejects.toThrow(
    new KeysUnavailable('HashiCorp Vault does not answer (ECONNREFUSED)'),
  );
  const silent = transit(await serve(() => undefined));
  await expect(silent.currentKeyID()).rejects.toThrow('HashiCorp Vault does not answer (');
});

test('HashiCorp Vault with a certificate of a private authority is trusted only if the authority is given', async () => {
  const authority = await createAuthority();
  const certificate = await authority.issue('vault', ['127.0.0.1']);
  const secured = createTlsServer(certificate, (_request, response) => {
    response.end(JSON.stringify({ data: { latest_version: 1 } }));
  });
  const url = `https://127.0.0.1:${await listen(secured)}`;
  expect(await transit(url, { ca: authority.cert }).currentKeyID()).toBe('transit:cards/v1');
  await expect(transit(url).currentKeyID()).rejects.toThrow('HashiCorp Vault does not answer');
});

test('a token that its agent replaces is used for the next call', async () => {
  const server = await startTransitServer({ key: 'cards', token: 's.next' });
  const keys = transit(server.url);
  await expect(keys.currentKeyID()).rejects.toThrow(new KeysUnavailable('HashiCorp Vault answers 403'));
  writeFileSync(tokenFile, ' s.next \n');
  expect(await keys.currentKeyID()).toBe('transit:cards/v1');
  writeFileSync(tokenFile, 's.token');
  await server.close();
});

test('AWS KMS needs a key, wraps with the first and is a remote service', async () => {
  expect(() => new KmsKeys({ keys: [], region: 'eu-central-1' })).toThrow('at least one KMS key is required');
  const keys = kms(await serve({ CiphertextBlob: 'a2V5', Plaintext: 'a2V5' }));
  expect(await keys.wrap(newKey(), 'card')).toEqual({ keyID: 'kms:arn:new', bytes: Buffer.from('key') });
  expect((await keys.unwrap(wrapped, 'card')).toString()).toBe('key');
  expect([keys.missingShares(), keys.isRemote, await keys.currentKeyID()]).toEqual([0, true, 'kms:arn:new']);
  keys.close();
});

test('AWS KMS unwraps with the key that has wrapped, and for the card that is named', async () => {
  const received: unknown[] = [];
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.end(JSON.stringify({ CiphertextBlob: 'a2V5', Plaintext: 'a2V5' }));
    });
  });
  const keys = kms(url);
  await keys.wrap(Buffer.from('key'), 'card');
  await keys.unwrap({ keyID: 'kms:arn:old', bytes: Buffer.from('sealed') }, 'card');
  const EncryptionContext = { card: 'card' };
  expect(received).toEqual([
    { KeyId: 'arn:new', Plaintext: 'a2V5', EncryptionContext },
    { KeyId: 'arn:old', CiphertextBlob: 'c2VhbGVk', EncryptionContext },
  ]);
});

test('an answer of AWS KMS without a ciphertext or a plaintext is an outage', async () => {
  const keys = kms(await serve({}));
  await expect(keys.wrap(newKey(), 'card')).rejects.toThrow(new KeysUnavailable('AWS KMS returned no ciphertext'));
  await expect(keys.unwrap(wrapped, 'card')).rejects.toThrow(new KeysUnavailable('AWS KMS returned no plaintext'));
});

test('a refusal of AWS KMS is named, and its message, which may quote the request, is not repeated', async () => {
  const refuse: RequestListener = (_request, response) =>
    void response.writeHead(400).end(JSON.stringify({ __type: 'DisabledException', message: 'card 4242' }));
  const keys = kms(await serve(refuse));
  const error = new KeysUnavailable('AWS KMS refuses or does not answer (DisabledException)');
  await expect(keys.wrap(newKey(), 'card')).rejects.toThrow(error);
  await expect(keys.unwrap(wrapped, 'card')).rejects.toThrow(error);
});
