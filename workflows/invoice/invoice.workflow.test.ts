import { workflowIDs } from '../../domain/workflow-ids';
import { getInvoice } from '../../store/invoice/invoice.queries';
import { rescindInvoice } from '../../store/invoice/invoice.transitions';
import { startWorkflowHarness, type WorkflowHarness } from '../../testing/workflows';

const DAY_MS = 24 * 3_600_000;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

test('an unpaid invoice is cancelled when its due date comes, thirty days later', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 30 * DAY_MS });
  const began = await harness.environment.currentTimeMs();
  expect(await harness.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
  expect((await harness.environment.currentTimeMs()) - began).toBeGreaterThanOrEqual(30 * DAY_MS - 60_000);
  const { status, reason } = await getInvoice(harness.store.database, {
    invoiceID: invoice.id,
    partyID: invoice.partyID,
  });
  expect({ status, reason }).toEqual({ status: 'cancelled', reason: 'overdue' });
});

test('a rescinded invoice has nothing left to wait for', async () => {
  const invoice = await harness.anInvoice();
  await rescindInvoice(harness.store, { invoiceID: invoice.id, partyID: invoice.partyID, reason: 'mistake' });
  expect(await harness.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
});

test('a payment under way holds the due date up until it ends', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 1_500 });
  const payment = await harness.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'capture' } });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await harness.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('captured');
  expect(await harness.resultOf(workflowIDs.invoice(invoice.id))).toBe('paid');
  expect((await getInvoice(harness.store.database, { invoiceID: invoice.id, partyID: invoice.partyID })).status).toBe(
    'paid',
  );
});

test('a payment that fails after the due date lets the invoice be cancelled', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 1_500 });
  const payment = await harness.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'cancel' } });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await harness.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  expect(await harness.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
});

test('an invoice hears that its payment has ended though our clock is days behind the engine’s', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 2 * DAY_MS });
  const payment = await harness.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'cancel' } });
  expect(await harness.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  expect(await harness.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
  expect(invoice.dueDate.getTime()).toBeGreaterThan(Date.now());
});
