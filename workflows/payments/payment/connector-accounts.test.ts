import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createCallbacks } from '../../../api/callbacks';
import type { Refusal } from '../../../domain/platform/errors/refusal';
import type { Payment } from '../../../domain/payments/payment/payment';
import { createConnectorAccount } from '../../../operators/connector-accounts/connector-accounts';
import { createLogger } from '../../../runtime/logger';
import type { Sandbox } from '../../../sandbox/server';
import { aSandbox } from '../../../sandbox/testing';
import { recordRequests } from '../../../store/payments/connector-account/account-health';
import { setAccountEnabled } from '../../../store/payments/connector-account/connector-account.change';
import { DEMO } from '../../../store/operators/demo/demo';
import { requestCapture } from '../../../store/payments/payment/hold.transitions';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { statement } from '../../../store/postgres/database';
import { listConnectorAttempts } from '../../../store/operators/timeline/timeline.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Two accounts of one connector, each with an acquirer and a secret of its own. */

const SECRETS = { first: 'secret of the first account', second: 'secret of the second account' };
type Name = keyof typeof SECRETS;
const NAMES = ['first', 'second'] as const;

let harness: WorkflowHarness;
let server: Server;
const acquirers = {} as Record<Name, Sandbox>;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  for (const id of NAMES) {
    acquirers[id] = await aSandbox({ secret: SECRETS[id] });
    const access = { credentials: { secret: SECRETS[id] }, settings: { url: acquirers[id].url } };
    await createConnectorAccount(harness.store, { id, connector: 'sandbox', name: id, ...access, reason: 'test' });
  }
  const logger = createLogger({ process: 'test', level: 'silent' });
  const callbacks = createCallbacks({ store: harness.store, logger });
  server = express().use('/callbacks', callbacks).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server?.close();
  await harness?.stop();
  for (const acquirer of Object.values(acquirers)) await acquirer.stop();
});

async function routed(...routes: (string | object)[]): Promise<void> {
  const given = routes.map((route) => (typeof route === 'string' ? { connector: route } : route));
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`;
  await harness.store.database.run(statement('test-routes', text), [DEMO.shopID, JSON.stringify(given)]);
}

const THREE_D_SECURE = '4012888888881881';
const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment) => findPayment(harness.store.database, getRef(payment));
const readResult = ({ invoiceID, id }: Payment) => harness.readResult(workflowIDs.payment(invoiceID, id));
const authorisation = ({ invoiceID, id }: Payment) => `payment/${invoiceID}.${id}/authorise`;

async function sums(name: Name, payment: Payment): Promise<Record<string, number>> {
  const answer = await fetch(`${acquirers[name].url}/payments/${encodeURIComponent(authorisation(payment))}`);
  return answer.json() as Promise<Record<string, number>>;
}

async function until(payment: Payment, isReached: (payment: Payment) => boolean): Promise<Payment> {
  for (let attempt = 0; attempt < 800; attempt++) {
    const now = await snapshot(payment);
    if (isReached(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`payment is ${(await snapshot(payment)).status}`);
}

/** A callback to an account's address, signed by an account. */
async function call(path: string, signer: Name, operationID: string): Promise<number> {
  const body = JSON.stringify({ operationID });
  const signature = createHmac('sha256', SECRETS[signer]).update(body).digest('hex');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/${path}`;
  return (await fetch(url, { method: 'POST', headers: { 'X-Sandbox-Signature': signature }, body })).status;
}

test.each(NAMES)('a payment of the account %s is held, captured and refunded there and nowhere else', async (name) => {
  await routed(name);
  const invoice = await harness.anInvoice();
  const hold = await harness.aHold(invoice, 'cancel');
  expect(hold.connector).toBe(name);
  await requestCapture(harness.store, { ...getRef(hold), reason: 'sent' }, { amountMinor: 10_000n });
  expect(await readResult(hold)).toBe('captured');
  const refund = await createRefund(harness.store, { ...getRef(hold), amountMinor: 1_000n });
  expect(await harness.readResult(workflowIDs.refund(invoice.id, hold.id, refund.id))).toBe('succeeded');
  const [own, foreign] = [await sums(name, hold), await sums(name === 'first' ? 'second' : 'first', hold)];
  expect(own).toMatchObject({ captured: 10_000, refunded: 1_000 });
  expect(foreign).toEqual({ error: 'notFound' });
});

test('a callback is accepted at the address of its account, and never touches operations of another one', async () => {
  await routed('first');
  const payment = await harness.aPayment(await harness.anInvoice(), { cardNumber: THREE_D_SECURE });
  const { interaction } = await until(payment, (now) => now.interaction !== null);
  expect(JSON.stringify(interaction)).toContain(acquirers.first.url);
  const operationID = authorisation(payment);
  const commands = async () =>
    (await harness.store.database.search<{ n: number }>(`SELECT last_value::integer AS n FROM outbox_id_seq`, []))[0]
      ?.n;
  const before = await commands();
  expect(await call('sandbox/second', 'second', operationID)).toBe(200);
  expect(await call('sandbox/first', 'second', operationID)).toBe(401);
  expect(await call('sandbox', 'first', operationID)).toBe(404);
  expect(await call('stripe/first', 'first', operationID)).toBe(404);
  expect(await call('sandbox/none', 'first', operationID)).toBe(404);
  expect(await commands()).toBe(before);
  await confirmAt('first', operationID);
  expect(await call('sandbox/first', 'first', operationID)).toBe(200);
  await until(payment, (now) => now.status === 'processed');
});

