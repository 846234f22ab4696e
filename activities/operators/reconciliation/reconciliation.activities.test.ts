import { Client } from 'pg';
import { ConnectorUnavailable } from '../../../connectors/connector';
import { createSandboxConnector } from '../../../connectors/sandbox/sandbox.connector';
import { TEST_SECRET } from '../../../sandbox/testing';
import { findReconciledConnector } from '../../../store/operators/reconciliation/connectors';
import { listFindings } from '../../../store/operators/reconciliation/finding.queries';
import { resolveFinding } from '../../../store/operators/reconciliation/resolve';
import { fillBothSides } from './testing/many-operations';
import {
  after,
  aWorker,
  ask,
  beginAt,
  captured,
  compare,
  desk,
  readFindings,
  held,
  HOUR_MS,
  formatName,
  openReconciliationDesk,
  run,
  sql,
  readSums,
  describeFindings,
} from './testing/desk';

openReconciliationDesk();

test('equal operations give no finding in either pass', async () => {
  const both = [await held(), await captured()];
  expect(await compare('hour')).toBeGreaterThanOrEqual(3);
  await compare('day');
  for (const payment of both) expect(await readFindings(formatName(payment))).toEqual([]);
});

test('each kind of acquirer error is found once and affects the sums', async () => {
  const lost = await captured({ type: 'loseEffect' });
  const forgotten = await captured({ type: 'forget' });
  const doubled = await captured({ type: 'doubleEffect' });
  const misstated = await held({ type: 'misstate', differenceMinor: -100 });
  const name = `payment/nobody.${Date.now()}`;
  const stranger = { kind: 'void', operationID: `${name}/void`, authorisationID: `${name}/authorise` };
  await ask('POST', '/operations', stranger);
  await compare('hour');
  await compare('day');
  expect(describeFindings(await readFindings(formatName(lost)))).toEqual(['missingEffect open']);
  expect(describeFindings(await readFindings(formatName(forgotten)))).toEqual(['missingEffect open']);
  expect(describeFindings(await readFindings(formatName(doubled)))).toEqual(['doubledEffect open']);
  expect(describeFindings(await readFindings(name))).toEqual(['unknownOperation open']);
  const [finding] = await readFindings(formatName(misstated));
  expect(finding).toMatchObject({ kind: 'differentAmount', connectorMinor: 9_900n, recordedMinor: 10_000n });
  const sums = await listFindings(desk.store.database, { statuses: ['open'], limit: 100 });
  const kinds = sums.filter(({ kind }) => kind === 'differentSums').map(({ operationKind }) => operationKind);
  expect(new Set(kinds)).toEqual(new Set(['authorise', 'capture']));
  expect((await readSums(lost)).captured).toBe(0);
});

test('a settled difference is closed, and a resolved one stays resolved', async () => {
  const [late, wrong] = [await captured({ type: 'forget' }), await captured({ type: 'doubleEffect' })];
  await compare('hour');
  await ask('POST', '/operations', {
    ...{
      kind: 'capture',
      operationID: `${formatName(late)}/capture`,
      authorisationID: `${formatName(late)}/authorise`,
    },
    ...{ amount: 10_000, currency: 'RUB' },
  });
  const sandboxDatabase = new Client({ connectionString: desk.sandbox.databaseUrl });
  await sandboxDatabase.connect();
  await sandboxDatabase.query(`UPDATE operations SET status = 'approved', failure = NULL WHERE operation_id = $1`, [
    `${formatName(late)}/capture`,
  ]);
  await sandboxDatabase.end();
  const [finding] = await readFindings(formatName(wrong));
  const resolved = await resolveFinding(desk.store, { id: finding?.id ?? '', reason: 'refunded by the provider' });
  expect(resolved).toMatchObject({ status: 'resolved', resolution: 'refunded by the provider' });
  await compare('day');
  expect(describeFindings(await readFindings(formatName(late)))).toEqual(['missingEffect settled']);
  expect(describeFindings(await readFindings(formatName(wrong)))).toEqual(['doubledEffect resolved']);
  await expect(resolveFinding(desk.store, { id: 'none', reason: 'x' })).rejects.toThrow('not found');
});

test('an unavailable connector is reported, and its windows are compared once it is back', async () => {
  await beginAt('hour');
  const before = await findReconciledConnector(desk.store.database, 'sandbox');
  const unreachable = createSandboxConnector({ url: 'http://127.0.0.1:9', secret: TEST_SECRET });
  const task = { connector: 'sandbox' };
  desk.clock = new Date(after(HOUR_MS));
  const { activities: disconnected } = aWorker({ sandbox: unreachable });
  await expect(run(() => disconnected.compareNextWindow(task))).rejects.toThrow(ConnectorUnavailable);
  const unavailable = await findReconciledConnector(desk.store.database, 'sandbox');
  expect(unavailable).toMatchObject({
    cursors: before.cursors,
    problem: { kind: 'unavailable', text: expect.stringContaining('does not list') },
  });
  await compare('hour');
  expect(await findReconciledConnector(desk.store.database, 'sandbox')).toMatchObject({ problem: null });
});

test('two thousand payments of one window are compared in bounded time and memory', async () => {
  const count = 2_000;
  await fillBothSides({ record: desk.store.database.url, sandbox: desk.sandbox.databaseUrl }, count);
  await beginAt('hour');
  const heapBefore = process.memoryUsage().heapUsed;
  const began = performance.now();
  let [compared, peak] = [0, 0];
  const task = { connector: 'sandbox' };
  desk.clock = new Date(after(HOUR_MS));
  for (let look = await run(() => desk.activities.compareNextWindow(task)); look.compared;) {
    compared += look.compared.operationCount;
    peak = Math.max(peak, process.memoryUsage().heapUsed - heapBefore);
    look = await run(() => desk.activities.compareNextWindow(task));
  }
  const seconds = (performance.now() - began) / 1_000;
  process.stderr.write(`${compared} operations in ${seconds.toFixed(1)} s, ${Math.round(peak / 1e6)} MB of heap\n`);
  expect(compared).toBeGreaterThanOrEqual(2 * count);
  // The limits include uncollected garbage and a slow machine.
  expect(seconds).toBeLessThan(60);
  expect(peak).toBeLessThan(400_000_000);
  expect(await sql(`SELECT id FROM reconciliation_findings WHERE subject LIKE 'payment/many%'`)).toEqual([]);
});
