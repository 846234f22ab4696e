import { FixedConnectors } from '../../../../tests/harness/fixed-connectors';
import { accountSource } from '../../../../store/payments/connector-account/account-source';
import { MockActivityEnvironment } from '@temporalio/testing';
import { type Connector } from '../../../../connectors/connector';
import { createSandboxConnector } from '../../../../connectors/sandbox/sandbox.connector';
import type { Payment } from '../../../../domain/payments/payment/payment';
import { FINDING_STATUSES } from '../../../../domain/operators/reconciliation/finding.machine';
import { aSandbox, TEST_SECRET } from '../../../../sandbox/testing';
import { announceConnectors } from '../../../../store/operators/reconciliation/connectors';
import { listFindings } from '../../../../store/operators/reconciliation/finding.queries';
import type { RecordedFinding } from '../../../../store/operators/reconciliation/findings';
import { openStore, type Store } from '../../../../store/store';
import { freshDatabase } from '../../../../tests/harness/database';
import { seedReferenceData } from '../../../../tests/harness/reference-data';
import { noteCards } from '../../../../tests/harness/used-cards';
import { anInvoice, aPayment } from '../../../../tests/harness/workflows';
import { lazyVault, type LazyVault } from '../../../../tests/harness/vault';
import type { ReconciliationActivities } from '../../../../workflows/operators/reconciliation/reconciliation.contract';
import type { RefundActivities } from '../../../../workflows/payments/refund/refund.contract';
import type { LookUpSteps } from '../repair';
import { createBindingActivities } from '../../../payments/binding/binding.activities';
import { createPaymentActivities } from '../../../payments/payment/payment.activities';
import { createRefundActivities } from '../../../payments/refund/refund.activities';
import { createSettlementActivities } from '../../../merchants/settlement/settlement.activities';
import { createWithdrawalActivities } from '../../../wallets/withdrawal/withdrawal.activities';
import { createReconciliationActivities } from '../reconciliation.activities';

const CARD = '4242424242424242';
export const HOUR_MS = 3_600_000;

/** The fixture of a test file, filled by its hooks. */
export const desk = {} as {
  store: Store;
  vault: LazyVault;
  sandbox: Awaited<ReturnType<typeof aSandbox>>;
  connectors: Record<string, Connector>;
  activities: ReconciliationActivities;
  payments: ReturnType<typeof createPaymentActivities>;
  /** The time for the activities, if it stands. */
  clock: Date | undefined;
  steps: LookUpSteps & Pick<RefundActivities, 'refund'>;
  /** The environment of the last activity. */
  environment: MockActivityEnvironment;
};

/** Sets up a real sandbox with injected faults, a real database, and the activities of a worker. */
export function openReconciliationDesk(): void {
  beforeAll(async () => {
    const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
    desk.store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 6);
    await seedReferenceData(desk.store.database);
    desk.vault = lazyVault();
    desk.sandbox = await aSandbox();
    desk.connectors = { sandbox: createSandboxConnector({ url: desk.sandbox.url, secret: TEST_SECRET }) };
    noteCards(CARD);
    Object.assign(desk, aWorker(desk.connectors));
    await announceConnectors(desk.store.database, ['sandbox']);
  });
  afterAll(async () => {
    await desk.sandbox?.stop();
    await desk.vault?.stop();
    await desk.store?.database.close();
  });
}

/** Creates the activities of a worker. */
export function aWorker(known: Record<string, Connector>) {
  const clock = async () => desk.clock ?? new Date();
  const connectors = new FixedConnectors(known, accountSource(desk.store));
  const provider = { store: desk.store, vault: desk.vault, connectors, apiUrl: 'http://127.0.0.1:1', clock };
  const entities = createPaymentActivities(provider);
  const steps = {
    ...entities,
    ...createBindingActivities(provider),
    ...createRefundActivities(provider),
    ...createWithdrawalActivities(provider),
    ...createSettlementActivities(provider),
  };
  return { payments: entities, steps, activities: createReconciliationActivities({ ...provider, steps }) };
}

export function run<Result>(work: () => Promise<Result>): Promise<Result> {
  desk.environment = new MockActivityEnvironment();
  return desk.environment.run(work);
}

export const sql = (text: string, values: unknown[] = []) => desk.store.database.search<object>(text, values);
export const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const formatName = ({ invoiceID, id }: Payment) => `payment/${invoiceID}.${id}`;
export const toRef = ({ invoiceID, id }: Payment) => ({
  invoiceID,
  paymentID: id,
});

export async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${desk.sandbox.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Injects a fault into the next operation with the prefix. */
export const order = (operationIDPrefix: string, behaviour: object) =>
  ask('POST', '/behaviours', { match: { operationIDPrefix }, behaviour, times: 1 });

export const readSums = (payment: Payment) =>
  ask('GET', `/payments/${encodeURIComponent(`${formatName(payment)}/authorise`)}`);

export async function pending(): Promise<Payment> {
  const invoice = await anInvoice(desk.store, {}, new Date());
  return aPayment(desk, { invoice, fields: { processedWithinMs: 48 * HOUR_MS }, now: new Date() });
}

export async function held(fault?: object): Promise<Payment> {
  const payment = await pending();
  if (fault) await order(`${formatName(payment)}/authorise`, fault);
  await run(() => desk.payments.authorise(toRef(payment)));
  return payment;
}

export async function captured(fault?: object): Promise<Payment> {
  const payment = await held();
  if (fault) await order(`${formatName(payment)}/capture`, fault);
  await sql(`UPDATE payments SET target = 'capture' WHERE invoice_id = $1`, [payment.invoiceID]);
  await run(() => desk.payments.captureOrVoid(toRef(payment)));
  return payment;
}

/** Creates a hold whose response no worker recorded. */
export async function unrecordedHold(attempt = ''): Promise<Payment> {
  const payment = await pending();
  await ask('POST', '/operations', {
    kind: 'authorise',
    operationID: `${formatName(payment)}/authorise${attempt}`,
    amount: 10_000,
    currency: 'RUB',
    paymentTool: { type: 'card', cardNumber: CARD, expDate: '12/34', cvv: '123' },
    callbackUrl: 'http://127.0.0.1:9/',
    merchantName: 'Shop',
    description: 'Order',
  });
  return payment;
}

/** Makes the last ten minutes, or the time since `from`, due in one pass only. */
export async function beginAt(pass: 'hour' | 'day', from = after(-10 * 60_000)): Promise<void> {
  const other = pass === 'hour' ? 'day' : 'hour';
  await sql(`UPDATE reconciled_connectors SET ${pass}_until = $1, ${other}_until = now() + interval '9 days'`, [from]);
  await sql('DELETE FROM reconciliation_windows');
}

export async function compare(pass: 'hour' | 'day', by = desk.activities, from?: string): Promise<number> {
  await beginAt(pass, from);
  const task = { connector: 'sandbox' };
  desk.clock = new Date(Date.now() + (pass === 'hour' ? 1 : 23) * HOUR_MS);
  for (let operationCount = 0; ;) {
    const { compared, repairCount } = await run(() => by.compareNextWindow(task));
    if (repairCount > 0) while ((await run(() => by.repairFindings(task))).leftCount > 0);
    if (!compared) return operationCount;
    operationCount += compared.operationCount;
  }
}

export async function readFindings(subject: string): Promise<RecordedFinding[]> {
  const all = await listFindings(desk.store.database, { statuses: FINDING_STATUSES, limit: 1_000 });
  return all.filter((finding) => finding.subject === subject);
}

export const describeFindings = (findings: RecordedFinding[]) =>
  findings.map(({ kind, status }) => `${kind} ${status}`).sort();
