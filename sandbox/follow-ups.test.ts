import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startCountingProxy, type CountingProxy } from '../tests/harness/counting-proxy';
import { emptyDatabase } from '../tests/harness/database';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import type { Sandbox } from './server';
import { TEST_CARDS, type TestCard } from './test-cards';
import { aSandbox } from './testing';

/* Captures, voids and refunds: faults, failures and round trips. */

let proxy: CountingProxy;
let client: Client;
let sandbox: Sandbox;

beforeAll(async () => {
  const databaseUrl = await emptyDatabase();
  client = new Client(databaseUrl);
  await client.connect();
  proxy = await startCountingProxy(databaseUrl);
  // Polling is disabled, because it would be counted too.
  sandbox = await aSandbox({ databaseUrl: proxy.url, pollMs: 3_600_000 });
});

afterAll(async () => {
  await sandbox?.stop();
  proxy?.close();
  await client?.end();
});

type CallResult = { code: number; body: Record<string, unknown> };

async function call(method: string, path: string, body?: object): Promise<CallResult> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${sandbox.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { code: answer.status, body: (await answer.json()) as CallResult['body'] };
}

const operate = (operation: object) => call('POST', '/operations', operation);

async function authorise(operationID: string, amount = 1_000, kind: TestCard['kind'] = 'success'): Promise<void> {
  const { pan: cardNumber } = TEST_CARDS.find((card) => card.kind === kind) ?? {};
  const { code } = await operate({
    kind: 'authorise',
    operationID,
    amount,
    currency: 'RUB',
    paymentTool: { type: 'card', cardNumber, expDate: '12/34', cvv: '123' },
    callbackUrl: 'http://127.0.0.1:9/',
    merchantName: 'Магазин',
    description: 'Заказ',
  });
  expect(code).toBe(200);
}

const capture = (authorisationID: string) => ({
  kind: 'capture',
  operationID: `${authorisationID}/capture`,
  authorisationID,
  amount: 900,
  currency: 'RUB',
});
const voiding = (authorisationID: string) => ({
  kind: 'void',
  operationID: `${authorisationID}/void`,
  authorisationID,
});

test('an authorisation takes one round trip, a follow-up two', async () => {
  const trips = async (work: () => Promise<unknown>) => {
    const before = proxy.counts().roundTrips;
    await work();
    return proxy.counts().roundTrips - before;
  };
  // Opens the connection and prepares its statements.
  await authorise('first');
  await operate(capture('first'));
  expect(await trips(() => authorise('captured'))).toBe(1);
  expect(await trips(() => operate(capture('captured')))).toBe(2);
  await authorise('voided');
  expect(await trips(() => operate(voiding('voided')))).toBe(2);
});

test.each([
  [667_714, capture],
  [667_724, voiding],
])('the authorised amount %d affects its number of attempts', async (amount, followUp) => {
  await authorise(`ordered-${amount}`, amount);
  const requested = followUp(`ordered-${amount}`);
  const codes = [];
  for (let attempt = 0; attempt < 4; attempt += 1) codes.push((await operate(requested)).code);
  expect(codes).toEqual([503, 503, 503, 200]);
  const { body } = await call('GET', `/operations/${encodeURIComponent(requested.operationID)}`);
  expect(body).toMatchObject({ status: 'approved', attempts: 4, effects: 1 });
});

test('a failed statement rolls its operation back and leaves no open transaction', async () => {
  await authorise('failing');
  await client.query('ALTER TABLE attempts ADD CONSTRAINT failing CHECK (false) NOT VALID');
  const failed = await operate(capture('failing'));
  await client.query('ALTER TABLE attempts DROP CONSTRAINT failing');
  expect(failed.code).toBe(500);
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; await isTransactionOpen(); await sleep(20)) {
    if (Date.now() > end) throw new Error('a transaction stays open');
  }
  expect((await call('GET', '/payments/failing')).body).toMatchObject({ authorised: 1_000, captured: 0 });
  expect((await operate(capture('failing'))).body['status']).toBe('approved');
  expect((await call('GET', '/payments/failing')).body).toMatchObject({ authorised: 1_000, captured: 900 });
});

async function isTransactionOpen(): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows.length > 0;
}

test('a refused void ends no interaction, even if it is repeated', async () => {
  await authorise('awaited', 1_000, 'threeDSecureSuccess');
  const failure = 'authorization_failed:rejected_by_issuer';
  await call('POST', '/behaviours', { match: { kinds: ['void'] }, behaviour: { type: 'decline', failure }, times: 1 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await operate(voiding('awaited'))).body).toMatchObject({ status: 'declined', failure });
  }
  expect((await call('GET', '/operations/awaited')).body['status']).toBe('interactionRequired');
  expect((await operate({ ...voiding('awaited'), operationID: 'awaited/again' })).body['status']).toBe('approved');
  expect((await call('GET', '/operations/awaited')).body['status']).toBe('declined');
});
