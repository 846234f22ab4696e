import { startApi, type TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { anInvoice, INSTANT, pay } from '../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { settlementAccountIDs } from '../../store/platform/ledger/accounts';
import { readBalance } from '../../store/platform/ledger/ledger';
import { recordAuthorisation, recordCapture } from '../../store/payments/payment/payment.transitions';
import { closeBatch } from '../../store/merchants/settlement/batch.close';
import { changePayout } from '../../store/merchants/settlement/payout.transitions';

const SETTLEMENT = { delays: [{ days: 0 }], calendar: 'weekends', timeZone: 'UTC', cutOffHour: 0 } as const;
const LISTS = ['balances', 'balance-transactions', 'batches', 'payouts'];
const ACCOUNT = { account: '40702810500000000001', bankName: 'Банк', bankPostAccount: '1', bankBik: '044525225' };

let api: TestApi;
let viewer: HttpClient;
let payer: HttpClient;
let path: string;
const payments: { invoiceID: string; paymentID: string }[] = [];

beforeAll(async () => {
  api = await startApi();
  const { shopID } = api.own;
  path = `/v2/processing/shops/${shopID}`;
  await api.setTerms(shopID, {
    feeBasisPoints: 250,
    vatBasisPoints: 2_200,
    settlement: { ...SETTLEMENT, schedule: { every: 'day' } },
  });
  const text = `UPDATE contracts SET contractor = contractor || jsonb_build_object('bankAccount', $1::jsonb)`;
  await api.store.database.search(text, [JSON.stringify(ACCOUNT)]);
  await api.store.database.search('UPDATE contracts SET bank_account_changed_at = NULL', []);
  const { secret } = await anOperator(api.store.database, { name: 'vera', roles: ['viewer'] });
  viewer = httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
  for (let count = 0; count < 5; count += 1) payments.push(await aCapturedPayment());
});

afterAll(() => api?.stop());

async function aCapturedPayment(): Promise<{ invoiceID: string; paymentID: string }> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  payer = merchant.as(token);
  const paymentID = await pay(payer, invoiceID, { card: '4242424242424242', flow: INSTANT });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'reference' });
  await recordCapture(api.store, { invoiceID, paymentID });
  return { invoiceID, paymentID };
}

async function readAll(query = 'limit=2'): Promise<any[]> {
  const rows: any[] = [];
  for (let token = ''; ;) {
    const { status, body } = await api.own.merchant.get<any>(`${path}/balance-transactions?${query}${token}`);
    expect(status).toBe(200);
    expect(body.result.length).toBeLessThanOrEqual(2);
    rows.push(...body.result);
    if (body.continuationToken === undefined) return rows;
    token = `&continuationToken=${encodeURIComponent(body.continuationToken)}`;
  }
}

const sum = (rows: readonly { net: number }[]): number => rows.reduce((total, { net }) => total + net, 0);

async function readOwed(): Promise<number> {
  const { own } = await readBalance(api.store.database, settlementAccountIDs(api.own.shopID, 'RUB'));
  return Number(own);
}

const get = async (client: HttpClient, query: string): Promise<any[]> =>
  (await client.get<any>(`${client === viewer ? `/shops/${api.own.shopID}` : path}/balance-transactions?${query}`)).body
    .result;

async function expectSumOfLedger(): Promise<void> {
  const owed = await readOwed();
  const [balance, ...others] = (await api.own.merchant.get<any>(`${path}/balances`)).body;
  expect(others).toEqual([]);
  expect(balance.pending + balance.available + balance.reserved).toBe(owed);
  expect(sum(await readAll())).toBe(owed);
}

test('a merchant reads the balance and each movement once, which sum to the ledger', async () => {
  const rows = await readAll();
  expect(rows.map(({ source }) => source)).toEqual([...payments].reverse());
  expect(rows[0]).toMatchObject({ type: 'payment', gross: 10_000, fee: 250, vat: 45, net: 9_750, currency: 'RUB' });
  expect(rows[0].batchID).toBeUndefined();
  expect(await readOwed()).toBe(48_750);
  const { body } = await api.own.merchant.get<any>(`${path}/balances`);
  expect(body).toEqual([expect.objectContaining({ currency: 'RUB', reserved: 0, inTransit: 0 })]);
  expect(Date.parse(body[0].nextCloseAt)).toBeGreaterThan(Date.now());
  await expectSumOfLedger();
});

