import { buffer } from 'node:stream/consumers';
import { freshDatabase } from '../../tests/harness/database';
import { openStore, type Store } from '../../store/store';
import { REPORT_COLUMNS } from '../../store/operators/reconciliation/report';
import { reconciliationReportCsv } from './report-csv';

let store: Store;
beforeAll(async () => {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY }, 2);
  await sql(`INSERT INTO reconciled_connectors (connector, hour_until, day_until)
    VALUES ('sandbox', now(), now()), ('other', now(), now())`);
});
afterAll(() => store?.database.close());

const sql = (statement: string, values: unknown[] = []) => store.database.search<object>(statement, values);

const FROM = new Date('2026-11-01T00:00:00Z');
const TO = new Date('2026-11-21T00:00:00Z');
const ALL = { connector: 'sandbox', from: FROM, to: TO };

/** Windows of ten minutes with equal sums. */
async function windows(connector: string, from: string, count: number, sums: object[] = []): Promise<void> {
  await sql(
    `INSERT INTO reconciliation_windows (connector, pass, from_time, to_time, operation_count, finding_count, sums)
     SELECT $1, 'hour', begin, begin + interval '10 minutes', 7, 1, $4::jsonb
     FROM generate_series(0, $3 - 1) n, LATERAL (SELECT $2::timestamptz + n * interval '10 minutes' AS begin) of`,
    [connector, from, count, JSON.stringify(sums)],
  );
}

async function findings(prefix: string, count: number, fields: { at: string; text: string }): Promise<void> {
  await sql(
    `INSERT INTO reconciliation_findings (id, connector, kind, operation_id, operation_kind, subject, status, status_changed_at,
       facts, currency, connector_amount, recorded_amount, operation_at, found_at, found_by)
     SELECT $1 || n, 'sandbox', 'differentAmount', 'payment/' || $1 || n || '/capture', 'capture', '-1+1', 'open', $3, jsonb_build_object('text', $4::text),
       'RUB', 9007199254740993, 0, $3, $3, 'day'
     FROM generate_series(1, $2::integer) n`,
    [prefix, count, fields.at, fields.text],
  );
}

const read = async (request = ALL): Promise<string> =>
  (await buffer(await reconciliationReportCsv(store, request))).toString('utf8');
const getRows = (csv: string): string[] => csv.split('\r\n').slice(1).filter(Boolean);

test('a report lists each window and difference of its period once, in order', async () => {
  const sum = { count: 3, sumMinor: '30000', feeMinor: '1050' };
  const recorded = { count: 2, sumMinor: '20000', feeMinor: '700' };
  const sums = [{ currency: 'RUB', kind: 'capture', connector: sum, recorded }];
  await windows('sandbox', '2026-10-31T23:50:00Z', 1);
  await windows('sandbox', '2026-11-01T00:00:00Z', 1_203, sums);
  await windows('sandbox', '2026-11-21T00:00:00Z', 1);
  await windows('other', '2026-11-02T00:00:00Z', 1);
  await findings('early', 1, { at: '2026-10-31T23:59:59.999999Z', text: 'early' });
  await findings('some', 700, { at: '2026-11-02T00:00:00.000001Z', text: 'another amount' });
  await findings('late', 1, { at: '2026-11-21T00:00:00Z', text: 'late' });
  const csv = await read();
  expect(csv.split('\r\n')[0]).toBe(`\uFEFF${REPORT_COLUMNS.join()}`);
  const rows = getRows(csv);
  const ofKind = (kind: string): string[] => rows.filter((row) => row.startsWith(`${kind},sandbox,`));
  expect([ofKind('window').length, ofKind('sum').length, ofKind('finding').length]).toEqual([1_203, 1_203, 700]);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBe(1_203 * 2 + 700);
  const times = ofKind('window').map((row) => row.split(',')[3]);
  expect(times).toEqual([...times].sort());
  expect(ofKind('sum')[0]).toBe(
    'sum,sandbox,hour,2026-11-01T00:00:00Z,2026-11-01T00:10:00Z,,,,,,,,,capture,RUB,3,300.00,2,200.00,,,,,,,,10.50,7.00',
  );
  expect(ofKind('finding')[0]).toMatch(/^finding,sandbox,day,,,,,,some\d+,differentAmount,open,'-1\+1,payment\/some/);
  expect(ofKind('finding')[0]).toMatch(/RUB,,90071992547409.93,,0.00,,2026-11-02T00:00:00.000001Z/);
});

test('texts of operators and providers are escaped cells', async () => {
  const text = '=HYPERLINK("http://evil.example","all is well"), he text\nsum,sandbox';
  await sql(`DELETE FROM reconciliation_findings`);
  await findings('one', 1, { at: '2026-11-03T00:00:00Z', text });
  await sql(
    `UPDATE reconciliation_findings SET status = 'resolved', resolution = '@SUM(1)', resolved_by = '+operator/x',
       connector_reference = $1`,
    ['\tcmd'],
  );
  const csv = await read({ ...ALL, from: new Date('2026-11-02T23:59:59Z'), to: new Date('2026-11-03T00:00:01Z') });
  const finding = csv.slice(csv.indexOf('finding,'));
  expect(finding).toContain(`"${JSON.stringify({ text }).replaceAll('"', '""')}"`);
  expect(finding).toContain(`,'@SUM(1),'+operator/x,,\r\n`);
  expect(finding).toContain(`,"'\tcmd",`);
  expect(finding.replace(/"(?:[^"]|"")*"/g, '')).not.toMatch(/,[=+\-@]/);
});

test('a report is streamed in pages, and an unknown connector has none', async () => {
  const report = await reconciliationReportCsv(store, ALL);
  const first = await report[Symbol.asyncIterator]().next();
  expect(String(first.value).split('\r\n').length).toBeLessThan(1_000);
  await expect(reconciliationReportCsv(store, { ...ALL, connector: 'nobody' })).rejects.toMatchObject({
    code: 'notFound',
  });
});
