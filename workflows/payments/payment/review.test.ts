import type { WorkflowHandle } from '@temporalio/client';
import type { InspectionRule } from '../../../domain/payments/inspection/inspection-rule';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { asOperator } from '../../../store/platform/audit/origin';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { listPaymentAttempts } from '../../../store/payments/payment/payment.attempts';
import { asRestart } from '../../../store/operators/recovery/restarts';
import { paymentWorkflow } from '../../../store/payments/payment/payment.start';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { decideReview, type DecidedReview } from '../../../store/payments/review/review.transitions';
import { findReview } from '../../../store/payments/review/review.table';
import { DEMO } from '../../../store/operators/demo/demo';
import { anOperator } from '../../../tests/harness/factories/operator';
import { startWorkflowHarness, type WorkflowHarness } from '../../../tests/harness/workflows';

/* Payments that a rule before authorisation holds for a review. */

const MINUTE_MS = 60_000;
const RULE: InspectionRule = { id: 'large', action: 'review', reviewMinutes: 10 };

let harness: WorkflowHarness;
let operatorID: string;

beforeAll(async () => {
  harness = await startWorkflowHarness();
  ({ operatorID } = await anOperator(harness.store.database, { name: 'anna', roles: ['support'] }));
  const text = 'UPDATE shops SET terms = $2 WHERE id = $1';
  const terms = JSON.stringify({ inspection: [RULE] });
  await harness.store.database.run({ name: 'test-set-terms', text }, [DEMO.shopID, terms]);
});
afterAll(() => harness?.stop());

afterEach(async () => {
  expect(await verifyLedger(harness.store.database)).toEqual([]);
});

const getRef = ({ invoiceID, id }: Payment): PaymentRef => ({ invoiceID, paymentID: id });
const getID = ({ invoiceID, id }: Payment): string => workflowIDs.payment(invoiceID, id);
const read = (payment: Payment): Promise<Payment> => findPayment(harness.store.database, getRef(payment));

async function held(): Promise<Payment> {
  const payment = await harness.aPayment(await harness.anInvoice(), { flow: { type: 'instant' } });
  expect(payment).toMatchObject({ status: 'pending', reviewUntil: expect.any(Date) });
  return payment;
}

let commands = 0;

/** The row of a command that is being executed. */
async function aCommand(): Promise<string> {
  const id = `review-${commands++}`;
  await harness.store.database.search(
    `INSERT INTO operator_commands (id, idempotency_key, type, parameters, subject_type, subject_id, reason, state, requested_by,
       requested_role, expires_at) VALUES ($1, $1, 'approveReview', '{}', 'payment', 'p', 'called the payer', 'Approved', $2, 'support',
       now() + interval '1 hour')`,
    [id, operatorID],
  );
  return id;
}

async function decide(payment: Payment, outcome: 'approved' | 'rejected'): Promise<DecidedReview> {
  const commandID = await aCommand();
  const origin = { operation: outcome, requestID: `command/${commandID}`, paymentID: payment.id };
  return decideReview(asOperator(harness.store, origin), getRef(payment), { outcome, commandID });
}

/** Whether the acquirer knows the payment. */
async function isSent({ invoiceID, id }: Payment): Promise<boolean> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${id}/authorise`);
  return (await fetch(`${harness.sandboxUrl}/payments/${operation}`)).ok;
}

const REJECTED = { status: 'failed', failure: { code: 'rejected_by_inspector' }, encryptedPaymentTool: null };

async function expectUnsent(payment: Payment): Promise<void> {
  expect(await read(payment)).toMatchObject({ ...REJECTED, reviewUntil: null });
  expect(await listPaymentAttempts(harness.store.database, getRef(payment))).toEqual([]);
  expect(await isSent(payment)).toBe(false);
}

test('an approved payment is authorised and captured, and not before', async () => {
  const payment = await held();
  const { workflow } = harness.environment.client;
  const state = async (): Promise<any> => workflow.getHandle(getID(payment)).query('state');
  while (!(await state().catch(() => undefined))?.waitingFor?.startsWith('a review'));
  expect(await isSent(payment)).toBe(false);
  expect(await decide(payment, 'approved')).toMatchObject({ outcome: 'approved', status: 'pending', isChanged: true });
  expect(await harness.readResult(getID(payment))).toBe('captured');
  expect(await read(payment)).toMatchObject({ status: 'captured', reviewUntil: null });
  expect(await findReview(harness.store.database, getRef(payment))).toMatchObject({
    ...{ rule: 'large', outcome: 'approved', operatorName: 'anna', reason: 'called the payer' },
  });
});

test('a rejected payment fails and reaches no acquirer, and its invoice can be paid again', async () => {
  const payment = await held();
  expect(await decide(payment, 'rejected')).toMatchObject({ outcome: 'rejected', status: 'failed', isChanged: true });
  expect(await harness.readResult(getID(payment))).toBe('failed');
  await expectUnsent(payment);
  const again = await harness.aPayment({ id: payment.invoiceID, partyID: payment.partyID } as never);
  expect(again.status).toBe('pending');
  await decide(again, 'rejected');
});

test('an undecided payment is rejected at the deadline', async () => {
  const payment = await held();
  expect(payment.reviewUntil?.getTime()).toBe(payment.createdAt.getTime() + 10 * MINUTE_MS);
  expect(await harness.readResult(getID(payment))).toBe('failed');
  await expectUnsent(payment);
  expect(await findReview(harness.store.database, getRef(payment))).toMatchObject({ outcome: 'expired', reason: null });
  await expect(decide(payment, 'approved')).rejects.toThrow('the review is expired');
});

test('one of 64 decisions at once counts', async () => {
  const payment = await held();
  const outcomes = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? 'approved' : 'rejected'));
  const ended = await Promise.allSettled(outcomes.map((outcome) => decide(payment, outcome as 'approved')));
  const done = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect([done.length, done.filter(({ isChanged }) => isChanged).length]).toEqual([32, 1]);
  const [first] = done;
  expect(new Set(done.map(({ outcome }) => outcome)).size).toBe(1);
  expect(await harness.readResult(getID(payment))).toBe(first?.outcome === 'approved' ? 'captured' : 'failed');
});

test('a lost signal delays an approved payment to the deadline of the review', async () => {
  const payment = await held();
  const { database } = harness.store;
  const ref = [payment.invoiceID, payment.id];
  await database.search(
    `UPDATE payment_reviews SET outcome = 'approved', ended_at = now(), command_id = $3 WHERE (invoice_id, payment_id) = ($1, $2)`,
    [...ref, await aCommand()],
  );
  await database.search('UPDATE payments SET review_until = NULL WHERE (invoice_id, id) = ($1, $2)', ref);
  expect(await harness.readResult(getID(payment))).toBe('captured');
});

test('a workflow that is started again waits for the review', async () => {
  const payment = await held();
  const handle = harness.environment.client.workflow.getHandle(getID(payment));
  while (!(await isStopped(handle)));
  await harness.startAgain('payment', getID(payment), asRestart(paymentWorkflow(payment)).args[0] as object);
  await decide(payment, 'approved');
  expect(await harness.readResult(getID(payment))).toBe('captured');
});

/** Terminates a workflow that may not have started yet. */
async function isStopped(handle: WorkflowHandle): Promise<boolean> {
  return handle.terminate('test').then(
    () => true,
    () => false,
  );
}
