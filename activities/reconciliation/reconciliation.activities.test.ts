import { MockActivityEnvironment } from '@temporalio/testing';
import { Client } from 'pg';
import { ConnectorUnavailable, type Connector } from '../../connectors/connector';
import { createSandboxConnector } from '../../connectors/sandbox/sandbox.connector';
import { paymentFailure } from '../../domain/payment/payment-failure';
import type { Payment } from '../../domain/payment/payment';
import { FINDING_STATUSES } from '../../domain/reconciliation/finding.machine';
import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import { requestCancel } from '../../store/payment/hold.transitions';
import { findPayment } from '../../store/payment/payment.queries';
import { recordFailure } from '../../store/payment/payment.transitions';
import { announceConnectors, findReconciledConnector } from '../../store/reconciliation/connectors';
import { listFindings } from '../../store/reconciliation/finding.queries';
import type { RecordedFinding } from '../../store/reconciliation/findings';
import { resolveFinding } from '../../store/reconciliation/resolve';
import { openStore, type Store } from '../../store/store';
import { freshDatabase } from '../../testing/database';
import { seedReferenceData } from '../../testing/reference-data';
import { noteCards } from '../../testing/used-cards';
import { anInvoice, aPayment } from '../../testing/workflows';
import type { ReconciliationActivities } from '../../workflows/reconciliation/reconciliation.contract';
import { createBindingActivities } from '../binding/binding.activities';
import { createPaymentActivities } from '../payment/payment.activities';
import { createRefundActivities } from '../refund/refund.activities';
import { createWithdrawalActivities } from '../withdrawal/withdrawal.activities';
import { createReconciliationActivities } from './reconciliation.activities';
import { fillBothSides } from './testing/many-operations';

/* A real sandbox that is wrong on purpose, the real record, and the activities as a worker runs them; only time is ours to say. */

const CARD = '4242424242424242';
const HOUR_MS = 3_600_000;

let store: Store;
let sandbox: Awaited<ReturnType<typeof aSandbox>>;
let connectors: Record<string, Connector>;
let activities: ReconciliationActivities;
let payments: ReturnType<typeof createPaymentActivities>;

beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 6);
  await seedReferenceData(store.database);
  sandbox = await aSandbox();
  connectors = { sandbox: createSandboxConnector({ url: sandbox.url, secret: TEST_SECRET }) };
  noteCards(CARD);
  ({ activities, payments } = aWorker(connectors));
  await announceConnectors(store.database, ['sandbox']);
});

afterAll(async () => {
  await sandbox?.stop();
  await store?.database.close();
});

/** The activities of one worker. */
function aWorker(known: Record<string, Connector>) {
  const provider = { store, connectors: known, apiUrl: 'http://127.0.0.1:1' };
  const entities = createPaymentActivities(provider);
  const steps = {
    ...entities,
    ...createBindingActivities(provider),
    ...createRefundActivities(provider),
    ...createWithdrawalActivities(provider),
  };
  return { payments: entities, activities: createReconciliationActivities({ ...provider, steps }) };
}

const run = <Result>(work: () => Promise<Result>): Promise<Result> => new MockActivityEnvironment().run(work);
const sql = (text: string, values: unknown[] = []) => store.database.search<object>(text, values);
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
const nameOf = ({ invoiceID, id }: Payment) => `payment/${invoiceID}.${id}`;
const refOf = ({ invoiceID, id }: Payment) => ({ invoiceID, paymentID: id, processingDeadline: after(HOUR_MS) });

