import { workflowIDs } from '../../domain/workflow-ids';
import { getInvoice } from '../../store/invoice/invoice.queries';
import { rescindInvoice } from '../../store/invoice/invoice.transitions';
import { workflowStage, type WorkflowStage } from '../../testing/workflow-stage';

const DAY_MS = 24 * 3_600_000;

let stage: WorkflowStage;
beforeAll(async () => {
  stage = await workflowStage();
});
afterAll(() => stage?.stop());

test('an unpaid invoice is cancelled when its due date comes, thirty days later', async () => {
  const invoice = await stage.anInvoice({ dueInMs: 30 * DAY_MS });
  const began = await stage.environment.currentTimeMs();
  expect(await stage.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
  expect((await stage.environment.currentTimeMs()) - began).toBeGreaterThanOrEqual(30 * DAY_MS - 60_000);
  const { status, reason } = await getInvoice(stage.store.database, {
    invoiceID: invoice.id,
    partyID: invoice.partyID,
  });
  expect({ status, reason }).toEqual({ status: 'cancelled', reason: 'overdue' });
});

test('a rescinded invoice has nothing left to wait for', async () => {
  const invoice = await stage.anInvoice();
  await rescindInvoice(stage.store, { invoiceID: invoice.id, partyID: invoice.partyID, reason: 'mistake' });
  expect(await stage.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
});

test('a payment under way holds the due date up until it ends', async () => {
  const invoice = await stage.anInvoice({ dueInMs: 1_500 });
  const payment = await stage.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'capture' } });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await stage.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('captured');
  expect(await stage.resultOf(workflowIDs.invoice(invoice.id))).toBe('paid');
  expect((await getInvoice(stage.store.database, { invoiceID: invoice.id, partyID: invoice.partyID })).status).toBe(
    'paid',
  );
});

test('a payment that fails after the due date lets the invoice be cancelled', async () => {
  const invoice = await stage.anInvoice({ dueInMs: 1_500 });
  const payment = await stage.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'cancel' } });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await stage.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  expect(await stage.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
});

test('an invoice hears that its payment has ended though our clock is days behind the engine’s', async () => {
  const invoice = await stage.anInvoice({ dueInMs: 2 * DAY_MS });
  const payment = await stage.aPayment(invoice, { flow: { type: 'hold', onHoldExpiration: 'cancel' } });
  expect(await stage.resultOf(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  expect(await stage.resultOf(workflowIDs.invoice(invoice.id))).toBe('cancelled');
  expect(invoice.dueDate.getTime()).toBeGreaterThan(Date.now());
});
