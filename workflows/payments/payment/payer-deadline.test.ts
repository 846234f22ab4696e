import type { Payment } from '../../../domain/payments/payment/payment';
import { DEMO } from '../../../store/operators/demo/demo';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { statement } from '../../../store/postgres/database';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';
import { workflowIDs } from '../../../workflow-names/workflow-ids';

/* Payments end in time, whatever their acquirer does, and what it may hold is voided afterwards. */

const THREE_D_SECURE = '4012888888881881';
const UNANSWERED = { code: 'authorization_failed', subError: { code: 'temporarily_unavailable' } };
const EXPIRED = { code: 'authorization_failed', subError: { code: 'processing_deadline_reached' } };

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  await restore();
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

const restore = async () => void (await fetch(`${harness.sandboxUrl}/behaviours`, { method: 'DELETE' }));
const getRef = ({ invoiceID, id }: Payment) => ({ invoiceID, paymentID: id });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));
const readResult = ({ invoiceID, id }: Payment) => harness.readResult(workflowIDs.payment(invoiceID, id));
const getAttempts = (payment: Payment) => listPaymentAttempts(harness.store.database, getRef(payment));
const formatName = ({ invoiceID, id }: Payment, attempt = 1) =>
  `payment/${invoiceID}.${id}/authorise${attempt === 1 ? '' : `/${attempt}`}`;

async function order(type: string, kinds: readonly string[]): Promise<void> {
  const answer = await fetch(`${harness.sandboxUrl}/behaviours`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { kinds }, behaviour: { type } }),
  });
  expect(answer.status).toBe(201);
}

async function readEffects(url: string, name: string): Promise<unknown> {
  return (await fetch(`${url}/payments/${encodeURIComponent(name)}`)).json();
}

async function pay(fields: Parameters<WorkflowHarness['aPayment']>[1] = {}, ...connectors: string[]): Promise<Payment> {
  const text = `UPDATE shops SET terms = terms || jsonb_build_object('routes', $2::jsonb) WHERE id = $1`;
  const routes = JSON.stringify(connectors.map((connector) => ({ connector })));
  await harness.store.database.run(statement('test-routes', text), [DEMO.shopID, routes]);
  return harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' }, ...fields });
}

async function untilInteraction(payment: Payment): Promise<void> {
  const endsAt = performance.now() + ARRIVAL_TIMEOUT_MS;
  while (!(await snapshot(payment)).interaction) {
    if (performance.now() > endsAt) throw new Error('the payer was not asked');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** How long a payment took, by its workflow. */
async function readSeconds({ invoiceID, id }: Payment): Promise<number> {
  const handle = harness.environment.client.workflow.getHandle(workflowIDs.payment(invoiceID, id));
  const { startTime, closeTime } = await handle.describe();
  return ((closeTime?.getTime() ?? NaN) - startTime.getTime()) / 1_000;
}

const DOWN = [
  ['answers nothing', 'hangBefore'],
  ['answers nothing after it took the money', 'hangAfter'],
  ['breaks connections', 'dropBefore'],
  ['breaks connections after it took the money', 'dropAfter'],
  ['is unavailable', 'unavailable'],
  ['rejects every request', 'malformed'],
] as const;

test.each(DOWN)('a payment fails at the payer’s deadline if its acquirer %s, and is voided later', async (_, type) => {
  await order(type, ['authorise', 'lookUp', 'void']);
  const payment = await pay({}, 'sandbox', 'other');
  const result = await readResult(payment);
  // An acquirer that did nothing for certain is passed over at once.
  if (result === 'captured') {
    expect(['unavailable', 'malformed']).toContain(type);
    expect((await snapshot(payment)).connector).toBe('other');
    return;
  }
  expect(result).toBe('failed');
  expect(await readSeconds(payment)).toBeLessThan(60);
  expect(await snapshot(payment)).toMatchObject({ status: 'failed', connector: 'sandbox', encryptedPaymentTool: null });
  expect(await readEffects(harness.otherSandboxUrl, formatName(payment, 2))).toEqual({ error: 'notFound' });

  await restore();
  await harness.readResult(workflowIDs.lateSuccess(formatName(payment)));
  const effects = (await readEffects(harness.sandboxUrl, formatName(payment))) as Record<string, number>;
  expect(effects['captured'] ?? 0).toBe(0);
  expect(effects['voided'] ?? 0).toBe(effects['authorised'] ?? 0);
  expect((await snapshot(payment)).status).toBe('failed');
});

test('after a confirmed void the next account authorises', async () => {
  await order('hangBefore', ['authorise']);
  const payment = await pay({}, 'sandbox', 'other');
  expect(await readResult(payment)).toBe('captured');
  expect(await readSeconds(payment)).toBeLessThan(60);
  expect(await getAttempts(payment)).toMatchObject([
    { connector: 'sandbox', outcome: 'unanswered' },
    { connector: 'other', reason: 'afterSilence', outcome: 'approved' },
  ]);
  // A late request of the first attempt is declined by its name.
  const name = encodeURIComponent(formatName(payment).replace('authorise', 'void'));
  expect(await (await fetch(`${harness.sandboxUrl}/operations/${name}`)).json()).toMatchObject({ status: 'approved' });
});

test('without another account the payment fails after its void, at the deadline of the payer', async () => {
  await order('hangBefore', ['authorise']);
  const payment = await pay({}, 'sandbox');
  expect(await readResult(payment)).toBe('failed');
  const seconds = await readSeconds(payment);
  expect(seconds).toBeGreaterThanOrEqual(29);
  expect(seconds).toBeLessThan(60);
  expect(await snapshot(payment)).toMatchObject({ failure: UNANSWERED });
});

test('a payment whose acquirer goes down while its payer decides fails after its processing deadline', async () => {
  const payment = await pay({ cardNumber: THREE_D_SECURE, processedWithinMs: 120_000 }, 'sandbox');
  await untilInteraction(payment);
  await order('hangBefore', ['lookUp', 'void']);
  expect(await readResult(payment)).toBe('failed');
  expect(await snapshot(payment)).toMatchObject({ failure: EXPIRED });
  const { processingDeadline, statusChangedAt } = await snapshot(payment);
  expect(statusChangedAt.getTime() - processingDeadline.getTime()).toBeLessThan(90_000);
  await restore();
  await harness.readResult(workflowIDs.lateSuccess(formatName(payment)));
});
