import { formatAmount } from '../../../domain/platform/money/amount-text';
import { Worker } from '@temporalio/worker';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Payment } from '../../../domain/payments/payment/payment';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { expireHold, requestCancel, requestCapture } from '../../../store/payments/payment/hold.transitions';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { untilAnswered } from '../../../tests/harness/answered';
import { service } from '../../../tests/harness/services';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

const DAY_MS = 24 * 3_600_000;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const getId = ({ invoiceID, id }: Payment): string => workflowIDs.payment(invoiceID, id);
const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const waitingForDecision = ({ heldUntil }: Payment): string => `capture or cancel, until ${rfc3339Text(heldUntil)}`;
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));

/** The workflow's duration by the server's clock. */
async function readLifetime(payment: Payment): Promise<number> {
  const { startTime, closeTime } = await harness.environment.client.workflow.getHandle(getId(payment)).describe();
  return (closeTime?.getTime() ?? NaN) - startTime.getTime();
}

async function attemptsAt(payment: Payment, step: string): Promise<{ effects: number; attempts: number }> {
  const operation = `payment/${payment.invoiceID}.${payment.id}/${step}`;
  const answer = await fetch(`${harness.sandboxUrl}/operations/${encodeURIComponent(operation)}`);
  return (await answer.json()) as { effects: number; attempts: number };
}

test.each([
  ['cancel', 'cancelled'],
  ['capture', 'captured'],
] as const)('a hold waits seven days and then does what %s says', async (onHoldExpiration, status) => {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'hold', onHoldExpiration } });
  expect(await harness.readResult(getId(payment))).toBe(status);
  const lasted = await readLifetime(payment);
  expect(lasted).toBeGreaterThanOrEqual(7 * DAY_MS - 60_000);
  expect(lasted).toBeLessThan(7 * DAY_MS + 60_000);
  expect(await snapshot(payment)).toMatchObject({ status, targetReason: 'Timeout' });
});

test.each([
  ['shop', 'shops'],
  ['party', 'parties'],
])('an expired hold of a blocked %s is released', async (_, table) => {
  const payment = await harness.aHold(await harness.anInvoice(), 'capture');
  const block = (isBlocked: boolean) =>
    harness.store.database.search(`UPDATE ${table} SET is_blocked = $1`, [isBlocked]);
  await block(true);
  expect(await harness.readResult(getId(payment))).toBe('cancelled');
  await block(false);
  expect(await readLifetime(payment)).toBeGreaterThanOrEqual(7 * DAY_MS - 60_000);
  expect(await snapshot(payment)).toMatchObject({ status: 'cancelled', targetReason: 'Shop is blocked' });
  expect(await attemptsAt(payment, 'capture')).toMatchObject({ attempts: 0 });
});

test('a capture before the hold expires settles it immediately', async () => {
  const payment = await harness.aPayment(await harness.anInvoice());
  await untilProcessed(payment);
  await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, { amountMinor: 4_000n });
  expect(await harness.readResult(getId(payment))).toBe('captured');
  expect(await snapshot(payment)).toMatchObject({ status: 'captured', amountMinor: 4_000n });
});

