import { workflowTypes } from '../../domain/workflow-messages';
import type { Invoice } from '../../domain/invoice/invoice';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { workflowIDs } from '../../domain/workflow-ids';
import { getInvoice } from '../../store/invoice/invoice.queries';
import { startWorkflowHarness, type WorkflowHarness } from '../../testing/workflows';

/* What an earlier version left running: a workflow for each invoice, beside the one that sees to all of them now. */

const HOUR_MS = 3_600_000;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

async function startedBefore({ id, dueDate }: Invoice): Promise<string> {
  const workflowID = `invoice/${id}`;
  await harness.startAgain(workflowTypes.invoice, workflowID, { invoiceID: id, dueDate: rfc3339Text(dueDate) });
  return workflowID;
}

const read = ({ id, partyID }: Invoice) => getInvoice(harness.store.database, { invoiceID: id, partyID });

test('a workflow of its own and the one of all due dates cancel an invoice once', async () => {
  const invoices = await Promise.all(Array.from({ length: 8 }, () => harness.anInvoice({ dueInMs: HOUR_MS })));
  const workflowIDsOfBefore = await Promise.all(invoices.map(startedBefore));
  for (const workflowID of workflowIDsOfBefore) expect(await harness.readResult(workflowID)).toBe('cancelled');
  for (const invoice of invoices) {
    expect(await read(invoice)).toMatchObject({ status: 'cancelled', reason: 'overdue', eventCount: 2 });
  }
});

test('a workflow of its own ends with the due date though a payment is under way, and leaves the rest to the one of all', async () => {
  const invoice = await harness.anInvoice({ dueInMs: HOUR_MS });
  const payment = await harness.aHold(invoice, 'cancel');
  expect(await harness.readResult(await startedBefore(invoice))).toBe('paymentUnderWay');
  expect((await read(invoice)).status).toBe('unpaid');
  expect(await harness.readResult(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  expect(await harness.invoiceAfter(1, invoice, 'cancelled')).toMatchObject({ reason: 'overdue' });
});

test('a workflow of its own whose invoice was paid ends with the due date, and nobody tells it before', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 24 * HOUR_MS });
  const workflowID = await startedBefore(invoice);
  const payment = await harness.aPayment(invoice, { flow: { type: 'instant' } });
  expect(await harness.readResult(workflowIDs.payment(invoice.id, payment.id))).toBe('captured');
  expect(await harness.readResult(workflowID)).toBe('paid');
  const history = await harness.environment.client.workflow.getHandle(workflowID).fetchHistory();
  expect(history.events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toEqual([]);
});
