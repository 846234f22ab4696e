import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { aDestination } from '../../../tests/harness/factories/wallet';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

const BASE = '/operators/v1';

let api: TestApi;
let client: HttpClient;
let destinations: string[];

beforeAll(async () => {
  api = await startApi();
  const { database } = api.store;
  const { secret, operatorID } = await anOperator(database, { name: 'viewer', roles: ['viewer'] });
  client = httpClient({ baseUrl: api.url, token: secret });
  const { partyID, shopID } = api.own;
  destinations = [await aDestination(api.own.merchant), await aDestination(api.own.merchant)];
  await makeManyPayments(database, { partyID, shopID, count: 30, since: new Date('2026-10-01T00:00:00Z') });
  await database.search(`UPDATE payments SET held_until = NULL`, []);
  await database.search(
    `UPDATE payments SET status = 'processed', held_until = now() + n * interval '5 hours', on_hold_expiration = 'capture'
     FROM (SELECT invoice_id AS i, id AS d, row_number() OVER (ORDER BY invoice_id, id) AS n FROM payments) o
     WHERE invoice_id = i AND id = d AND n <= 10`,
    [],
  );
  await database.search(
    `INSERT INTO chargebacks (invoice_id, payment_id, id, party_id, shop_id, created_at, body, levy, currency, reason_code, stage, status,
       status_changed_at, round, creation_idempotency_key, last_idempotency_key, parts)
     SELECT invoice_id, id, '1', party_id, shop_id, now(), 500, 100, 'RUB', '10.4',
       CASE WHEN n % 2 = 0 THEN 'arbitration' ELSE 'chargeback' END, CASE WHEN n = 5 THEN 'accepted' ELSE 'pending' END,
       timestamptz '2026-11-01T00:00:00Z', 1, 'c' || n, 'c' || n, '[{"shopID": "x", "amount": 1}]'
     FROM (SELECT *, row_number() OVER (ORDER BY invoice_id, id) AS n FROM payments) p WHERE n <= 5`,
    [],
  );
  await database.search(
    `INSERT INTO operator_commands (id, idempotency_key, type, parameters, subject_type, subject_id, reason, state, requested_by,
       requested_role, expires_at, amount, currency)
     SELECT 'command' || n, 'key' || n, 'deposit', '{}', 'wallet', 'w', 'test', CASE WHEN n = 3 THEN 'Approved' ELSE 'AwaitingApproval' END,
       $1, 'finance', now() + interval '1 hour' * (CASE WHEN n = 4 THEN -1 ELSE 1 END), 100, 'RUB' FROM generate_series(1, 4) n`,
    [operatorID],
  );
  await database.search(
    `WITH w AS (
       INSERT INTO webhooks (id, party_id, topic, event_types, delivered_types, url, public_key, encrypted_private_key)
       VALUES ('failing', $1, 'InvoicesTopic', '{}', '{}', 'https://shop.example/hook', 'k', 'k') RETURNING id
     ) INSERT INTO webhook_queues (webhook_id, subject, last_event_id, state) SELECT id, 'invoice/' || n, n, 'retrying' FROM w, generate_series(1, 3) n`,
    [partyID],
  );
  await database.search(
    `INSERT INTO workflow_restarts (workflow_id, count, restarted_at, reason) VALUES ('payment/i.1', 1, now(), 'missing'),
       ('payment/i.2', 3, now(), 'taskFails'), ('payment/i.3', 3, now() - interval '2 hours', 'overdue')`,
    [],
  );
});

afterAll(async () => api?.stop());

async function readPages(kind: string, limit: number): Promise<any[]> {
  const items: any[] = [];
  for (let token = ''; ;) {
    const { status, body } = await client.get<any>(`${BASE}/queue/${kind}?limit=${limit}${token}`);
    expect(status).toBe(200);
    items.push(...body.items);
    if (body.continuationToken === undefined) return items;
    token = `&continuationToken=${encodeURIComponent(body.continuationToken)}`;
  }
}

test('the counts are those of the lists', async () => {
  const { status, body } = await client.get<any>(`${BASE}/queue`);
  expect(status).toBe(200);
  const counts = Object.fromEntries(body.queues.map(({ kind, count }: any) => [kind, count]));
  expect(counts).toEqual({
    reviews: 0,
    chargebacks: 4,
    endingHolds: 4,
    payouts: 0,
    findings: 0,
    endpoints: 1,
    approvals: 2,
    destinations: 2,
    workflows: 1,
  });
  for (const { kind, count, path } of body.queues) {
    expect(path).toBe(`${BASE}/queue/${kind}`);
    expect([kind, (await readPages(kind, 1_000)).length]).toEqual([kind, count]);
  }
});

