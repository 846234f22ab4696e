import { Agent } from 'undici';
import { Client } from 'pg';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import { startTestVault, type TestVault } from '../testing/test-vault';

const CARD = { partyID: 'party', cardNumber: '4242424242424242' };
const ACCOUNT = { connector: 'sandbox', urls: ['https://a'], credentials: ['0'.repeat(64)], fixed: {} };

let vault: TestVault;
let agents: Record<VaultCaller | 'web', Agent>;

beforeAll(async () => {
  vault = await startTestVault();
  const web = { ca: vault.authority.cert, ...(await vault.authority.issue('web')) };
  const agent = (connect: object): Agent => new Agent({ connect, connections: 1 });
  const { api, worker, operator } = vault.certificates;
  agents = { api: agent(api), worker: agent(worker), operator: agent(operator), web: agent(web) };
});

beforeEach(() => void vault.log.splice(0));

afterAll(async () => {
  await Promise.all(Object.values(agents).map(async (agent) => agent.close()));
  await vault.stop();
});

async function call(caller: VaultCaller | 'web', operation: string, body?: unknown) {
  const [method, path] = operation.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await agents[caller].request({ origin: vault.url, method, path, ...(text && { body: text }) });
  const answer = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    content: answer === '' ? undefined : JSON.parse(answer),
  };
}

const storeCard = async (): Promise<string> => (await call('api', 'POST /v1/cards', CARD)).content.cardID as string;

const linesOf = (message: string) =>
  vault.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message) as Record<string, unknown>[];

