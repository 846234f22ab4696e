import { setTimeout as sleep } from 'node:timers/promises';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { PaymentTool } from '../../../domain/payments/payment/payment-tool';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { requestAbandonment } from '../../../store/payments/payment/abandon.transitions';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* Payments that wait for their payer until the promised time or until abandoned. */

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = DAY_MS / 24;
const PROMISED_MS = 3 * DAY_MS;

/** Payment tools whose payer receives a code. */
const TOOLS: Record<string, PaymentTool> = {
  'terminal receipt': { type: 'paymentTerminal', provider: 'euroset' },
  'QR code': { type: 'paymentTerminal', provider: 'qps' },
  'bank’s app': { type: 'paymentTerminal', provider: 'uzcard' },
  'crypto transfer': { type: 'cryptoWallet', cryptoCurrency: 'Bitcoin' },
  'page of a wallet': { type: 'digitalWallet', provider: 'qiwi', id: 'sandbox-redirect' },
};

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const getId = ({ invoiceID, id }: Payment): string => workflowIDs.payment(invoiceID, id);
const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));
const getOperation = ({ invoiceID, id }: Payment) => encodeURIComponent(`payment/${invoiceID}.${id}/authorise`);

/** Creates a payment with a code for its payer. */
async function requested(tool: PaymentTool, fields: object = {}): Promise<Payment> {
  const flow = { type: 'instant' } as const;
  const given = { flow, tool, processedWithinMs: PROMISED_MS, ...fields };
  const payment = await harness.aPayment(await harness.anInvoice(), given);
  return until(payment, ({ interaction }) => interaction !== null);
}

async function until(payment: Payment, isReached: (payment: Payment) => boolean): Promise<Payment> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const now = await snapshot(payment);
    if (isReached(now)) return now;
    if (Date.now() > end) throw new Error(`the payment is ${now.status}`);
  }
}

/**
 * Reads the result of an abandoned payment. Its decision is awaited before time is skipped: the test server forgets a workflow
 * whose timer fires while a signal ends its wait (https://github.com/temporalio/sdk-java/issues/3088).
 */
async function readDecided(payment: Payment): Promise<unknown> {
  await until(payment, ({ status }) => status !== 'pending');
  return harness.readResult(getId(payment));
}

/** Whether the sandbox has received the payer's money. */
async function payerPays(payment: Payment): Promise<boolean> {
  const answer = await fetch(`${harness.sandboxUrl}/interactions/${getOperation(payment)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm' }),
  });
  return answer.ok;
}

async function readSums(payment: Payment): Promise<object> {
  const answer = await fetch(`${harness.sandboxUrl}/payments/${getOperation(payment)}`);
  return (await answer.json()) as object;
}

// Each ten minutes cost a look-up, so only one waits for days.
test.each(
  Object.entries(TOOLS).map(([name, tool], index) => [name, index === 0 ? PROMISED_MS : 3 * HOUR_MS, tool] as const),
)('a payment by %s stays pending until the promised time', async (_, promisedMs, tool) => {
  const payment = await requested(tool, { processedWithinMs: promisedMs });
  await harness.environment.sleep((promisedMs * 2) / 3);
  expect(await snapshot(payment)).toMatchObject({ status: 'pending' });
  await payerPays(payment);
  expect(await harness.readResult(getId(payment))).toBe('captured');
});

test.each(Object.entries(TOOLS))('an abandoned payment by %s fails immediately and cannot be paid', async (_, tool) => {
  const payment = await requested(tool);
  await requestAbandonment(harness.store, getRef(payment));
  expect(await readDecided(payment)).toBe('failed');
  expect(await snapshot(payment)).toMatchObject({ failure: { code: 'preauthorization_failed' }, interaction: null });
  expect(await listPaymentAttempts(harness.store.database, getRef(payment))).toMatchObject([{ outcome: 'abandoned' }]);
  expect(await payerPays(payment)).toBe(false);
  expect(await readSums(payment)).toMatchObject({ authorised: 0, captured: 0 });
});

test.each(['instant', 'hold'] as const)('a payment (%s) made before it was abandoned succeeds', async (type) => {
  const flow = type === 'instant' ? { type } : ({ type, onHoldExpiration: 'capture' } as const);
  const payment = await requested({ type: 'paymentTerminal', provider: 'qps' }, { flow });
  await payerPays(payment);
  await requestAbandonment(harness.store, getRef(payment));
  expect(await readDecided(payment)).toBe('captured');
});

test('a payment made and abandoned concurrently ends as the connector decides', async () => {
  const payments = await Promise.all(
    Array.from({ length: 8 }, () => requested({ type: 'paymentTerminal', provider: 'qps' })),
  );
  await Promise.all(
    payments.map(async (payment, index) => {
      const gaveUp = requestAbandonment(harness.store, getRef(payment));
      await sleep(index * 5);
      await payerPays(payment);
      await gaveUp;
    }),
  );
  for (const payment of payments) {
    const status = await readDecided(payment);
    const sums = (await readSums(payment)) as { authorised: number; captured: number; voided: number };
    expect([status, sums.captured]).toEqual(status === 'captured' ? ['captured', 10_000] : ['failed', 0]);
    if (status === 'failed') expect(sums.authorised).toBe(sums.voided);
  }
});

test('a payment made during the void is recorded', async () => {
  const payment = await requested({ type: 'paymentTerminal', provider: 'qps' });
  const sandbox = harness.connectors['sandbox'];
  if (!sandbox) throw new Error('there is no sandbox');
  harness.connectors['sandbox'] = {
    ...sandbox,
    void: async (request) => {
      await payerPays(payment);
      // There is nothing to release after a payment.
      return { kind: 'declined', failure: { code: 'authorization_failed', subError: { code: request.operationID } } };
    },
  };
  try {
    await requestAbandonment(harness.store, getRef(payment));
    expect(await readDecided(payment)).toBe('captured');
  } finally {
    harness.connectors['sandbox'] = sandbox;
  }
});

test('the invoice of an abandoned payment can be paid in another way', async () => {
  const invoice = await harness.anInvoice();
  const flow = { type: 'instant' } as const;
  const tool = TOOLS['crypto transfer'] as PaymentTool;
  const first = await harness.aPayment(invoice, { flow, tool, processedWithinMs: PROMISED_MS });
  await until(first, ({ interaction }) => interaction !== null);
  await requestAbandonment(harness.store, getRef(first));
  await until(first, ({ status }) => status === 'failed');
  const second = await harness.aPayment(invoice, { flow });
  expect(await harness.readResult(getId(second))).toBe('captured');
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});
