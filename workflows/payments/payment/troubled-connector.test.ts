import { setTimeout as sleep } from 'node:timers/promises';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { BINDING_LIFETIME_MS, type Binding } from '../../../domain/payments/binding/binding';
import type { Payment } from '../../../domain/payments/payment/payment';
import { createBinding } from '../../../store/payments/binding/binding.create';
import { createCustomer } from '../../../store/payments/customer/customer.create';
import { getBinding } from '../../../store/payments/customer/customer.queries';
import { DEMO } from '../../../store/operators/demo/demo';
import { getInvoice } from '../../../store/payments/invoice/invoice.queries';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { createRefund } from '../../../store/payments/refund/refund.create';
import { readRefund } from '../../../store/payments/refund/refund.table';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { aVaultedCard } from '../../../tests/harness/vault';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* Requests that arrive late, and requests rejected as invalid. */

const CARD = '4242424242424242';
const INSTANT = { type: 'instant' } as const;
const UNKNOWN = { code: 'authorization_failed', subError: { code: 'unknown' } };
const DEADLINE_REACHED = { code: 'authorization_failed', subError: { code: 'processing_deadline_reached' } };

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const getRef = ({ invoiceID, id, partyID }: Payment) => ({ invoiceID, paymentID: id, partyID });
const snapshot = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));
const readResult = ({ invoiceID, id }: Payment): Promise<unknown> =>
  harness.readResult(workflowIDs.payment(invoiceID, id));

async function order(prefix: string, kinds: string[], behaviour: object): Promise<void> {
  const answer = await fetch(`${harness.sandboxUrl}/behaviours`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match: { operationIDPrefix: prefix, kinds }, behaviour }),
  });
  expect(answer.status).toBe(201);
}

async function forgetBehaviours(): Promise<void> {
  await fetch(`${harness.sandboxUrl}/behaviours`, { method: 'DELETE' });
}

async function operation(id: string): Promise<{ status?: string; attempts: number; effects?: number }> {
  const answer = await fetch(`${harness.sandboxUrl}/operations/${encodeURIComponent(id)}`);
  return (await answer.json()) as { status?: string; attempts: number; effects?: number };
}

async function readSums({ invoiceID, id }: Payment): Promise<unknown> {
  const name = encodeURIComponent(`payment/${invoiceID}.${id}/authorise`);
  return (await fetch(`${harness.sandboxUrl}/payments/${name}`)).json();
}

/** Waits until a delayed request has reached the connector. */
async function arrived(operationID: string): Promise<void> {
  const deadline = Date.now() + ARRIVAL_TIMEOUT_MS;
  while ((await operation(operationID)).attempts === 0) {
    if (Date.now() > deadline) throw new Error(`${operationID} never arrived`);
    await sleep(100);
  }
}

/** The deadline passes after the request was sent and before it arrives. */
const [DEADLINE_MS, WAY_MS] = [5_000, 12_000];

async function aBinding(deadlineMs = BINDING_LIFETIME_MS): Promise<Binding & { bindingID: string }> {
  const now = await harness.now();
  const customer = await createCustomer(harness.store, { ...DEMO, contactInfo: {}, metadata: {} }, now);
  const binding = await createBinding(
    harness.store,
    {
      customerID: customer.id,
      partyID: DEMO.partyID,
      tool: await aVaultedCard(harness, CARD),
      toolDetails: { type: 'bankCard', bin: '424242', lastDigits: '4242', paymentSystem: 'visa' },
      clientInfo: { fingerprint: 'browser-1' },
    },
    new Date(now.getTime() - BINDING_LIFETIME_MS + deadlineMs),
  );
  return { ...binding, bindingID: binding.id };
}

test('an authorisation that arrives after the deadline holds nothing', async () => {
  await order('payment/', ['authorise'], { type: 'delayBefore', delayMs: WAY_MS });
  const payment = await harness.aPayment(await harness.anInvoice(), { processedWithinMs: DEADLINE_MS });
  expect(await readResult(payment)).toBe('failed');
  await forgetBehaviours();
  const name = `payment/${payment.invoiceID}.${payment.id}`;
  expect(await operation(`${name}/authorise`)).toMatchObject({ attempts: 0 });
  await arrived(`${name}/authorise`);
  expect(await operation(`${name}/authorise`)).toMatchObject({ status: 'declined', effects: 0 });
  expect(await readSums(payment)).toMatchObject({ authorised: 0, voided: 0 });
  expect((await snapshot(payment)).failure).toEqual(DEADLINE_REACHED);
});