test('exactly one of a concurrent capture and cancel wins', async () => {
  const payment = await harness.aPayment(await harness.anInvoice());
  await untilProcessed(payment);
  const outcomes = await Promise.allSettled([
    requestCapture(harness.store, { ...getRef(payment), reason: 'a' }, {}),
    requestCancel(harness.store, { ...getRef(payment), reason: 'b' }),
    requestCapture(harness.store, { ...getRef(payment), reason: 'c' }, {}),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(await harness.readResult(getId(payment))).toBe(winner === 1 ? 'cancelled' : 'captured');
});

test.each([
  ['before the effect', 667_702n],
  ['after the effect', 667_703n],
  ['while the connector is away', 667_704n],
])('an authorisation with a response lost %s happens once', async (_when, amountMinor) => {
  const flow = { type: 'instant' } as const;
  const payment = await harness.aPayment(await harness.anInvoice({ amountMinor }), { flow });
  expect(await harness.readResult(getId(payment))).toBe('captured');
  expect((await attemptsAt(payment, 'authorise')).effects).toBe(1);
});

test.each([
  ['before the effect', 667_712n],
  ['after the effect', 667_713n],
])('a capture with a response lost %s happens once', async (_when, amountMinor) => {
  const flow = { type: 'instant' } as const;
  const payment = await harness.aPayment(await harness.anInvoice({ amountMinor }), { flow });
  expect(await harness.readResult(getId(payment))).toBe('captured');
  expect((await attemptsAt(payment, 'capture')).effects).toBe(1);
});

test('a refused capture releases the hold', async () => {
  const flow = { type: 'instant' } as const;
  const payment = await harness.aPayment(await harness.anInvoice({ amountMinor: 667_718n }), { flow });
  expect(await harness.readResult(getId(payment))).toBe('cancelled');
});

test('an unfinished interaction fails the payment at its deadline', async () => {
  const payment = await harness.aPayment(await harness.anInvoice(), {
    cardNumber: '4012888888881881',
    processedWithinMs: 30_000,
  });
  expect(await harness.readResult(getId(payment))).toBe('failed');
  const { failure, encryptedPaymentTool } = await snapshot(payment);
  expect(failure).toEqual({ code: 'authorization_failed', subError: { code: 'processing_deadline_reached' } });
  expect(encryptedPaymentTool).toBeNull();
});

test('a payment with an unavailable connector fails at its deadline without a hold', async () => {
  const payment = await harness.aPayment(await harness.anInvoice({ amountMinor: 667_705n }), {
    processedWithinMs: 600_000,
  });
  expect(await harness.readResult(getId(payment))).toBe('failed');
});

test.each(['capture', 'cancel'] as const)('signals without a decision change nothing: %s', async (rule) => {
  const flow = { type: 'hold', onHoldExpiration: rule } as const;
  const payment = await harness.aPayment(await harness.anInvoice(), { flow });
  await untilProcessed(payment);
  await startedAs(payment);
  const handle = harness.environment.client.workflow.getHandle(getId(payment));
  for (let count = 0; count < 5; count++) {
    await handle.signal('holdDecided');
    await handle.signal('interactionEnded');
  }
  const waitingFor = waitingForDecision(payment);
  await harness.environment.sleep(1_000);
  const state = await untilAnswered(
    () => handle.query<{ waitingFor: string }>('state'),
    (answer) => answer.waitingFor === waitingFor,
  );
  expect(state).toMatchObject({ status: 'processed', target: null, waitingFor });
  expect(await snapshot(payment)).toMatchObject({ status: 'processed', target: null });
  expect(await harness.readResult(getId(payment))).toBe(rule === 'capture' ? 'captured' : 'cancelled');
  expect(await readLifetime(payment)).toBeGreaterThanOrEqual(7 * DAY_MS - 60_000);
});

test('a decision takes effect immediately, even after other signals', async () => {
  const payment = await harness.aPayment(await harness.anInvoice());
  await untilProcessed(payment);
  await startedAs(payment);
  await harness.environment.client.workflow.getHandle(getId(payment)).signal('holdDecided');
  await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, { amountMinor: 4_000n });
  // Waiting for the result skips time, possibly before the signal arrives.
  await until(payment, ({ status }) => status === 'captured');
  expect(await harness.readResult(getId(payment))).toBe('captured');
  expect(await readLifetime(payment)).toBeLessThan(DAY_MS);
});

test('a hold checked too early by a fast clock is unchanged', async () => {
  const payment = await harness.aPayment(await harness.anInvoice());
  await untilProcessed(payment);
  const heldUntilMs = payment.heldUntil?.getTime() ?? NaN;
  expect(await expireHold(harness.store, getRef(payment), new Date(heldUntilMs - 1))).toMatchObject({ target: null });
  await requestCancel(harness.store, { ...getRef(payment), reason: 'over' });
  expect(await harness.readResult(getId(payment))).toBe('cancelled');
});

test('a hold sleeps from its start and describes its wait, one task ends it, and the history replays', async () => {
  const payment = await harness.aPayment(await harness.anInvoice());
  await untilProcessed(payment);
  const handle = harness.environment.client.workflow.getHandle(getId(payment));
  const { connectorReference } = await snapshot(payment);
  expect(await startedAs(payment)).toMatchObject({
    historyLength: 1,
    searchAttributes: { EntityStatus: ['processed'] },
    memo: {
      amount: formatAmount(payment),
      shop: expect.any(String),
      method: 'bankCard',
      authorised: { status: 'processed', waitingFor: waitingForDecision(payment), connectorReference },
    },
  });
  await requestCapture(harness.store, { ...getRef(payment), reason: 'sent' }, {});
  // Waiting for the result would skip time to the end of the hold, possibly before the signal arrives.
  const ended = await untilAnswered(
    () => handle.describe(),
    ({ status }) => status.name === 'COMPLETED',
  );
  expect(ended).toMatchObject({ historyLength: 7, searchAttributes: { EntityStatus: ['captured'] } });
  expect(await attemptsAt(payment, 'authorise')).toMatchObject({ attempts: 1 });
  expect(await attemptsAt(payment, 'capture')).toMatchObject({ attempts: 1 });
  const options = { workflowBundle: await service('bundle') };
  await Worker.runReplayHistory(options, await handle.fetchHistory(), getId(payment));
});

test('the ledger verifies after these cases', async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

/** The workflow, which is started a moment after the authorisation. */
async function startedAs(payment: Payment) {
  const { client } = harness.environment;
  return untilAnswered(
    () =>
      client.workflow
        .getHandle(getId(payment))
        .describe()
        .catch(() => undefined),
    (started) => started !== undefined,
  );
}

async function untilProcessed(payment: Payment): Promise<void> {
  await until(payment, ({ status }) => status === 'processed');
}

async function until(payment: Payment, isReached: (payment: Payment) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (isReached(await snapshot(payment))) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the payment did not get there');
}
