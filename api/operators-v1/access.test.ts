import { randomBytes } from 'node:crypto';
import { anOperator } from '../../tests/harness/factories/operator';
import { createOperator } from '../../store/operators/operator/operator.create';
import { createOperatorKey, type NewOperatorKey } from '../../store/operators/operator-key/operator-key.create';
import { revokeOperatorKey } from '../../store/operators/operator-key/operator-key.transitions';
import { startApi, type TestApi } from '../../tests/harness/api';
import { anInvoice } from '../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import type { CallerKind } from '../http/access';
import { OperationTable } from '../http/operations';
import { readSpecification } from '../http/specification';
import { access as payresAccess } from '../payres-v0/access';
import { access as v2Access } from '../v2/access';
import { access as walletAccess } from '../wallet-v0/access';
import { access } from './access';

const BASE = '/operators/v1';
const { operations } = new OperationTable(readSpecification('operators'), '');

let api: TestApi;
let operator: HttpClient;
let operatorKey: string;
let invoiceID: string;

beforeAll(async () => {
  api = await startApi();
  operatorKey = (await anOperator(api.store.database, { name: 'test' })).secret;
  operator = httpClient({ baseUrl: api.url, token: operatorKey });
  ({ id: invoiceID } = await anInvoice(api.own.merchant, api.own.shopID));
});

afterAll(async () => api?.stop());

function buildPath(path: string): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => ({ subject: 'invoice', subjectID: invoiceID })[name] ?? 'some',
  );
}

test('the access table has exactly the operations of the specification and allows operators only', () => {
  expect(Object.keys(access).sort()).toEqual(operations.map(({ operationID }) => operationID).sort());
  const others = Object.entries(access).filter(([, kinds]) => !kinds.every((kind) => kind.startsWith('operator:')));
  expect(others.map(([operationID]) => operationID)).toEqual(['getSignInSettings', 'redeemInvitation']);
});

