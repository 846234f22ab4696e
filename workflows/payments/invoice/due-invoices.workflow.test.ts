import { setTimeout as sleep } from 'node:timers/promises';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { idAtEngine, workflowIDs } from '../../../workflow-names/workflow-ids';
import { rescindInvoice } from '../../../store/payments/invoice/invoice.transitions';
import { terminateIdle } from '../../../tests/harness/idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { startWorkflowHarness, TASK_QUEUE, type WorkflowHarness } from '../../../tests/harness/workflows';
import { stateQuery, type DueState } from './due-invoices.contract';

const DAY_MS = 24 * 3_600_000;

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
});
afterAll(() => harness?.stop());

const handle = () => harness.environment.client.workflow.getHandle(idAtEngine(workflowIDs.dueInvoices(), TASK_QUEUE));

async function untilState(isWanted: (state: DueState) => boolean): Promise<DueState> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(25)) {
    const state = await handle()
      .query(stateQuery)
      .catch(() => undefined);
    if (state && isWanted(state)) return state;
    if (Date.now() > end) throw new Error(`the workflow of due dates is at ${JSON.stringify(state)}`);
  }
}

const readDetails = async (): Promise<unknown> => {
  const metadata: { currentDetails?: string } = await handle().query('__temporal_workflow_metadata');
  return metadata.currentDetails;
};

const rows = (text: string): Promise<object[]> => harness.store.database.search(text, []);

test('one workflow handles all due dates and is signalled only for earlier ones', async () => {
  const invoices: Invoice[] = [];
  for (const days of [5, 6, 3, 4]) {
    invoices.push(await harness.anInvoice({ dueInMs: days * DAY_MS }));
    const [next] = invoices.map(({ dueDate }) => rfc3339Text(dueDate)).sort();
    await untilState(({ outlook }) => outlook?.nextAt === next);
  }
  // The last one sent no signal.
  const details = `The next due date is **${rfc3339Text(invoices[2]!.dueDate)}**.\n\n- 3 unpaid, without a payment under way`;
  expect(await readDetails()).toBe(details);
  const { events } = await handle().fetchHistory();
  expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(2);
  await harness.invoiceAfter(3 * DAY_MS, invoices[2]!, 'cancelled');
  await untilState(({ outlook }) => outlook?.waitingCount === 3);
  await examineHistory(handle());
});

test('an unpaid invoice is cancelled when its due date comes, thirty days later, and not before', async () => {
  const later = await harness.anInvoice({ dueInMs: 30 * DAY_MS });
  await harness.invoiceAfter(30 * DAY_MS - 60_000, later, 'unpaid');
  const { reason } = await harness.invoiceAfter(60_000, later, 'cancelled');
  expect(reason).toBe('overdue');
  await untilState(({ outlook }) => outlook?.nextAt === null);
});

test('a rescinded invoice costs one check', async () => {
  const invoice = await harness.anInvoice({ dueInMs: DAY_MS });
  await rescindInvoice(harness.store, { invoiceID: invoice.id, partyID: invoice.partyID, reason: 'mistake' });
  expect(await harness.invoiceAfter(DAY_MS, invoice, 'cancelled')).toMatchObject({ reason: 'mistake' });
});

test('a pending payment delays the cancellation', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 3_600_000 });
  const payment = await harness.aHold(invoice, 'capture');
  await harness.invoiceAfter(3_600_000, invoice, 'unpaid');
  expect(await harness.readResult(workflowIDs.payment(invoice.id, payment.id))).toBe('captured');
  await harness.invoiceAfter(1, invoice, 'paid');
});

test('an invoice is cancelled after its payment fails past the due date', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 3_600_000 });
  const payment = await harness.aHold(invoice, 'cancel');
  await harness.invoiceAfter(3_600_000, invoice, 'unpaid');
  expect(await harness.readResult(workflowIDs.payment(invoice.id, payment.id))).toBe('cancelled');
  const { reason, eventCount } = await harness.invoiceAfter(1, invoice, 'cancelled');
  expect({ reason, eventCount }).toEqual({ reason: 'overdue', eventCount: 5 });
});

test('an invoice stays unpaid until its due date after a failed payment, despite clock skew', async () => {
  const invoice = await harness.anInvoice({ dueInMs: 2 * DAY_MS });
  const payment = await harness.aPayment(invoice, { cardNumber: '4000000000000002' });
  expect(await harness.readResult(workflowIDs.payment(invoice.id, payment.id))).toBe('failed');
  await untilState(({ outlook }) => outlook?.nextAt === rfc3339Text(invoice.dueDate));
  expect(await harness.invoiceAfter(2 * DAY_MS, invoice, 'cancelled')).toMatchObject({ reason: 'overdue' });
  expect(invoice.dueDate.getTime()).toBeGreaterThan(Date.now());
});

test('an invoice that cannot be cancelled is reported and retried, and does not block others', async () => {
  const stuck = await harness.anInvoice({ dueInMs: DAY_MS });
  const others = await Promise.all(Array.from({ length: 4 }, () => harness.anInvoice({ dueInMs: DAY_MS })));
  // A defect: its next event exists already.
  await rows(`INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
    VALUES ('invoice', '${stuck.id}', 2, now(), '[]')`);
  await harness.invoiceAfter(DAY_MS, others[0]!, 'cancelled');
  for (const other of others) await harness.invoiceAfter(1, other, 'cancelled');
  const { outlook } = await untilState((state) => state.outlook?.failingCount === 1);
  expect(outlook?.failing).toEqual([stuck.id]);
  expect(await readDetails()).toContain(`- **1 could not be cancelled** and are tried again: \`${stuck.id}\``);
  await rows(`DELETE FROM events WHERE subject_id = '${stuck.id}' AND number = 2`);
  await harness.invoiceAfter(DAY_MS, stuck, 'cancelled');
  await untilState((state) => state.outlook?.failingCount === 0);
  expect(await rows('SELECT invoice_id FROM overdue_failures')).toEqual([]);
});

test('a lost run is replaced and misses no due date', async () => {
  const first = await harness.anInvoice({ dueInMs: 3 * DAY_MS });
  await untilState(({ outlook }) => outlook?.nextAt === rfc3339Text(first.dueDate));
  await terminateIdle(handle());
  const second = await harness.anInvoice({ dueInMs: 2 * DAY_MS });
  await harness.invoiceAfter(2 * DAY_MS, second, 'cancelled');
  await harness.invoiceAfter(DAY_MS, first, 'cancelled');
});
