import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { HOUR_MS, rebuildSummary, summariseNextHour } from '../../../store/statistics/summarise-attempts';

const BASE = '/operators/v1';
const SINCE = new Date('2026-11-10T00:00:00Z');
const NOW = new Date('2026-11-25T12:30:00Z');
const SPAN = 'from=2026-11-25T10:00:00Z&to=2026-11-25T12:00:00Z';

let api: TestApi;
let client: HttpClient;

beforeAll(async () => {
  api = await startApi();
  const { database } = api.store;
  client = httpClient({
    baseUrl: api.url,
    token: (await anOperator(database, { name: 'viewer', roles: ['viewer'] })).secret,
  });
  await database.search('UPDATE shops SET created_at = $1', [SINCE.toISOString()]);
  const { partyID, shopID } = api.own;
  await makeManyPayments(database, { partyID, shopID, count: 400, since: SINCE });
  // Attempts end every minute in two weeks' hours, every fourth is declined, and all of this week's last hour are.
  await database.search(
    `INSERT INTO payment_attempts (invoice_id, payment_id, number, connector, operation_id, reason, outcome, answer, started_at, ended_at)
     SELECT invoice_id, id, 1, CASE WHEN n % 2 = 0 THEN 'one' ELSE 'two' END, 'payment/' || invoice_id || '.' || id, 'route',
       CASE WHEN n % 4 = 0 OR n >= 180 THEN 'declined' ELSE 'approved' END,
       CASE WHEN n % 4 = 0 OR n >= 180 THEN 'authorization_failed:insufficient_funds' ELSE 'SBX1' END, $1::timestamptz, e.at
     FROM (SELECT invoice_id, id, row_number() OVER (ORDER BY invoice_id, id)::integer - 1 AS n FROM payments) p
     CROSS JOIN LATERAL (SELECT CASE WHEN n < 120 THEN timestamptz '2026-11-18T10:00:00Z' + n * interval '1 minute'
       ELSE timestamptz '2026-11-25T10:00:00Z' + (n - 120) * interval '1 minute' END AS at) e
     WHERE n < 240`,
    [SINCE.toISOString()],
  );
});

afterAll(async () => api?.stop());

async function summarise(now = NOW): Promise<void> {
  while (await summariseNextHour(api.store.database, now));
}

async function readHours(): Promise<unknown[]> {
  return api.store.database.search(
    'SELECT hour, connector, shop_id, tool, outcome, reason, currency, attempt_count, amount FROM attempt_hours ORDER BY 1, 2, 3, 4, 5, 6, 7',
    [],
  );
}

test('sums stand beside those of the same hours a week ago', async () => {
  await summarise();
  const { status, body } = await client.get<any>(`${BASE}/statistics?${SPAN}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    completeUntil: '2026-11-25T12:00:00Z',
    total: { attempts: 120, approved: 45, declined: 75, approvalRate: 0.375 },
    totalWeekAgo: { attempts: 120, approved: 90, declined: 30, approvalRate: 0.75 },
    groups: [
      { key: '2026-11-25T10:00:00Z', attempts: 60, approved: 45, weekAgo: { attempts: 60, approved: 45 } },
      { key: '2026-11-25T11:00:00Z', attempts: 60, approved: 0, weekAgo: { attempts: 60, approved: 45 } },
    ],
  });
});

test.each([
  ['connector', ['one', 'two']],
  ['shop', ['demo-shop']],
  ['tool', ['bankCard', 'paymentTerminal']],
  ['reason', ['approved', 'authorization_failed:insufficient_funds']],
])('sums by %s add up to the total', async (by, keys) => {
  await summarise();
  const { body } = await client.get<any>(`${BASE}/statistics?${SPAN}&by=${by}`);
  expect(body.groups.map(({ key }: any) => key).sort()).toEqual(keys);
  expect(body.groups.reduce((sum: number, { attempts }: any) => sum + attempts, 0)).toBe(120);
});

test('filters choose a connector, a shop and a tool', async () => {
  const read = async (filter: string) =>
    (await client.get<any>(`${BASE}/statistics?${SPAN}&${filter}`)).body.total.attempts;
  expect([await read('connector=one'), await read('shopID=demo-shop'), await read('shopID=none')]).toEqual([
    60, 120, 0,
  ]);
});

test('summarising again, from two processes at once or after a rebuild changes nothing', async () => {
  await summarise();
  const before = await readHours();
  expect(before.length).toBeGreaterThan(4);
  await rebuildSummary(api.store.database, new Date('2026-11-18T00:30:00Z'));
  await Promise.all([summarise(), summarise(), summarise()]);
  await summarise();
  expect(await readHours()).toEqual(before);
});

test('an attempt that is committed late within ten minutes is counted', async () => {
  await summarise(new Date('2026-11-25T13:05:00Z'));
  await api.store.database.search(
    `UPDATE payment_attempts SET ended_at = '2026-11-25T12:59:59Z' WHERE ended_at = '2026-11-25T11:59:00Z'`,
    [],
  );
  await summarise(new Date('2026-11-25T13:11:00Z'));
  const { body } = await client.get<any>(`${BASE}/statistics?from=2026-11-25T12:00:00Z&to=2026-11-25T13:00:00Z`);
  expect(body.total.attempts).toBe(1);
});

test('the plan of a summary reads attempts of its hour by the BRIN index', async () => {
  const rows = await api.store.database.search<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT * FROM payment_attempts WHERE ended_at >= $1 AND ended_at < $2`,
    [NOW.toISOString(), new Date(NOW.getTime() + HOUR_MS).toISOString()],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('payment_attempts_ended_at');
});

test.each([
  ['from=2026-11-25T10:00:00Z&to=2026-11-25T10:59:00Z', /from: must be at least an hour/],
  ['from=2026-11-01T10:00:00Z&to=2026-11-25T10:00:00Z', /from: must be at most 7 days/],
  ['from=yesterday', /from: must be a time/],
  ['by=colour', /by/],
])('the request %s is refused with its place', async (query, message) => {
  expect(await client.get(`${BASE}/statistics?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalidRequest', message: expect.stringMatching(message) },
  });
});

test('only an administrator rebuilds, and the audit log names them', async () => {
  expect((await client.post(`${BASE}/statistics/rebuild`, { from: '2026-11-20T00:00:00Z' })).status).toBe(403);
  const { secret, operatorID } = await anOperator(api.store.database, { name: 'admin', roles: ['administrator'] });
  const admin = httpClient({ baseUrl: api.url, token: secret });
  expect(await admin.post(`${BASE}/statistics/rebuild`, { from: '2026-11-20T00:30:00Z' })).toMatchObject({
    status: 200,
    body: { from: '2026-11-20T00:00:00Z' },
  });
  const { body } = await admin.get<any>(`${BASE}/audit?subjectType=statistics`);
  expect(body.actions).toMatchObject([{ caller: `operator/${operatorID}`, operation: 'rebuildStatistics' }]);
});