test('a verification that arrives after the deadline gives no token', async () => {
  await order('binding/', ['verify'], { type: 'delayBefore', delayMs: WAY_MS });
  const binding = await aBinding(DEADLINE_MS);
  expect(await harness.readResult(workflowIDs.binding(binding.customerID, binding.id))).toBe('failed');
  await forgetBehaviours();
  const name = `binding/${binding.customerID}.${binding.id}`;
  await arrived(`${name}/verify`);
  expect(await operation(`${name}/verify`)).toMatchObject({ status: 'declined', effects: 0 });
  expect(await getBinding(harness.store.database, binding)).toMatchObject({
    failure: DEADLINE_REACHED,
    encryptedRecurrentToken: null,
  });
});

test('a payment with a late void response fails at its deadline', async () => {
  await order('payment/', ['void'], { type: 'dropAfter' });
  const flow = { type: 'hold', onHoldExpiration: 'cancel' } as const;
  const payment = await harness.aPayment(await harness.anInvoice(), {
    cardNumber: '4012888888881881',
    processedWithinMs: DEADLINE_MS,
    flow,
  });
  await harness.environment.sleep(DEADLINE_MS + 2_000);
  await forgetBehaviours();
  expect(await readResult(payment)).toBe('failed');
  expect((await snapshot(payment)).failure).toEqual(DEADLINE_REACHED);
});

test('a payment that starts after its deadline is not authorised', async () => {
  const payment = await harness.aPayment(await harness.anInvoice(), { processedWithinMs: -1 });
  expect(await readResult(payment)).toBe('failed');
  expect(await operation(`payment/${payment.invoiceID}.${payment.id}/authorise`)).toMatchObject({ attempts: 0 });
  expect((await snapshot(payment)).failure).toEqual(DEADLINE_REACHED);
});

test('an authorisation rejected as invalid fails the payment and releases its invoice', async () => {
  await order('payment/', ['authorise'], { type: 'malformed' });
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: INSTANT });
  expect(await readResult(payment)).toBe('failed');
  await forgetBehaviours();
  expect((await snapshot(payment)).failure).toEqual(UNKNOWN);
  expect(await getInvoice(harness.store.database, payment)).toMatchObject({ activePaymentID: null });
});

test('a verification rejected as invalid fails the binding', async () => {
  await order('binding/', ['verify'], { type: 'malformed' });
  const binding = await aBinding();
  expect(await harness.readResult(workflowIDs.binding(binding.customerID, binding.id))).toBe('failed');
  await forgetBehaviours();
  expect((await getBinding(harness.store.database, binding)).failure).toEqual(UNKNOWN);
});

test('a capture rejected as invalid releases the hold', async () => {
  await order('payment/', ['capture'], { type: 'malformed' });
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: INSTANT });
  expect(await readResult(payment)).toBe('cancelled');
  await forgetBehaviours();
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, captured: 0, voided: 10_000 });
});

test('a refund rejected as invalid fails and returns the shop’s money', async () => {
  await order('refund/', ['refund'], { type: 'malformed' });
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: INSTANT });
  await readResult(payment);
  const { id } = await createRefund(harness.store, { ...getRef(payment), amountMinor: 1_000n });
  expect(await harness.readResult(workflowIDs.refund(payment.invoiceID, payment.id, id))).toBe('failed');
  await forgetBehaviours();
  const refund = await readRefund(harness.store.database, { ...getRef(payment), refundID: id });
  expect(refund).toMatchObject({ status: 'failed', failure: UNKNOWN, connectorReference: null });
});

test('an unknown state fails the workflow, and a restart resumes it', async () => {
  await order('refund/', ['refund', 'lookUp'], { type: 'malformed' });
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: INSTANT });
  await readResult(payment);
  const { id } = await createRefund(harness.store, { ...getRef(payment), amountMinor: 1_000n });
  const workflowId = workflowIDs.refund(payment.invoiceID, payment.id, id);
  await expect(harness.readResult(workflowId)).rejects.toMatchObject({
    cause: { cause: { type: 'ConnectorMisuse', nonRetryable: true } },
  });
  const ref = { ...getRef(payment), refundID: id };
  expect(await readRefund(harness.store.database, ref)).toMatchObject({ status: 'pending' });
  await forgetBehaviours();
  await harness.startAgain('refund', workflowId, ref);
  expect(await harness.readResult(workflowId)).toBe('succeeded');
});

test('the ledger verifies after these cases', async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});