async function confirmAt(name: Name, operationID: string): Promise<void> {
  await fetch(`${acquirers[name].url}/interactions/${encodeURIComponent(operationID)}`, {
    ...{ method: 'POST', body: JSON.stringify({ decision: 'confirm' }) },
    headers: { 'Content-Type': 'application/json' },
  });
}

/** The payer confirms a payment of the first account, which calls back. */
async function confirm(payment: Payment): Promise<void> {
  await confirmAt('first', authorisation(payment));
  expect(await call('sandbox/first', 'first', authorisation(payment))).toBe(200);
}

async function switched<Result>(id: Name, work: () => Promise<Result>): Promise<Result> {
  const set = (isEnabled: boolean) => setAccountEnabled(harness.store, { id, isEnabled, reason: 'test' });
  await set(false);
  try {
    return await work();
  } finally {
    await set(true);
  }
}

test('a disabled account finishes what it began and takes nothing new', async () => {
  await routed('first', 'second');
  const hold = await harness.aHold(await harness.anInvoice(), 'cancel');
  // Waiting for results skips time.
  const lasting = { cardNumber: THREE_D_SECURE, processedWithinMs: 365 * 86_400_000 };
  const waiting = await harness.aPayment(await harness.anInvoice(), lasting);
  await until(waiting, (now) => now.interaction !== null);
  await switched('first', async () => {
    const next = await harness.aHold(await harness.anInvoice(), 'cancel');
    expect(next).toMatchObject({ connector: 'second', nextConnectors: [] });
    expect(next.routing).toEqual([
      { account: 'second', result: 'chosen' },
      { account: 'first', result: 'disabled' },
    ]);
    await routed('first');
    const invoice = await harness.anInvoice();
    const refusal = await harness.aPayment(invoice).catch((error: Refusal) => error);
    expect(refusal).toMatchObject({
      message: 'the shop takes no such payments now',
      operatorDetail: 'every account of the route is disabled: first',
    });
    await requestCapture(harness.store, { ...getRef(hold), reason: 'sent' }, { amountMinor: 10_000n });
    expect(await readResult(hold)).toBe('captured');
    const refund = await createRefund(harness.store, { ...getRef(hold), amountMinor: 1_000n });
    expect(await harness.readResult(workflowIDs.refund(hold.invoiceID, hold.id, refund.id))).toBe('succeeded');
    await confirm(waiting);
    await until(waiting, (now) => now.status === 'processed');
  });
});

test('a failover leaves out accounts that were disabled since', async () => {
  await routed('unreachable', 'first', 'second');
  await switched('first', async () => {
    const payment = await harness.aPayment(await harness.anInvoice());
    await harness.store.database.search(
      `UPDATE payments SET next_connectors = '["first", "second"]' WHERE invoice_id = $1 RETURNING id`,
      [payment.invoiceID],
    );
    expect(await until(payment, (now) => now.status === 'processed')).toMatchObject({ connector: 'second' });
  });
});

test('the timeline names the chosen account and why', async () => {
  await routed({ connector: 'first', priority: 1, weight: 1 }, { connector: 'second', priority: 2 });
  const hold = await harness.aHold(await harness.anInvoice(), 'cancel');
  const attempts = await listConnectorAttempts(harness.store.database, getRef(hold));
  expect(attempts).toMatchObject([
    {
      ...{ number: 1, connector: 'first', reason: 'route' },
      routing: [
        { account: 'first', result: 'chosen', priority: 1, weight: 1 },
        { account: 'second', result: 'next', priority: 2 },
      ],
    },
  ]);
});

test('an account whose requests fail is passed over by new payments and keeps its follow-ups', async () => {
  await routed('first', 'second');
  const hold = await harness.aHold(await harness.anInvoice(), 'cancel');
  const settings = { failurePercent: 50, minRequests: 1, windowMs: 60_000, passOverMs: 60_000 };
  const observed = { requestCount: 5, failureCount: 5 };
  await recordRequests(harness.store.database, { account: 'first', observed }, settings);
  harness.store.accounts.forget();
  const next = await harness.aHold(await harness.anInvoice(), 'cancel');
  expect(next).toMatchObject({ connector: 'second', nextConnectors: ['first'] });
  await requestCapture(harness.store, { ...getRef(hold), reason: 'sent' }, { amountMinor: 10_000n });
  expect(await readResult(hold)).toBe('captured');
  await routed('first');
  expect(await harness.aHold(await harness.anInvoice(), 'cancel')).toMatchObject({ connector: 'first' });
  await harness.store.database.search(`DELETE FROM connector_account_health RETURNING account`, []);
  harness.store.accounts.forget();
});
