import type { FindingFacts } from '../../../domain/operators/reconciliation/finding-facts';
import { Client } from 'pg';
import { ConnectorUnavailable } from '../../../connectors/connector';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { mergeTimeline } from '../../../operators/timeline/merge';
import { reconciliationReportCsv } from '../../../operators/reconciliation/report-csv';
import { findReconciledConnector } from '../../../store/operators/reconciliation/connectors';
import { countOpenFindings } from '../../../store/operators/reconciliation/finding.queries';
import { readTimeline } from '../../../store/operators/timeline/timeline';
import {
  captured,
  compare,
  desk,
  readFindings,
  held,
  HOUR_MS,
  formatName,
  openReconciliationDesk,
  sql,
  describeFindings,
} from './testing/desk';

openReconciliationDesk();

/** Executes a statement in the sandbox's database. */
async function inSandbox(statement: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: desk.sandbox.databaseUrl });
  await client.connect();
  await client.query(statement, values).finally(() => client.end());
}

const garble = (how: string) => ({ type: 'garble', how });

async function garbledRows(): Promise<{ operation_id: string; kind: string; facts: FindingFacts }[]> {
  return sql(`SELECT operation_id, kind, facts FROM reconciliation_findings
    WHERE kind = 'unreadableRow' ORDER BY operation_id`) as Promise<never>;
}

test('an unreadable row is reported with its reason, and the rest of its window is compared', async () => {
  const amount = await captured(garble('amount'));
  const currency = await held(garble('currency'));
  const json = await captured(garble('json'));
  const doubled = await captured({ type: 'doubleEffect' });
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(amount)))).toEqual(['unreadableRow open']);
  expect(describeFindings(await readFindings(formatName(currency)))).toEqual(['unreadableRow open']);
  expect(describeFindings(await readFindings(formatName(json)))).toEqual(['unreadableRow open']);
  expect(describeFindings(await readFindings(formatName(doubled)))).toEqual(['doubledEffect open']);
  const [finding] = await readFindings(formatName(amount));
  expect(finding).toMatchObject({
    operationID: `${formatName(amount)}/capture`,
    operationKind: 'capture',
    connectorMinor: null,
    recordedMinor: null,
    repair: null,
    facts: { text: expect.stringMatching(/^amountMinor: /) },
  });
  expect(finding?.facts.text).not.toContain('100,00');
  expect(await findReconciledConnector(desk.store.database, 'sandbox')).toMatchObject({ problem: null });
});

test('an unreadable row is reported once and settles when it becomes readable', async () => {
  const nameless = await captured(garble('name'));
  await compare('hour');
  const rows = await garbledRows();
  await compare('hour');
  await compare('day');
  expect(await garbledRows()).toEqual(rows);
  expect(rows.filter(({ operation_id }) => operation_id.startsWith('unreadable/'))).toHaveLength(1);
  expect(await readFindings(formatName(nameless))).toEqual([]);
  await inSandbox('UPDATE operations SET garbled = NULL');
  await compare('day');
  const left = await countOpenFindings(desk.store.database, 'sandbox');
  expect(left).not.toHaveProperty('unreadableRow');
});

test('the operation of an unreadable row is looked up, and a missing effect is reported', async () => {
  const lost = await captured(garble('amount'));
  await inSandbox('DELETE FROM effects WHERE operation_id = $1', [`${formatName(lost)}/capture`]);
  await inSandbox(`UPDATE operations SET status = 'declined', failure = 'timeout' WHERE operation_id = $1`, [
    `${formatName(lost)}/capture`,
  ]);
  await compare('hour');
  expect(describeFindings(await readFindings(formatName(lost)))).toEqual(['missingEffect open', 'unreadableRow open']);
});

test('the report and the payment’s timeline include an unreadable row', async () => {
  const payment = await captured(garble('currency'));
  await compare('hour');
  const time = { from: new Date(Date.now() - 2 * HOUR_MS), to: new Date(Date.now() + HOUR_MS) };
  let csv = '';
  for await (const part of await reconciliationReportCsv(desk.store, { connector: 'sandbox', ...time })) csv += part;
  const [line] = csv.split('\r\n').filter((one) => one.includes('unreadableRow') && one.includes(formatName(payment)));
  expect(line).toContain('currency: is not a currency of ISO 4217');
  const ref = { kind: 'payment', invoiceID: payment.invoiceID, paymentID: payment.id } as const;
  const entries = mergeTimeline({ ...(await readTimeline(desk.store.database, ref)), steps: [] });
  expect(entries.at(-1)).toMatchObject({
    kind: 'finding',
    fact: {
      ...{ connector: 'sandbox', finding: 'unreadableRow', operationID: `${formatName(payment)}/capture` },
      facts: { text: expect.stringContaining('currency: is not a currency') },
    },
  });
});

test('the second pass allows as many unreadable rows as the first', async () => {
  const hour = new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);
  await inSandbox(
    `INSERT INTO operations (operation_id, kind, request_hash, amount, currency, status, decided_at, garbled)
     SELECT 'withdrawal/old' || m || '-' || n || '/payOut', 'payOut', '\\x00', 100, 'RUB', 'approved',
       $1::timestamptz + make_interval(mins => m), 'amount'
     FROM unnest(ARRAY[9, 11, 31, 51]) m, generate_series(1, 60) n`,
    [hour],
  );
  await compare('hour', desk.activities, rfc3339Text(hour));
  await compare('day', desk.activities, rfc3339Text(hour));
  const listed = (await garbledRows()).filter(({ operation_id }) => operation_id.startsWith('withdrawal/old'));
  expect(listed).toHaveLength(240);
});

test('a list with more than a hundred unreadable rows is not skipped', async () => {
  const listedFrom = Date.now();
  await inSandbox(
    `INSERT INTO operations (operation_id, kind, request_hash, amount, currency, status, decided_at, garbled)
     SELECT 'withdrawal/form' || n || '/payOut', 'payOut', '\\x00', 100, 'RUB', 'approved', now(), 'amount'
     FROM generate_series(1, 101) n`,
  );
  await expect(compare('hour')).rejects.toThrow(ConnectorUnavailable);
  const { cursors, problem } = await findReconciledConnector(desk.store.database, 'sandbox');
  expect(problem).toMatchObject({ kind: 'unreadableRows', text: expect.stringContaining('amountMinor') });
  expect(cursors.hour.getTime()).toBeLessThan(listedFrom);
  expect((await garbledRows()).filter(({ operation_id }) => operation_id.startsWith('withdrawal/form'))).toEqual([]);
});
