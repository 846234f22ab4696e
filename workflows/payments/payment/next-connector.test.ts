import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import { statement } from '../../../store/postgres/database';
import { DEMO } from '../../../store/operators/demo/demo';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { requestCapture } from '../../../store/payments/payment/hold.transitions';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { recordAuthorisation } from '../../../store/payments/payment/payment.transitions';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* Failover happens only if the current connector certainly did nothing. */

const HOLD = { type: 'hold', onHoldExpiration: 'cancel' } as const;
const INSTANT = { type: 'instant' } as const;
const NO_MONEY = '4000000000000002';
const THREE_D_SECURE = '4012888888881881';
const STUCK = 'authorization_failed:temporarily_unavailable';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  await Promise.all([harness.sandboxUrl, harness.otherSandboxUrl].map((url) => forgetOrders(url)));
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));
const readResult = ({ invoiceID, id }: Payment): Promise<unknown> =>
  harness.readResult(workflowIDs.payment(invoiceID, id));
const getAttempts = (payment: Payment) => listPaymentAttempts(harness.store.database, getRef(payment));

async function routed(...connectors: string[]): Promise<void> {
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`;
  const routes = JSON.stringify(connectors.map((connector) => ({ connector })));
  await harness.store.database.run(statement('test-routes', text), [DEMO.shopID, routes]);
}

async function order(url: string, behaviour: object, fields: { kinds?: string[]; times?: number } = {}): Promise<void> {
  const { kinds = ['authorise'], times } = fields;
  const answer = await fetch(`${url}/behaviours`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { kinds }, behaviour, ...(times && { times }) }),
  });
  expect(answer.status).toBe(201);
}

async function forgetOrders(url: string): Promise<void> {
  await fetch(`${url}/behaviours`, { method: 'DELETE' });
}

const NOTHING = { error: 'notFound' };

/** The effects of a payment in both sandboxes. */
async function seen({ invoiceID, id }: Payment, attempt: number): Promise<{ sandbox: unknown; other: unknown }> {
  const name = `payment/${invoiceID}.${id}/authorise${attempt === 1 ? '' : `/${attempt}`}`;
  const [sandbox, other] = await Promise.all(
    [harness.sandboxUrl, harness.otherSandboxUrl].map(
      async (url) => (await fetch(`${url}/payments/${encodeURIComponent(name)}`)).json() as unknown,
    ),
  );
  return { sandbox, other };
}

async function until(payment: Payment, isReached: (payment: Payment) => boolean): Promise<Payment> {
  for (let attempt = 0; attempt < 800; attempt++) {
    const now = await snapshot(payment);
    if (isReached(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the payment did not get there');
}

async function aPayment(fields: Parameters<WorkflowHarness['aPayment']>[1] = {}): Promise<Payment> {
  return harness.aPayment(await harness.anInvoice(), { flow: INSTANT, ...fields });
}

test('after an unreachable connector the next one authorises, captures and refunds, with attempts recorded', async () => {
  await routed('unreachable', 'other');
  const payment = await aPayment({ flow: HOLD });
  expect(payment).toMatchObject({ connector: 'unreachable', attempt: 1, nextConnectors: ['other'] });
  await until(payment, ({ status }) => status === 'processed');
  await routed('sandbox');
  await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, { amountMinor: 8_000n });
  expect(await readResult(payment)).toBe('captured');
  const refund = await createRefund(harness.store, { ...getRef(payment), amountMinor: 3_000n });
  expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, refund.id))).toBe('succeeded');

  const now = await snapshot(payment);
  expect(now).toMatchObject({ connector: 'other', attempt: 2, nextConnectors: [] });
  expect(await seen(payment, 2)).toEqual({
    sandbox: NOTHING,
    other: expect.objectContaining({ authorised: 10_000, captured: 8_000, refunded: 3_000 }) as unknown,
  });
  const name = `payment/${payment.invoiceID}.${payment.id}/authorise`;
  const [first, second] = await getAttempts(payment);
  expect(first).toEqual({
    number: 1,
    connector: 'unreachable',
    operationID: name,
    reason: 'route',
    outcome: 'unreachable',
    answer: expect.stringContaining('ECONNREFUSED') as string,
    startedAt: payment.createdAt,
    endedAt: expect.any(Date) as Date,
  });
  expect(second).toEqual({
    number: 2,
    connector: 'other',
    operationID: `${name}/2`,
    reason: 'afterUnreachable',
    outcome: 'approved',
    answer: now.connectorReference,
    startedAt: first?.endedAt,
    endedAt: expect.any(Date) as Date,
  });
});

test('unconfigured and unavailable connectors fail over', async () => {
  await routed('unheard-of', 'sandbox', 'other');
  await order(harness.sandboxUrl, { type: 'unavailable' });
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  expect((await getAttempts(payment)).map(({ connector, reason, outcome }) => [connector, reason, outcome])).toEqual([
    ['unheard-of', 'route', 'unreachable'],
    ['sandbox', 'afterUnreachable', 'unavailable'],
    ['other', 'afterUnavailable', 'approved'],
  ]);
  expect(await seen(payment, 3)).toMatchObject({ sandbox: NOTHING, other: { captured: 10_000 } });
});

test('a network-side decline fails over up to the last connector', async () => {
  await routed('sandbox', 'other');
  await order(harness.sandboxUrl, { type: 'decline', failure: STUCK });
  const taken = await aPayment();
  expect(await readResult(taken)).toBe('captured');
  expect(await getAttempts(taken)).toMatchObject([
    { connector: 'sandbox', outcome: 'declined', answer: STUCK },
    { connector: 'other', reason: 'afterDecline', outcome: 'approved' },
  ]);

  await order(harness.otherSandboxUrl, { type: 'decline', failure: STUCK });
  const refused = await aPayment();
  expect(await readResult(refused)).toBe('failed');
  expect(await snapshot(refused)).toMatchObject({
    failure: { code: 'authorization_failed', subError: { code: 'temporarily_unavailable' } },
    encryptedPaymentTool: null,
  });
  expect(await getAttempts(refused)).toMatchObject([{ outcome: 'declined' }, { outcome: 'declined', answer: STUCK }]);
});

test.each([
  ['insufficient funds', { cardNumber: NO_MONEY }, 'authorization_failed:insufficient_funds'],
  ['fraud', {}, 'rejected_by_inspector'],
  ['the issuer', {}, 'authorization_failed:rejected_by_issuer'],
  ['a reason that nobody knows', {}, 'authorization_failed:unknown'],
])('a decline for %s does not fail over', async (_, fields, failure) => {
  await routed('sandbox', 'other');
  if (!('cardNumber' in fields)) await order(harness.sandboxUrl, { type: 'decline', failure });
  const payment = await aPayment(fields);
  expect(await readResult(payment)).toBe('failed');
  expect(await getAttempts(payment)).toMatchObject([{ connector: 'sandbox', outcome: 'declined', answer: failure }]);
  expect(await seen(payment, 2)).toEqual({ sandbox: NOTHING, other: NOTHING });
});

test.each([
  ['done', 'hangAfter'],
  ['not done', 'hangBefore'],
  ['lost', 'dropAfter'],
  ['lost on its way', 'dropBefore'],
])('a request without a response that was %s is looked up and does not fail over', async (_, type) => {
  await routed('sandbox', 'other');
  await order(harness.sandboxUrl, { type }, { times: 1 });
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  expect(await getAttempts(payment)).toMatchObject([{ connector: 'sandbox', outcome: 'approved' }]);
  expect(await seen(payment, 1)).toMatchObject({ sandbox: { authorised: 10_000, captured: 10_000 }, other: NOTHING });
  expect(await seen(payment, 2)).toEqual({ sandbox: NOTHING, other: NOTHING });
});

test('a connector unavailable after a lost response keeps the payment', async () => {
  await routed('sandbox', 'other');
  await order(harness.sandboxUrl, { type: 'dropBefore' }, { times: 1 });
  await order(harness.sandboxUrl, { type: 'unavailable' });
  const payment = await aPayment({ processedWithinMs: 8_000 });
  expect(await readResult(payment)).toBe('failed');
  expect(await getAttempts(payment)).toMatchObject([{ connector: 'sandbox', outcome: 'expired' }]);
  expect(await seen(payment, 2)).toEqual({ sandbox: NOTHING, other: NOTHING });
});

test('a request refused by validation goes to the next connector, and is neither looked up nor voided', async () => {
  await routed('sandbox', 'other');
  await order(harness.sandboxUrl, { type: 'malformed' });
  await order(harness.sandboxUrl, { type: 'hangBefore' }, { kinds: ['lookUp', 'void'] });
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  expect(await getAttempts(payment)).toMatchObject([
    { connector: 'sandbox', outcome: 'rejected', answer: 'malformedRequest' },
    { connector: 'other', reason: 'afterRejection', outcome: 'approved' },
  ]);
  expect(await seen(payment, 1)).toEqual({ sandbox: NOTHING, other: NOTHING });
});

test('a payment with an interaction does not fail over', async () => {
  await routed('sandbox', 'other');
  const payment = await aPayment({ cardNumber: THREE_D_SECURE });
  await until(payment, ({ interaction }) => interaction !== null);
  const name = encodeURIComponent(`payment/${payment.invoiceID}.${payment.id}/authorise`);
  await fetch(`${harness.sandboxUrl}/interactions/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ decision: 'refuse' }),
  });
  expect(await readResult(payment)).toBe('failed');
  expect(await getAttempts(payment)).toMatchObject([{ connector: 'sandbox', outcome: 'declined' }]);
});

test('a late response of a finished attempt changes nothing', async () => {
  await routed('unreachable', 'other');
  await order(harness.otherSandboxUrl, { type: 'delay', delayMs: 1_000 });
  const payment = await aPayment();
  await until(payment, ({ attempt }) => attempt === 2);
  const late = await recordAuthorisation(
    harness.store,
    { invoiceID: payment.invoiceID, paymentID: payment.id, attempt: 1 },
    { connectorReference: 'late' },
  );
  expect(late).toMatchObject({ status: 'pending', connector: 'other' });
  expect(await readResult(payment)).toBe('captured');
});

test('the attempt of a payment with one route is recorded at its end', async () => {
  await routed('sandbox');
  const payment = await aPayment();
  expect(await readResult(payment)).toBe('captured');
  expect(await getAttempts(payment)).toMatchObject([
    { number: 1, connector: 'sandbox', reason: 'route', outcome: 'approved', startedAt: payment.createdAt },
  ]);
});