async function logged(): Promise<Record<string, unknown>> {
  while (linesOf('request').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return linesOf('request')[0] ?? {};
}

test('a stored card is created, and its response has a length and a type', async () => {
  const { status, headers, content } = await call('api', 'POST /v1/cards', CARD);
  expect([status, headers['content-type']]).toEqual([201, 'application/json']);
  expect(headers['content-length']).toBe(String(JSON.stringify(content).length));
});

test('an operation with nothing to return is answered with 204', async () => {
  const cardID = await storeCard();
  const done = [
    await call('api', 'POST /v1/cards/keep', { cardID, partyID: 'party' }),
    await call('api', 'POST /v1/cvvs/delete', { cards: [{ cardID, partyID: 'party' }] }),
    await call('operator', `DELETE /v1/cards/${cardID}?partyID=party`),
    await call('api', 'PUT /v1/accounts/a', ACCOUNT),
    await call('operator', 'DELETE /v1/accounts/a'),
  ];
  for (const { status, content } of done) expect([status, content]).toEqual([204, undefined]);
});

test('an early deletion is accepted for later and counted once', async () => {
  const cardID = await storeCard();
  const remove = async () => call('worker', `DELETE /v1/cards/${cardID}?partyID=party`);
  const first = await remove();
  expect(first).toMatchObject({ status: 202, content: { deleteAt: expect.stringMatching(/^\d{4}-.*Z$/) } });
  expect((await remove()).content).toEqual(first.content);
  expect(await vault.readMetrics()).toContain('holdfast_vault_early_deletions_total 1');
  expect(await call('operator', 'POST /v1/deletions/cancel', {})).toMatchObject({
    status: 200,
    content: { cancelled: 1 },
  });
});

test('states, rotations and verifications are answered with 200', async () => {
  expect(await call('api', 'GET /v1/status')).toMatchObject({ status: 200, content: { state: 'ready' } });
  expect(await call('operator', 'POST /v1/rotate')).toMatchObject({ status: 200, content: { remaining: 0 } });
  expect(await call('operator', 'GET /v1/audit')).toMatchObject({
    status: 200,
    content: { entries: expect.any(Number) },
  });
  expect(await call('operator', 'POST /v1/unlock', { share: 's' })).toMatchObject({ status: 400 });
});

test.each([
  ['POST /v1/cards', ['api']],
  ['POST /v1/forward', ['worker']],
  ['POST /v1/cards/keep', ['api']],
  ['GET /v1/cards/c1', VAULT_CALLERS],
  ['DELETE /v1/cards/c1', ['worker', 'operator']],
  ['POST /v1/deletions/cancel', ['operator']],
  ['POST /v1/cvvs/delete', VAULT_CALLERS],
  ['PUT /v1/accounts/a', ['api', 'operator']],
  ['DELETE /v1/accounts/a', ['operator']],
  ['POST /v1/rotate', ['operator']],
  ['POST /v1/unlock', ['operator']],
  ['GET /v1/status', VAULT_CALLERS],
  ['GET /v1/audit', ['operator']],
] as const)('%s is open to %p only', async (operation, allowed) => {
  for (const caller of VAULT_CALLERS) {
    const { status, content } = await call(caller, operation);
    if (allowed.some((name) => name === caller)) expect(status).not.toBe(403);
    else
      expect([status, content]).toEqual([403, { code: 'forbidden', message: `${caller} may not use this operation` }]);
  }
  expect((await call('web', operation)).content).toEqual({
    code: 'forbidden',
    message: 'the certificate names no known caller',
  });
});

test.each([
  ...['GET /v1/cards', 'POST /v1/cards/c1', 'GET /v1/cards/', 'GET /v1/cards/c1/cvv', 'GET /v2/cards/c1'],
  ...['GET /x/v1/cards/c1', 'GET /v1/status/', 'POST /v1/status', `GET /v1/cards/${'c'.repeat(301)}`, 'GET /v1/:id'],
])('%s is no operation', async (operation) => {
  const { status, content } = await call('operator', operation);
  expect([status, content]).toEqual([404, { code: 'invalidRequest', message: 'no such operation' }]);
  expect(await logged()).toMatchObject({ route: 'unknown', status: 404 });
});

test('the query is no part of the path, and an id has up to 300 characters', async () => {
  expect((await call('api', 'GET /v1/status?a=b?c')).status).toBe(200);
  const { content } = await call('api', `GET /v1/cards/${'c'.repeat(300)}?partyID=a?b`);
  expect(content).toMatchObject({ code: 'cardNotFound' });
  expect((await call('api', 'GET /v1/cards/c1')).content).toMatchObject({ place: 'query.partyID' });
});

test('requests are logged and counted by route, a refused one with its caller and without the card', async () => {
  const cardID = await storeCard();
  expect(await logged()).toMatchObject({ level: 'debug', route: 'POST /v1/cards', caller: 'api', status: 201 });
  vault.log.length = 0;
  await call('worker', `GET /v1/cards/${cardID}?partyID=other`);
  const line = await logged();
  expect(line).toMatchObject({ level: 'info', route: 'GET /v1/cards/:id', caller: 'worker', status: 404 });
  expect(line['durationMs']).toBeLessThan(60_000);
  expect(JSON.stringify(vault.log)).not.toContain(cardID);
  expect(await vault.readMetrics()).toMatch(
    /holdfast_vault_request_duration_seconds_count\{route="GET \/v1\/cards\/:id",status="404"\} [1-9]/,
  );
});

test('a body of a request without one is not read', async () => {
  expect((await call('api', 'GET /v1/status', '{')).status).toBe(200);
  expect((await call('api', 'POST /v1/cards', '{')).content).toMatchObject({ place: 'body' });
  expect((await call('api', 'PUT /v1/accounts/a', '{')).content).toMatchObject({ place: 'body' });
});

test('a defect is answered with 500, and is logged by its place without its message', async () => {
  const database = new Client({ connectionString: vault.databaseUrl });
  await database.connect();
  await database.query('ALTER TABLE cards RENAME TO cards_4242');
  const { status, content } = await call('api', 'GET /v1/cards/c1?partyID=party');
  await database.query('ALTER TABLE cards_4242 RENAME TO cards');
  await database.end();
  expect([status, content]).toEqual([500, { code: 'unavailable', message: 'the vault failed' }]);
  const [line] = linesOf('request failed');
  expect(line).toMatchObject({ level: 'error', route: 'GET /v1/cards/:id', error: 'error' });
  const lines = line?.['lines'] as string[];
  expect(lines.length).toBeGreaterThan(0);
  for (const each of lines) expect(each).toMatch(/^ {4}at /);
});
