import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { HOUR_MS, rebuildSummary, summariseNextHour } from '../../../store/operators/statistics/summarise-attempts';

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

async function readHours(): Promise<unknown[][]> {
  const read = async (table: string) => api.store.database.search(`SELECT t::text FROM ${table} t ORDER BY 1`, []);
  return [await read('attempt_hours'), await read('attempt_durations')];
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

test('days of four weeks stand beside those of the four weeks before', async () => {
  await summarise();
  const read = async (span: string) => (await client.get<any>(`${BASE}/statistics?${span}&by=day`)).body;
  const now = await read('from=2026-10-29T00:00:00Z&to=2026-11-25T12:00:00Z');
  expect(now.total.attempts).toBe(240);
  expect(now.totalWeekAgo.attempts).toBe(0);
  expect(now.groups).toMatchObject([
    { key: '2026-11-18', attempts: 120, approved: 90, weekAgo: { attempts: 0 } },
    { key: '2026-11-25', attempts: 120, approved: 45, weekAgo: { attempts: 0 } },
  ]);
  const later = await read('from=2026-11-25T13:00:00Z&to=2026-12-23T12:00:00Z');
  expect(later.groups).toMatchObject([
    { key: '2026-12-16', attempts: 0, weekAgo: { attempts: 120, approved: 90 } },
    { key: '2026-12-23', attempts: 0, weekAgo: { attempts: 120, approved: 45 } },
  ]);
});

test('volume and the 95th percentile of durations agree with the attempts', async () => {
  await summarise();
  const { database } = api.store;
  // Nineteen of twenty attempts take a second, the twentieth two minutes.
  await database.search(
    `UPDATE payment_attempts SET started_at = ended_at - CASE WHEN extract(minute FROM ended_at)::integer % 30 = 0
       THEN interval '2 minutes' ELSE interval '1 second' END`,
    [],
  );
  await rebuildSummary(database, new Date('2026-11-18T00:00:00Z'));
  await summarise();
  const { body } = await client.get<any>(`${BASE}/statistics?${SPAN}&by=connector`);
  const [{ sum }] = await database.search<any>(
    `SELECT sum(p.amount)::float8 AS sum FROM payment_attempts a JOIN payments p ON p.invoice_id = a.invoice_id AND p.id = a.payment_id
     WHERE a.outcome = 'approved' AND a.ended_at >= '2026-11-25T10:00:00Z' AND a.ended_at < '2026-11-25T12:00:00Z'`,
    [],
  );
  expect(body.total.volume).toEqual([{ currency: 'RUB', amount: sum }]);
  const parts = body.groups.flatMap(({ volume }: any) => volume.map(({ amount }: any) => amount));
  expect(parts.reduce((total: number, amount: number) => total + amount, 0)).toBe(sum);
  expect(body.total.p95Ms).toBeGreaterThanOrEqual(1_000);
  expect(body.total.p95Ms).toBeLessThanOrEqual(1_100);
  expect(body.totalWeekAgo.p95Ms).toBe(body.total.p95Ms);
  // Attempts of whole minutes divisible by 30 all went to `one`: 4 of its 60, so more than five of a hundred.
  expect(body.groups.map(({ key, p95Ms }: any) => [key, p95Ms > 60_000])).toEqual(
    expect.arrayContaining([
      ['one', true],
      ['two', false],
    ]),
  );
});

test('cells add up to the total, and the list behind a cell has its attempts', async () => {
  await summarise();
  const { body } = await client.get<any>(`${BASE}/statistics/cells?${SPAN}`);
  const count = (field: string): number => body.cells.reduce((sum: number, cell: any) => sum + cell[field], 0);
  expect([count('attempts'), count('weekAgoAttempts')]).toEqual([120, 120]);
  for (const { reason, connector, shopID, attempts } of body.cells) {
    const path = `${BASE}/statistics/attempts?${SPAN}&connector=${connector}&shopID=${shopID}&reason=${reason}&limit=7`;
    const seen: any[] = [];
    for (let token = ''; ;) {
      const page = await client.get<any>(path + token);
      seen.push(...page.body.attempts);
      if (page.body.continuationToken === undefined) break;
      token = `&continuationToken=${page.body.continuationToken}`;
    }
    expect(new Set(seen.map(({ invoiceID, paymentID, number }) => `${invoiceID}.${paymentID}.${number}`)).size).toBe(
      attempts,
    );
    expect(seen.every((row) => row.reason === reason && row.connector === connector && row.shopID === shopID)).toBe(
      true,
    );
    const ends = seen.map(({ endedAt }) => endedAt);
    expect(ends).toEqual([...ends].sort().reverse());
  }
});

test('a token of another list is refused', async () => {
  const path = `${BASE}/statistics/attempts?${SPAN}&limit=2`;
  const { body } = await client.get<any>(path);
  for (const changed of [`${path}&connector=one`, path.replace('limit=2', 'limit=3&shopID=other')]) {
    expect(await client.get(`${changed}&continuationToken=${body.continuationToken}`)).toMatchObject({ status: 400 });
  }
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
  for (const rows of before) expect(rows.length).toBeGreaterThan(4);
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
  ['from=2026-10-28T09:00:00Z&to=2026-11-25T10:00:00Z', /from: must be at most 28 days/],
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