test('a closed batch, its payout and its lines are read by the merchant and by operators', async () => {
  const { own, store } = api;
  const batch = await closeBatch(store, { shopID: own.shopID, currency: 'RUB', untilDay: '2099-12-31' });
  if (!batch) throw new Error('nothing was closed');
  const [listed] = (await own.merchant.get<any>(`${path}/batches`)).body.result;
  expect(listed).toMatchObject({
    ...{ id: batch.id, shopID: own.shopID, number: 1, status: 'closed', untilDay: '2099-12-31' },
    ...{ opening: 0, lineCount: 5, net: 48_750, payout: 48_750, closing: 0 },
  });
  const lines = await readAll(`limit=2&batchID=${batch.id}`);
  expect(lines.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -48_750],
    ...Array(5).fill(['payment', 9_750]),
  ]);
  const [payout] = (await own.merchant.get<any>(`${path}/payouts?status=pending`)).body.result;
  expect(payout).toMatchObject({ batchID: batch.id, amount: 48_750, currency: 'RUB', status: 'pending' });
  expect(lines[0].source).toEqual({ payoutID: payout.id });
  await expectSumOfLedger();
  expect((await own.merchant.get<any>(`${path}/balances`)).body[0]).toMatchObject({ available: 0, inTransit: 48_750 });

  for (const list of LISTS) {
    const operated = await viewer.get<any>(`/shops/${own.shopID}/${list}`);
    expect(operated).toMatchObject({ status: 200, body: (await own.merchant.get<any>(`${path}/${list}`)).body });
  }
  expect((await viewer.get<any>('/payouts')).body).toEqual({ payouts: [payout] });
  expect((await viewer.get<any>(`/payouts/${payout.id}`)).body).toEqual({
    ...payout,
    batch: expect.objectContaining({ id: payout.batchID, payout: payout.amount, lineCount: 5 }) as object,
  });
  expect((await viewer.get('/payouts/none')).status).toBe(404);

  await changePayout(store, { payoutID: payout.id, action: 'send', bankReference: '42' });
  await changePayout(store, { payoutID: payout.id, action: 'fail', reason: 'the account is closed' });
  expect((await viewer.get<any>('/payouts')).body).toEqual({ payouts: [] });
  expect((await viewer.get<any>('/payouts?state=failed')).body.payouts).toMatchObject([{ id: payout.id }]);
  expect((await own.merchant.get<any>(`${path}/payouts?status=pending`)).body.result).toEqual([]);
  const [failed] = (await own.merchant.get<any>(`${path}/payouts`)).body.result;
  expect(failed).toMatchObject({ status: 'failed', bankReference: '42', reason: 'the account is closed' });
  await expectSumOfLedger();
});

test('movements are filtered by type and source', async () => {
  const [payment] = payments;
  const [payout] = (await api.own.merchant.get<any>(`${path}/payouts`)).body.result;
  for (const client of [api.own.merchant, viewer]) {
    const found = async (query: string) => (await get(client, query)).map(({ type, source }) => [type, source]);
    expect(await found(`sourceID=${payment!.invoiceID}`)).toEqual([['payment', payment]]);
    expect(await found('type=payout')).toEqual([['payout', { payoutID: payout.id }]]);
    expect(await found(`sourceID=${payout.id}`)).toEqual([
      ['payoutFailure', { payoutID: payout.id }],
      ['payout', { payoutID: payout.id }],
    ]);
    expect(await found('type=payment')).toHaveLength(payments.length);
    expect(await found('type=disputeFee')).toEqual([]);
  }
  expect((await api.own.merchant.get(`${path}/balance-transactions?type=gift`)).status).toBe(400);
});

test('movements are filtered by time and currency', async () => {
  const [newest] = await readAll();
  const from = (time: string) => readAll(`limit=2&fromTime=${encodeURIComponent(time)}`);
  expect((await from(newest.createdAt)).map(({ id }) => id)).toEqual([newest.id]);
  expect(await readAll(`limit=2&toTime=2020-01-01T00:00:00Z`)).toEqual([]);
  expect(await readAll(`limit=2&currency=USD`)).toEqual([]);
  for (const query of ['fromTime=2026-02-30T00:00:00Z', 'currency=rub', 'limit=0', 'continuationToken=made-up']) {
    expect([query, (await api.own.merchant.get(`${path}/balance-transactions?${query}`)).status]).toEqual([query, 400]);
  }
  expect((await api.own.merchant.get(`${path}/payouts?status=lost`)).status).toBe(400);
});

test.each(LISTS)('%s of another party are answered as absent, and a payer’s token may not read them', async (list) => {
  for (const shopID of [api.foreign.shopID, 'none'])
    expect(await api.own.merchant.get(`/v2/processing/shops/${shopID}/${list}`)).toMatchObject({
      status: 404,
      body: { message: 'Shop not found' },
    });
  expect((await api.foreign.merchant.get(`${path}/${list}`)).status).toBe(404);
  expect((await payer.get(`${path}/${list}`)).status).toBe(404);
  expect((await viewer.get(`/shops/none/${list}`)).status).toBe(404);
  expect((await viewer.get<any>(`/shops/${api.foreign.shopID}/${list}`)).status).toBe(200);
});