test('keys and tokens of parties are refused by the operators’ API', async () => {
  const scope = { id: invoiceID, partyID: api.own.partyID, shopID: api.own.shopID };
  const tokens = await Promise.all(
    (['invoice', 'customer', 'invoiceTemplate'] as const).map((kind) => api.token({ kind, ...scope })),
  );
  const madeUp = ['hfo_', 'hf_'].map((prefix) => prefix + randomBytes(32).toString('base64url'));
  const strangers = [undefined, 'nonsense', api.own.apiKey, `hfo_${api.own.apiKey.slice(3)}`, ...tokens, ...madeUp];
  const open = ['getSignInSettings', 'redeemInvitation'];
  const closed = operations.filter(({ operationID }) => !open.includes(operationID));
  for (const { path, method } of closed) {
    for (const token of strangers) {
      const headers = { 'X-Request-ID': 'test', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
      const answer = await fetch(api.url + BASE + buildPath(path), { method: method.toUpperCase(), headers });
      expect([method, path, answer.status, await answer.text()]).toEqual([method, path, 401, '']);
    }
  }
});

const PARTIES_APIS: [string, string, Record<string, readonly CallerKind[]>][] = [
  ['payments', '/v2', v2Access],
  ['wallets', '/wallet/v0', walletAccess],
  ['payres', '/payres/v0', payresAccess],
];

test.each(PARTIES_APIS)('every operation of %s refuses an operator’s key', async (document, base, table) => {
  const all = new OperationTable(readSpecification(document), '').operations;
  const closed = all.filter(({ operationID }) => !table[operationID]?.includes('anyone'));
  expect(closed.length).toBeGreaterThan(1);
  expect(
    Object.values(table)
      .flat()
      .some((kind) => kind.startsWith('operator')),
  ).toBe(false);
  for (const { method, path, operationID } of closed) {
    const headers = {
      Authorization: `Bearer ${operatorKey}`,
      'X-Request-ID': 'test',
      'Content-Type': 'application/json',
    };
    const body = method === 'get' || method === 'delete' ? undefined : '{}';
    const answer = await fetch(api.url + base + buildPath(path), { method: method.toUpperCase(), headers, body });
    expect([operationID, answer.status]).toEqual([operationID, 401]);
  }
});

test('an operator reads the timeline of any party’s invoice; an unknown one is 404', async () => {
  const { status, body } = await operator.get<any>(`${BASE}/subjects/invoice/${invoiceID}/timeline`);
  expect(status).toBe(200);
  const caller = expect.stringMatching(/^apiKey\/\S+/);
  const fact = expect.objectContaining({ type: 'call', operation: 'createInvoice', caller, status: 201 });
  const own = { kind: 'call', fact };
  expect(body.entries).toEqual(expect.arrayContaining([expect.objectContaining(own)]));
  expect(body.missing).toEqual([
    { what: 'workflowSteps', text: expect.stringMatching(/Temporal does not answer/) as string },
  ]);
  for (const path of [
    '/payments/none/1/timeline',
    `/payments/${invoiceID}/1/timeline`,
    `/payments/${invoiceID}/1/refunds/100/timeline`,
    '/withdrawals/none/timeline',
    '/subjects/customer/none/timeline',
  ]) {
    expect(await operator.get(BASE + path)).toMatchObject({ status: 404, body: { code: 'notFound' } });
  }
  expect(await operator.get(`${BASE}/subjects/shop/1/timeline`)).toMatchObject({ status: 400 });
});

test('concurrent requests above the limit are refused with Retry-After', async () => {
  const path = `${BASE}/subjects/invoice/${invoiceID}/timeline`;
  const answers = await Promise.all(
    Array.from({ length: 64 }, async () =>
      fetch(api.url + path, { headers: { Authorization: `Bearer ${operatorKey}`, 'X-Request-ID': 'many' } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect(refused.length + answers.filter(({ status }) => status === 200).length).toBe(64);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await answer.json()).toMatchObject({ code: 'limitExceeded' });
  }
  await Promise.all(answers.filter(({ status }) => status === 200).map(async (answer) => answer.text()));
  expect((await operator.get(path)).status).toBe(200);
});

test('invalid bodies are refused with the field, and an id of another kind is not found', async () => {
  const post = async (path: string, body: object) => operator.post<any>(BASE + path, body);
  expect(await post('/webhooks/none/pause', {})).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  expect(await post('/webhooks/none/pause', { reason: '  ' })).toMatchObject({ status: 400 });
  expect(await post('/webhooks/none/pause', { reason: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'notFound' },
  });
  expect(await post(`/webhooks/${invoiceID}/resume`, {})).toMatchObject({ status: 404 });
  expect(await post('/webhooks/none/replays', { from: '2026-02-30T00:00:00Z' })).toMatchObject({ status: 400 });
  expect(await post('/webhooks/none/replays', { toEventID: '-1' })).toMatchObject({ status: 400 });
  expect(await post('/webhooks/none/discard', { reason: 'x', subject: 'shop/1' })).toMatchObject({ status: 400 });
  expect(await post(`/parties/${api.own.partyID}/replays`, { dryRun: true })).toMatchObject({
    status: 200,
    body: { messageCount: 0, webhooks: [] },
  });
  expect(await operator.get(`${BASE}/webhooks/none/attempts?limit=1001`)).toMatchObject({ status: 400 });
  for (const token of ['x', '9223372036854775808', '9999999999999999999', '-1']) {
    expect(await operator.get(`${BASE}/audit?continuationToken=${token}`)).toMatchObject({
      status: 400,
      body: { code: 'badToken', message: expect.stringContaining('continuationToken') },
    });
  }
  expect(await operator.get(`${BASE}/audit?continuationToken=9223372036854775807`)).toMatchObject({ status: 200 });
});

test('a revoked key is refused at once', async () => {
  const { id, secret } = await anOperator(api.store.database, { name: 'leaver' });
  const client = httpClient({ baseUrl: api.url, token: secret });
  const path = `${BASE}/subjects/invoice/${invoiceID}/timeline`;
  expect((await client.get(path)).status).toBe(200);
  await revokeOperatorKey(api.store.database, { id });
  expect((await client.get(path)).status).toBe(401);
});

test('a key has the roles of its operator, or fewer, until it expires', async () => {
  const { database } = api.store;
  const { id: operatorID } = await createOperator(database, {
    name: 'finn',
    email: 'finn@provider.example',
    roles: ['viewer', 'finance'],
  });
  const withKey = async (key: Omit<NewOperatorKey, 'name' | 'operatorID'>) =>
    operator.as((await createOperatorKey(database, { name: 'finn', operatorID, ...key })).secret);
  const end = async (client: HttpClient) =>
    (await client.post(`${BASE}/reconciliation/connectors/gone/end`, { reason: 'test' })).status;
  const read = async (client: HttpClient) => (await client.get(`${BASE}/reconciliation`)).status;

  const whole = await withKey({});
  expect([await read(whole), await end(whole)]).toEqual([200, 404]);
  const narrow = await withKey({ roles: ['viewer', 'administrator'] });
  expect([await read(narrow), await end(narrow)]).toEqual([200, 403]);
  expect((await narrow.post(`${BASE}/erasures`, { email: 'a@b.example', reason: 'test' })).status).toBe(403);
  const expired = await withKey({ expiresAt: new Date(Date.now() - 1_000) });
  expect(await read(expired)).toBe(401);
});
