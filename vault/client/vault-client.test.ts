import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVaultClient } from './open-client';
import { VaultClient, VaultRefusal, VaultUnavailable } from './vault-client';
import { cardPlaceholder, type ForwardRequest } from './vault.types';
import { listenLocally } from '../../tests/harness/local-server';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const TLS = { ca: '', cert: '', key: '' };
const CARD = { cardID: 'c 1', partyID: 'a/b' };
const FORWARD = { timeoutMs: 50 } as ForwardRequest;

let received: unknown[];
let answer: Answer;
let url: string;
let client: VaultClient;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const { method, url: path, headers } = request;
    received.push([`${method} ${path}`, ...(body ? [headers['content-type'], JSON.parse(body)] : [])]);
    answer(request, response);
  });
});

beforeAll(async () => {
  url = await listenLocally(server);
  client = new VaultClient({ url, tls: TLS, timeoutMs: 10_000 });
});

beforeEach(() => {
  received = [];
  answer = respond(204);
});

afterAll(async () => {
  server.closeAllConnections();
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

const respond =
  (status: number, body?: object | string): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => error,
  );

test('each operation has its method, its path and its body', async () => {
  const json = 'application/json';
  const account = { connector: 'sandbox', urls: ['https://a'], credentials: ['key'] };
  const digest = createHash('sha256').update('key').digest('hex');
  await client.storeCard({ partyID: 'p', cardNumber: '4242424242424242' });
  await client.forward({ ...FORWARD, timeoutMs: 9_000 });
  await client.getCard(CARD);
  await client.deleteCard(CARD);
  await client.keepCard(CARD);
  await client.cancelDeletions();
  await client.registerAccount('shop/1', account);
  await client.registerAccount('shop', { ...account, fixed: { merchant: 'Shop' } });
  await client.removeAccount('shop/1');
  await client.deleteCvvs([CARD]);
  await client.status();
  await client.rotate();
  await client.rotate(7);
  await client.verifyAudit();
  await client.unlock('share');
  expect(received).toEqual([
    ['POST /v1/cards', json, { partyID: 'p', cardNumber: '4242424242424242' }],
    ['POST /v1/forward', json, { timeoutMs: 9_000 }],
    ['GET /v1/cards/c%201?partyID=a%2Fb'],
    ['DELETE /v1/cards/c%201?partyID=a%2Fb'],
    ['POST /v1/cards/keep', json, CARD],
    ['POST /v1/deletions/cancel'],
    ['PUT /v1/accounts/shop%2F1', json, { ...account, credentials: [digest], fixed: {} }],
    ['PUT /v1/accounts/shop', json, { ...account, credentials: [digest], fixed: { merchant: 'Shop' } }],
    ['DELETE /v1/accounts/shop%2F1'],
    ['POST /v1/cvvs/delete', json, { cards: [CARD] }],
    ['GET /v1/status'],
    ['POST /v1/rotate', json, {}],
    ['POST /v1/rotate', json, { batchSize: 7 }],
    ['GET /v1/audit'],
    ['POST /v1/unlock', json, { share: 'share' }],
  ]);
});

test('the content of a success is returned, and none for 204', async () => {
  for (const status of [200, 201, 202, 299]) {
    answer = respond(status, { state: 'ready' });
    expect(await client.status()).toEqual({ state: 'ready' });
  }
  answer = respond(204);
  expect(await client.deleteCard(CARD)).toBeUndefined();
});

test.each([
  [400, { code: 'invalidRequest', message: 'm', place: 'body.url' }],
  [300, { code: 'invalidRequest', message: 'm' }],
  [404, { code: 'cardNotFound', message: 'm' }],
  [499, { code: 'limited', message: 'm' }],
  [502, { code: 'notSent', message: 'm' }],
  [504, { code: 'noAnswer', message: 'm' }],
] as const)('the status %i with the body %p is a refusal', async (status, body) => {
  answer = respond(status, body);
  const error = await failure(client.status());
  expect(error).toBeInstanceOf(VaultRefusal);
  expect(error).toMatchObject({ name: 'VaultRefusal', ...body });
  expect((error as VaultRefusal).place).toBe('place' in body ? body.place : undefined);
});

test.each([
  [503, { code: 'locked', message: 'm' }, 'm'],
  [503, { code: 'noAnswer', message: 'm' }, 'm'],
  [500, { code: 'unavailable', message: 'm' }, 'm'],
  [502, '<html>', 'the vault answered with an error'],
  [500, '', 'the vault answered with an error'],
] as const)(
  'the status %i with the body %p is an outage, after which a call may be repeated',
  async (status, body, message) => {
    answer = respond(status, body);
    const error = await failure(client.status());
    expect(error).toBeInstanceOf(VaultUnavailable);
    expect(error).toMatchObject({ name: 'VaultUnavailable', message });
  },
);

test('an error without a readable body is a refusal below 500', async () => {
  answer = respond(431, '<html>');
  expect(await failure(client.status())).toEqual(new VaultRefusal('unavailable', 'the vault answered with an error'));
});

test('a forwarded request whose connection breaks has an unknown outcome, and any other call is an outage', async () => {
  answer = (request) => request.socket.destroy();
  const error = await failure(client.forward(FORWARD));
  expect(error).toBeInstanceOf(VaultRefusal);
  expect(error).toMatchObject({ code: 'noAnswer', message: 'the vault did not answer a forwarded request' });
  const outage = await failure(client.status());
  expect(outage).toBeInstanceOf(VaultUnavailable);
  expect(outage).toMatchObject({ message: 'the vault does not answer', cause: { name: 'SocketError' } });
});

test('a forwarded request that no vault has got was not sent', async () => {
  const closed = new VaultClient({ url: 'http://127.0.0.1:1', tls: TLS });
  const error = await failure(closed.forward({ ...FORWARD, timeoutMs: 10_000 }));
  expect(error).toBeInstanceOf(VaultUnavailable);
  expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await closed.close();
});

test('a vault has 200 ms beyond the time of the acquirer to say that there was no response', async () => {
  answer = (_request, response) => void setTimeout(() => response.writeHead(204).end(), 5_000).unref();
  const beganMs = performance.now();
  expect(await failure(client.forward({ ...FORWARD, timeoutMs: 300 }))).toMatchObject({ code: 'noAnswer' });
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(490);
  expect(performance.now() - beganMs).toBeLessThan(4_900);
});

test('a call ends after the time of its client', async () => {
  const impatient = new VaultClient({ url, tls: TLS, timeoutMs: 100 });
  answer = () => undefined;
  expect(await failure(impatient.status())).toBeInstanceOf(VaultUnavailable);
  await impatient.close();
});

test('a forwarded request ends when its caller stops, also if it had stopped before', async () => {
  const stop = new AbortController();
  answer = () => stop.abort();
  const patient = { ...FORWARD, timeoutMs: 60_000 };
  expect(await failure(client.forward(patient, stop.signal))).toMatchObject({ code: 'noAnswer' });
  received = [];
  expect(await failure(client.forward(patient, stop.signal))).toMatchObject({ code: 'noAnswer' });
  expect(received).toEqual([]);
});

test('a signal that many calls share keeps no listener of an ended call', async () => {
  const { signal } = new AbortController();
  const removed = jest.spyOn(signal, 'removeEventListener');
  const added = jest.spyOn(signal, 'addEventListener');
  await client.forward({ ...FORWARD, timeoutMs: 10_000 }, signal);
  expect(removed.mock.calls).toEqual(added.mock.calls);
  expect(added.mock.calls).toEqual([['abort', expect.any(Function)]]);
});

test('a placeholder names its card and its field, and an optional one says so', () => {
  expect(cardPlaceholder('c1', 'cvv')).toBe('{{card.c1.cvv}}');
  expect(cardPlaceholder('c1', 'cvv', { isOptional: true })).toBe('{{card.c1.cvv?}}');
});

test('a process without one of its certificate files does not start, and the setting is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-client-'));
  const fileOf = (name: string): string => join(folder, name);
  for (const name of ['ca', 'cert', 'key']) writeFileSync(fileOf(name), '');
  const settings = {
    VAULT_URL: url,
    VAULT_TLS_CA: fileOf('ca'),
    VAULT_TLS_CERT: fileOf('cert'),
    VAULT_TLS_KEY: fileOf('key'),
  };
  for (const name of ['VAULT_TLS_CA', 'VAULT_TLS_CERT', 'VAULT_TLS_KEY'] as const) {
    const message = `${name} is missing: the vault answers only to certificates that it knows`;
    expect(() => openVaultClient({ ...settings, [name]: undefined })).toThrow(message);
    expect(() => openVaultClient({ ...settings, [name]: fileOf('none') })).toThrow('ENOENT');
  }
  const opened = openVaultClient(settings);
  answer = respond(200, { state: 'ready' });
  expect(await opened.status()).toEqual({ state: 'ready' });
  await opened.close();
});
