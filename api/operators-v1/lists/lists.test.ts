import { anOperator } from '../../../tests/harness/factories/operator';
import { makeManyPayments } from '../../../tests/harness/factories/many-payments';
import {
  aWallet,
  anAuthorisedDestination,
  anIdentity,
  fund,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

const SINCE = new Date('2026-01-01T00:00:00Z');
const PERIOD = 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
const COUNT = 100;

let api: WalletApi;
let viewer: HttpClient;

/** One refund and one chargeback of every payment of each shop; those of one second follow each other by id. */
const REFUNDS = `INSERT INTO refunds (invoice_id, payment_id, id, party_id, shop_id, external_id, created_at, amount, currency, reason,
    status, status_changed_at, failure, parts)
  SELECT invoice_id, id, '1', party_id, shop_id, NULL, date_trunc('day', created_at), 100, 'RUB', 'Брак',
    CASE WHEN amount % 3 = 0 THEN 'failed' ELSE 'succeeded' END, created_at,
    CASE WHEN amount % 3 = 0 THEN '{"code": "declined"}'::jsonb END, '[{"shopID": "x"}]' FROM payments`;
const CHARGEBACKS = `INSERT INTO chargebacks (invoice_id, payment_id, id, party_id, shop_id, created_at, body, levy, currency, stage, status,
    status_changed_at, round, creation_idempotency_key, last_idempotency_key, parts)
  SELECT invoice_id, id, '1', party_id, shop_id, created_at, 100, 100, 'RUB', 'chargeback', 'pending', created_at, 1,
    invoice_id || id, 'x', '[{"shopID": "x"}]' FROM payments WHERE id = '1'`;

beforeAll(async () => {
  api = await startWalletApi();
  const { store, own, url } = api;
  const { secret } = await anOperator(store.database, { name: 'vera', roles: ['viewer'] });
  viewer = httpClient({ baseUrl: `${url}/operators/v1`, token: secret });
  await makeManyPayments(store.database, { partyID: own.partyID, shopID: own.shopID, count: COUNT, since: SINCE });
  for (const text of [REFUNDS, CHARGEBACKS]) await store.database.search(text, []);
});

afterAll(() => api?.stop());

async function readAll(path: string, name: string, query: string): Promise<any[]> {
  const rows: any[] = [];
  let token: string | undefined;
  do {
    const next = token === undefined ? '' : `&continuationToken=${encodeURIComponent(token)}`;
    const { status, body } = await viewer.get<any>(`${path}?limit=7&${query}${next}`);
    expect([path, status]).toEqual([path, 200]);
    rows.push(...body[name]);
    token = body.continuationToken;
  } while (token !== undefined);
  return rows;
}

test.each([
  ['refunds', 105],
  ['chargebacks', COUNT],
])('%s of a shop are paged by keyset, newest first, each once', async (name, count) => {
  const { shopID } = api.own;
  const rows = await readAll(`/shops/${shopID}/${name}`, name, PERIOD);
  const keys = rows.map(({ createdAt, invoiceID, paymentID, id }) => [createdAt, invoiceID, paymentID, id].join(' '));
  expect(new Set(keys).size).toBe(count);
  expect(keys).toEqual([...keys].sort().reverse());
  expect(rows[0]).toMatchObject({ shopID, amount: 100, currency: 'RUB', partyID: api.own.partyID });
});

test('lists of a shop are filtered by status, invoice and period', async () => {
  const path = `/shops/${api.own.shopID}/refunds`;
  const failed = await readAll(path, 'refunds', `${PERIOD}&status=failed`);
  expect(failed.length).toBeGreaterThan(10);
  expect(new Set(failed.map(({ status, errorCode }) => `${status} ${errorCode}`))).toEqual(
    new Set(['failed declined']),
  );
  const { invoiceID } = failed[0];
  expect((await readAll(path, 'refunds', `${PERIOD}&invoiceID=${invoiceID}`)).map((row) => row.invoiceID)).toContain(
    invoiceID,
  );
  expect(await readAll(path, 'refunds', 'from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z')).toEqual([]);
  expect(await readAll(`/shops/${api.foreign.shopID}/refunds`, 'refunds', PERIOD)).toEqual([]);
});

test('a token of another list, a wrong status, a date outside of the calendar and a wrong limit are refused', async () => {
  const { shopID, partyID } = api.own;
  const { body } = await viewer.get<any>(`/shops/${shopID}/refunds?limit=1&${PERIOD}`);
  const token = encodeURIComponent(body.continuationToken);
  for (const path of [
    `/shops/${shopID}/chargebacks?limit=1&${PERIOD}&continuationToken=${token}`,
    `/shops/${api.foreign.shopID}/refunds?limit=1&${PERIOD}&continuationToken=${token}`,
    `/shops/${shopID}/refunds?status=Failed`,
    `/shops/${shopID}/refunds?from=2026-02-30T00:00:00Z`,
    `/shops/${shopID}/refunds?limit=201`,
    `/parties/${partyID}/withdrawals?status=failed`,
    `/parties/${partyID}/deposits?to=yesterday`,
  ]) {
    expect([path, (await viewer.get(path)).status]).toEqual([path, 400]);
  }
});

test('withdrawals and deposits of a party are listed and read, without the receiver’s data', async () => {
  const { partyID } = api.own;
  const identity = await anIdentity(api.integrator);
  const wallet = await aWallet(api.integrator, { identity });
  const destination = await anAuthorisedDestination(api.store, api.integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
  const withdraw = async (fields: object = {}) =>
    api.integrator.post<any>(`${WALLET}/withdrawals`, {
      ...{ wallet, destination, body: { amount: 10_000, currency: 'RUB' } },
      ...fields,
    });
  const made = await withdraw({ externalID: 'list-1', contactInfo: { email: 'receiver@example.com' } });
  const second = await withdraw();
  const rows = await readAll(`/parties/${partyID}/withdrawals`, 'withdrawals', `walletID=${wallet}`);
  expect(rows.map(({ id }) => id)).toEqual([second.body.id, made.body.id]);
  expect(rows[1]).toMatchObject({ status: 'Pending', amount: 10_000, currency: 'RUB', externalID: 'list-1', partyID });
  expect(JSON.stringify(rows)).not.toContain('receiver@example.com');
  const one = await viewer.get<any>(`/withdrawals/${made.body.id}`);
  expect(one.body).toEqual(rows[1]);
  expect(await readAll(`/parties/${partyID}/withdrawals`, 'withdrawals', 'status=Succeeded')).toEqual([]);

  const [deposit] = await readAll(`/parties/${partyID}/deposits`, 'deposits', `walletID=${wallet}`);
  expect(deposit).toMatchObject({ status: 'Succeeded', amount: 1_000_000, revertedAmount: 0, walletID: wallet });
  expect((await viewer.get<any>(`/deposits/${deposit.id}`)).body).toEqual(deposit);
  const timeline = await viewer.get<any>(`/subjects/deposit/${deposit.id}/timeline`);
  expect(timeline.body.entries.map(({ kind }: { kind: string }) => kind)).toContain('ledger');
  for (const path of ['/withdrawals/none', '/deposits/none', '/subjects/deposit/none/timeline'])
    expect((await viewer.get(path)).status).toBe(404);
});

test('pages of the lists are read from an index in their order', async () => {
  const explain = async (table: string, owner: string, columns: string) => {
    const text = `EXPLAIN SELECT * FROM ${table} WHERE ${owner} = 'x' AND created_at >= '2026-01-01' AND (${columns}) <
      (now(), 'a'${columns.includes('invoice_id') ? ", 'a', 'a'" : ''}) ORDER BY ${columns.replace(/(,|$)/g, ' DESC$1')} LIMIT 50`;
    return api.store.database.transaction(async (tx) => {
      await api.store.database.search('SET LOCAL enable_sort = off', [], tx);
      const rows = await api.store.database.search<{ 'QUERY PLAN': string }>(text, [], tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  };
  const ids = 'created_at, invoice_id, payment_id, id';
  expect(await explain('refunds', 'shop_id', ids)).toMatch(/Index Scan Backward using refunds_shop_created/);
  expect(await explain('chargebacks', 'shop_id', ids)).toMatch(/Index Scan Backward using chargebacks_shop_created/);
  const plan = await explain('deposits', 'party_id', 'created_at, id');
  expect(plan).toMatch(/Index Scan Backward using deposits_party_created/);
});
