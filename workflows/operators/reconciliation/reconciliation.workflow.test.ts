import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '../../../domain/payments/payment/payment';
import { idAtEngine, workflowIDs } from '../../../workflow-names/workflow-ids';
import { endReconciliation, resumeReconciliation } from '../../../store/operators/reconciliation/ending';
import { announceConnectors } from '../../../store/operators/reconciliation/connectors';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { FINDING_STATUSES } from '../../../domain/operators/reconciliation/finding.machine';
import type { RecordedFinding } from '../../../store/operators/reconciliation/findings';
import { reconciliationRecovery } from '../../../store/operators/reconciliation/reconciliation.recovery';
import { recordRestarts } from '../../../store/operators/recovery/restarts';
import { findPayment } from '../../../store/payments/payment/payment.queries';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { startWorkflowHarness, TASK_QUEUE, type WorkflowHarness } from '../../../tests/harness/workflows';

let harness: WorkflowHarness;
beforeAll(async () => {
  harness = await startWorkflowHarness();
  await announceConnectors(harness.store.database, ['sandbox']);
});
afterAll(() => harness?.stop());

async function order(behaviour: object, match: object): Promise<void> {
  const body = JSON.stringify({ match, behaviour });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${harness.sandboxUrl}/behaviours`, { method: 'POST', headers, body });
}

const ofPayment = ({ invoiceID, id }: Payment) => `payment/${invoiceID}.${id}`;

async function readSums(payment: Payment): Promise<Record<string, number>> {
  const name = encodeURIComponent(`${ofPayment(payment)}/authorise`);
  return (await fetch(`${harness.sandboxUrl}/payments/${name}`)).json() as Promise<Record<string, number>>;
}

async function isAsked(operationID: string): Promise<boolean> {
  const answer = await fetch(`${harness.sandboxUrl}/operations/${encodeURIComponent(operationID)}`);
  return ((await answer.json()) as { attempts: number }).attempts > 0;
}

/** Skips time and waits for the workflows that it wakes. */
async function until<Found>(find: () => Promise<Found | undefined | false>, what: string): Promise<Found> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; ; await sleep(100)) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error(`there is no ${what}`);
  }
}

async function readFindings(subject: string): Promise<RecordedFinding[]> {
  const all = await listFindings(harness.store.database, { statuses: FINDING_STATUSES, limit: 1_000 });
  return all.filter((finding) => finding.subject === subject);
}

async function compare(): Promise<void> {
  const open = await reconciliationRecovery.page(harness.store.database, null, 10);
  await recordRestarts(
    harness.store,
    open.map(({ start }) => start),
  );
}

test('a hold created after its payment failed is found and voided', async () => {
  const invoice = await harness.anInvoice();
  await order({ type: 'holdLate' }, { operationIDPrefix: `payment/${invoice.id}.`, kinds: ['authorise'] });
  const payment = await harness.aPayment(invoice);
  await until(() => isAsked(`${ofPayment(payment)}/authorise`), 'request for the money');
  await harness.environment.sleep('31 min');
  const ref = { invoiceID: invoice.id, paymentID: payment.id };
  await until(async () => (await findPayment(harness.store.database, ref)).status === 'failed', 'failed payment');
  await until(async () => (await readSums(payment))['authorised'] === 10_000, 'late hold');
  expect(await readSums(payment)).toMatchObject({ authorised: 10_000, voided: 0 });
  await compare();
  await harness.environment.sleep('10 min');
  await until(async () => (await readSums(payment))['voided'] === 10_000, 'void of the hold');
  const subject = ofPayment(payment);
  const [finding] = await until(async () => {
    const findings = await readFindings(subject);
    return findings[0]?.status === 'repaired' && findings;
  }, 'repaired finding');
  expect(finding).toMatchObject({ kind: 'orphanHold', connectorMinor: 10_000n, recordedMinor: 0n, foundBy: 'hour' });
  const handle = harness.environment.client.workflow.getHandle(
    idAtEngine(workflowIDs.reconciliation('sandbox'), TASK_QUEUE),
  );
  await examineHistory(handle);
});

test('an operator can end and resume the reconciliation of a connector', async () => {
  const { store, environment } = harness;
  await compare();
  const handle = environment.client.workflow.getHandle(idAtEngine(workflowIDs.reconciliation('sandbox'), TASK_QUEUE));
  const readStatus = async (): Promise<string> => (await handle.describe()).status.name;
  await until(async () => (await readStatus()) === 'RUNNING', 'running workflow');
  await endReconciliation(store, { connector: 'sandbox', reason: 'taken out' });
  await environment.sleep('1 hour');
  await until(async () => (await readStatus()) === 'COMPLETED', 'ended workflow');
  await examineHistory(handle);
  expect(await reconciliationRecovery.page(store.database, null, 10)).toEqual([]);
  expect(await reconciliationRecovery.openAt(store.database, [['sandbox']])).toEqual([]);
  const compared = () => store.database.search<object>('SELECT * FROM reconciled_connectors', []);
  const [before] = await compared();
  await resumeReconciliation(store, { connector: 'sandbox', reason: 'back' });
  // The sweeper backs off before it restarts the same workflow.
  const isBack = async (): Promise<boolean> => {
    await compare();
    return (await readStatus()) === 'RUNNING';
  };
  await until(isBack, 'resumed workflow');
  expect(before).toMatchObject({ end_reason: 'taken out' });
});