test('chargebacks come by their deadline, which is sooner in arbitration', async () => {
  const items = await readPages('chargebacks', 1);
  expect(items.map(({ at, fact }) => [at, fact])).toEqual(
    [
      ['2026-11-11T00:00:00Z', 'arbitration'],
      ['2026-11-11T00:00:00Z', 'arbitration'],
      ['2026-12-01T00:00:00Z', 'chargeback'],
      ['2026-12-01T00:00:00Z', 'chargeback'],
    ].map(([at, stage]) => [at, { type: 'chargeback', stage, reasonCode: '10.4' }]),
  );
  expect(items[0]).toMatchObject({ amount: 500, currency: 'RUB', partyID: api.own.partyID, shopID: api.own.shopID });
});

test('holds that end within 24 hours come by their end, with what becomes of them', async () => {
  const items = await readPages('endingHolds', 3);
  expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).sort());
  expect(items.map(({ fact }) => fact)).toEqual(
    Array.from({ length: 4 }, () => ({ type: 'endingHold', onHoldExpiration: 'capture' })),
  );
});

test('failing endpoints and destinations without authorisation name what they wait for', async () => {
  expect(await readPages('endpoints', 10)).toMatchObject([
    { id: 'failing', fact: { type: 'endpoint', subjects: 3, url: 'https://shop.example/hook' } },
  ]);
  expect((await readPages('approvals', 1)).map(({ id, fact }) => [id, fact])).toEqual(
    ['command1', 'command2'].map((id) => [
      id,
      { type: 'approval', command: 'deposit', subjectType: 'wallet', subjectID: 'w', by: 'viewer' },
    ]),
  );
  expect((await readPages('destinations', 1)).map(({ id, fact }) => [id, fact])).toEqual(
    destinations.map((id) => [id, { type: 'destination', resourceType: 'DigitalWalletDestinationResource' }]),
  );
});

test('workflows that fail again after two restarts wait for an operator', async () => {
  expect(await readPages('workflows', 10)).toMatchObject([
    { id: 'payment/i.2', fact: { type: 'workflow', problem: 'taskFails', restarts: 3 } },
  ]);
});

test('unknown kinds and tokens of another list are refused', async () => {
  expect(await client.get(`${BASE}/queue/colours`)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
  const { body } = await client.get<any>(`${BASE}/queue/chargebacks?limit=1`);
  const token = encodeURIComponent(body.continuationToken);
  expect(await client.get(`${BASE}/queue/endingHolds?continuationToken=${token}`)).toMatchObject({
    status: 400,
    body: { code: 'badToken' },
  });
});

test('an opened item says who opened it last, and the audit log has each opening', async () => {
  const [destination = ''] = destinations;
  const [vera, boris] = await Promise.all(
    ['vera', 'boris'].map(async (name) => anOperator(api.store.database, { name, roles: ['support'] })),
  );
  const open = async (secret: string, id: string) =>
    httpClient({ baseUrl: api.url, token: secret }).post(`${BASE}/queue/destinations/opened`, { id });
  const read = async () => (await client.get<any>(`${BASE}/queue/destinations`)).body.items;
  expect((await read()).filter(({ openedBy }: any) => openedBy !== undefined)).toEqual([]);
  for (const { secret } of [vera!, boris!]) expect((await open(secret, destination)).status).toBe(204);
  expect((await open(vera!.secret, 'none')).status).toBe(404);
  const opened = (await read()).filter(({ openedBy }: any) => openedBy !== undefined);
  expect(opened).toMatchObject([{ id: destination, openedBy: 'boris', openedAt: expect.stringMatching(/^\d{4}-/) }]);
  const audit = await httpClient({ baseUrl: api.url, token: vera!.secret }).get<any>(
    `${BASE}/audit?subjectType=workItem&subjectID=destinations/${destination}`,
  );
  expect(audit.body.actions.map(({ caller }: any) => caller)).toEqual([
    `operator/${boris!.operatorID}`,
    `operator/${vera!.operatorID}`,
  ]);
});