async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${sandbox.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** The next operation whose name begins so meets a fault. */
const order = (operationIDPrefix: string, behaviour: object) =>
  ask('POST', '/behaviours', { match: { operationIDPrefix }, behaviour, times: 1 });

const sumsOf = (payment: Payment) => ask('GET', `/payments/${encodeURIComponent(`${nameOf(payment)}/authorise`)}`);

async function pending(): Promise<Payment> {
  const invoice = await anInvoice(store, {}, new Date());
  return aPayment(store, { invoice, fields: { processedWithinMs: 48 * HOUR_MS }, now: new Date() });
}

async function held(fault?: object): Promise<Payment> {
  const payment = await pending();
  if (fault) await order(`${nameOf(payment)}/authorise`, fault);
  await run(() => payments.authorise(refOf(payment)));
  return payment;
}

async function captured(fault?: object): Promise<Payment> {
  const payment = await held();
  if (fault) await order(`${nameOf(payment)}/capture`, fault);
  await sql(`UPDATE payments SET target = 'capture' WHERE invoice_id = $1`, [payment.invoiceID]);
  await run(() => payments.captureOrVoid(refOf(payment)));
  return payment;
}

/** What a connector holds although nobody of ours has recorded it: its answer came to a worker that was gone. */
async function heldUnheard(): Promise<Payment> {
  const payment = await pending();
  await ask('POST', '/operations', {
    kind: 'authorise',
    operationID: `${nameOf(payment)}/authorise`,
    amount: 10_000,
    currency: 'RUB',
    paymentTool: { type: 'card', cardNumber: CARD, expDate: '12/34', cvv: '123' },
    callbackUrl: 'http://127.0.0.1:9/',
    merchantName: 'Shop',
    description: 'Order',
  });
  return payment;
}

/** Everything of the last ten minutes is due in one pass, and in the other nothing. */
async function beginAt(pass: 'hour' | 'day'): Promise<void> {
  const other = pass === 'hour' ? 'day' : 'hour';
  await sql(
    `UPDATE reconciled_connectors SET ${pass}_until = now() - interval '10 minutes', ${other}_until = now() + interval '9 days'`,
  );
  await sql('DELETE FROM reconciliation_windows');
}

async function compare(pass: 'hour' | 'day', by = activities): Promise<number> {
  await beginAt(pass);
  const task = { connector: 'sandbox', asOf: after((pass === 'hour' ? 1 : 23) * HOUR_MS) };
  for (let operationCount = 0; ;) {
    const { compared, repairCount } = await run(() => by.compareNextWindow(task));
    if (repairCount > 0) while ((await run(() => by.repairFindings(task))).leftCount > 0);
    if (!compared) return operationCount;
    operationCount += compared.operationCount;
  }
}

async function findingsOf(subject: string): Promise<RecordedFinding[]> {
  const all = await listFindings(store.database, { statuses: FINDING_STATUSES, limit: 1_000 });
  return all.filter((finding) => finding.subject === subject);
}

const told = (findings: RecordedFinding[]) => findings.map(({ kind, status }) => `${kind} ${status}`).sort();

test('what both sides know alike is no finding, in either pass', async () => {
  const both = [await held(), await captured()];
  expect(await compare('hour')).toBeGreaterThanOrEqual(3);
  await compare('day');
  for (const payment of both) expect(await findingsOf(nameOf(payment))).toEqual([]);
});

test('each way in which an acquirer is wrong is found, listed once, and the sums tell of it', async () => {
  const lost = await captured({ type: 'loseEffect' });
  const forgotten = await captured({ type: 'forget' });
  const doubled = await captured({ type: 'doubleEffect' });
  const misstated = await held({ type: 'misstate', differenceMinor: -100 });
  const name = `payment/nobody.${Date.now()}`;
  const stranger = { kind: 'void', operationID: `${name}/void`, authorisationID: `${name}/authorise` };
  await ask('POST', '/operations', stranger);
  await compare('hour');
  await compare('day');
  expect(told(await findingsOf(nameOf(lost)))).toEqual(['missingEffect open']);
  expect(told(await findingsOf(nameOf(forgotten)))).toEqual(['missingEffect open']);
  expect(told(await findingsOf(nameOf(doubled)))).toEqual(['doubledEffect open']);
  expect(told(await findingsOf(name))).toEqual(['unknownOperation open']);
  const [finding] = await findingsOf(nameOf(misstated));
  expect(finding).toMatchObject({ kind: 'differentAmount', connectorMinor: 9_900n, recordedMinor: 10_000n });
  const sums = await listFindings(store.database, { statuses: ['open'], limit: 100 });
  const kinds = sums.filter(({ kind }) => kind === 'differentSums').map(({ operationKind }) => operationKind);
  expect(new Set(kinds)).toEqual(new Set(['authorise', 'capture']));
  expect((await sumsOf(lost)).captured).toBe(0);
});

test('what settled by itself is no finding any more, and what an operator has resolved stays resolved', async () => {
  const [late, wrong] = [await captured({ type: 'forget' }), await captured({ type: 'doubleEffect' })];
  await compare('hour');
  await ask('POST', '/operations', {
    ...{ kind: 'capture', operationID: `${nameOf(late)}/capture`, authorisationID: `${nameOf(late)}/authorise` },
    ...{ amount: 10_000, currency: 'RUB' },
  });
  const sandboxRecord = new Client({ connectionString: sandbox.databaseUrl });
  await sandboxRecord.connect();
  await sandboxRecord.query(`UPDATE operations SET status = 'approved', failure = NULL WHERE operation_id = $1`, [
    `${nameOf(late)}/capture`,
  ]);
  await sandboxRecord.end();
  const [finding] = await findingsOf(nameOf(wrong));
  const resolved = await resolveFinding(store, { id: finding?.id ?? '', reason: 'given back by the provider' });
  expect(resolved).toMatchObject({ status: 'resolved', resolution: 'given back by the provider' });
  await compare('day');
  expect(told(await findingsOf(nameOf(late)))).toEqual(['missingEffect settled']);
  expect(told(await findingsOf(nameOf(wrong)))).toEqual(['doubledEffect resolved']);
  await expect(resolveFinding(store, { id: 'none', reason: 'x' })).rejects.toThrow('not found');
});

test('a hold of a failed payment is voided once, whoever is killed in the middle of it', async () => {
  const payment = await heldUnheard();
  await recordFailure(store, refOf(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  const { sandbox: real } = connectors;
  if (!real) throw new Error('there is no sandbox');
  const dying: Connector = Object.assign(Object.create(real) as Connector, {
    void: async (request: Parameters<Connector['void']>[0]) => {
      await real.void(request);
      throw new Error('the worker is gone');
    },
  });
  await expect(compare('hour', aWorker({ sandbox: dying }).activities)).rejects.toThrow('the worker is gone');
  expect(told(await findingsOf(nameOf(payment)))).toEqual(['orphanHold repairing']);
  await compare('hour');
  expect(told(await findingsOf(nameOf(payment)))).toEqual(['orphanHold repaired']);
  expect(await sumsOf(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  expect(await ask('GET', `/operations/${encodeURIComponent(`${nameOf(payment)}/lateVoid`)}`)).toMatchObject({
    effects: 1,
  });
});

test('a release that the connector has lost is made again', async () => {
  const payment = await held();
  await requestCancel(store, { ...refOf(payment), partyID: payment.partyID, reason: 'changed my mind' });
  await order(`${nameOf(payment)}/void`, { type: 'loseEffect' });
  await run(() => payments.captureOrVoid(refOf(payment)));
  expect(await sumsOf(payment)).toMatchObject({ voided: 0 });
  await compare('hour');
  expect(told(await findingsOf(nameOf(payment)))).toEqual(['missingEffect repaired', 'orphanHold repaired']);
  expect(await sumsOf(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
});

test('an outcome that nobody has recorded is looked up and recorded, and its workflow woken', async () => {
  const payment = await heldUnheard();
  await compare('hour');
  expect(told(await findingsOf(nameOf(payment)))).toEqual(['unrecordedOutcome repaired']);
  expect(await findPayment(store.database, refOf(payment))).toMatchObject({ status: 'processed' });
  const commands = await sql('SELECT command FROM outbox WHERE workflow_id = $1', [nameOf(payment)]);
  expect(JSON.stringify(commands)).toContain('interactionEnded');
});

test('two workers that compare and repair at once find and repair each difference once', async () => {
  const payment = await heldUnheard();
  await recordFailure(store, refOf(payment), paymentFailure('authorization_failed:processing_deadline_reached'));
  await beginAt('hour');
  const task = { connector: 'sandbox', asOf: after(HOUR_MS) };
  const both = [activities, aWorker(connectors).activities];
  for (let isMore = true; isMore;) {
    const looks = await Promise.all(both.map((each) => run(() => each.compareNextWindow(task))));
    isMore = looks.some(({ compared }) => compared);
    await Promise.all(both.map((each) => run(() => each.repairFindings(task))));
  }
  expect(told(await findingsOf(nameOf(payment)))).toEqual(['orphanHold repaired']);
  expect(await sumsOf(payment)).toMatchObject({ authorised: 10_000, voided: 10_000 });
  const windows = await sql('SELECT from_time FROM reconciliation_windows GROUP BY from_time HAVING count(*) > 1');
  expect(windows).toEqual([]);
});

test('while the connector is away nothing is skipped, the record says why, and all is compared when it is back', async () => {
  await beginAt('hour');
  const before = await findReconciledConnector(store.database, 'sandbox');
  const nobody = createSandboxConnector({ url: 'http://127.0.0.1:9', secret: TEST_SECRET });
  const task = { connector: 'sandbox', asOf: after(HOUR_MS) };
  const { activities: lonely } = aWorker({ sandbox: nobody });
  await expect(run(() => lonely.compareNextWindow(task))).rejects.toThrow(ConnectorUnavailable);
  const away = await findReconciledConnector(store.database, 'sandbox');
  expect(away).toMatchObject({ cursors: before.cursors, problem: expect.stringContaining('does not list') });
  await compare('hour');
  expect(await findReconciledConnector(store.database, 'sandbox')).toMatchObject({ problem: null });
});

test('two thousand payments of one window are compared in bounded time and memory', async () => {
  const count = 2_000;
  await fillBothSides({ record: store.database.url, sandbox: sandbox.databaseUrl }, count);
  await beginAt('hour');
  const heapBefore = process.memoryUsage().heapUsed;
  const began = performance.now();
  let [compared, peak] = [0, 0];
  const task = { connector: 'sandbox', asOf: after(HOUR_MS) };
  for (let look = await run(() => activities.compareNextWindow(task)); look.compared;) {
    compared += look.compared.operationCount;
    peak = Math.max(peak, process.memoryUsage().heapUsed - heapBefore);
    look = await run(() => activities.compareNextWindow(task));
  }
  const seconds = (performance.now() - began) / 1_000;
  process.stderr.write(`${compared} operations in ${seconds.toFixed(1)} s, ${Math.round(peak / 1e6)} MB of heap\n`);
  expect(compared).toBeGreaterThanOrEqual(2 * count);
  // Garbage that nobody has collected yet is among it, and a loaded machine is ten times slower.
  expect(seconds).toBeLessThan(60);
  expect(peak).toBeLessThan(400_000_000);
  expect(await sql(`SELECT id FROM reconciliation_findings WHERE subject LIKE 'payment/many%'`)).toEqual([]);
});
