import { INSTANT, HOLD, anInvoice, pay, subscribe } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi, type Tenant } from '../../../tests/harness/api';

/* What a merchant's own desk reads: the summary of a shop, the search over its shops, chargebacks and deliveries. */

let api: TestApi;
let order: { invoiceID: string; paymentID: string };

beforeAll(async () => {
  api = await startApi();
  await subscribe(api.own.merchant, { shopID: api.own.shopID, url: 'https://shop.example/hook' });
  order = await aPayment(api.own, { amount: 125_050, externalID: 'order-77' });
  await aPayment(api.foreign, { amount: 125_050, externalID: 'order-77' });
});
afterAll(async () => api?.stop());

async function aPayment(
  { merchant, shopID }: Tenant,
  { amount, externalID, flow = INSTANT }: { amount: number; externalID: string; flow?: object },
): Promise<{ invoiceID: string; paymentID: string }> {
  const metadata = { orderNumber: `A-${externalID}`, html: '<b onclick=alert(1)>№ 5</b>' };
  const { id, token } = await anInvoice(merchant, shopID, { amount, externalID, body: { metadata } });
  const contactInfo = { email: 'Anna@Example.com', phoneNumber: '+79123456789', lastName: 'Иванова' };
  const paymentID = await pay(merchant, id, {
    card: '4242424242424242',
    flow,
    fields: { payer: { ...(await payer(merchant)), contactInfo }, metadata: { basket: 'B-9' } },
  });
  expect(token).not.toBe('');
  return { invoiceID: id, paymentID };
}

async function payer(merchant: Tenant['merchant']): Promise<object> {
  const { body } = await merchant.post<any>('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' },
    clientInfo: { fingerprint: 'browser-1' },
  });
  const { paymentToolToken, paymentSession } = body;
  return { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession };
}

/** Changes a payment as a worker and time would. */
async function set(ref: { invoiceID: string; paymentID: string }, changes: string): Promise<void> {
  await api.store.database.search(`UPDATE payments SET ${changes} WHERE invoice_id = $1 AND id = $2`, [
    ref.invoiceID,
    ref.paymentID,
  ]);
}

const find = async (q: string, { merchant }: Tenant = api.own): Promise<any> =>
  merchant.post<any>('/v2/analytics/search', { q });

describe('the search over own shops', () => {
  test.each([
    ['an invoice’s externalID', 'order-77', 'externalID', ['invoice']],
    ['a value of the invoice’s metadata', 'A-order-77', 'metadata', ['invoice']],
    ['a value of the payment’s metadata', 'B-9', 'metadata', ['payment']],
    ['a value of metadata with HTML', '<b onclick=alert(1)>№ 5</b>', 'metadata', ['invoice']],
    ['an e-mail in another case', 'ANNA@example.com', 'email', ['payment']],
    ['a phone as people write it', '8 (912) 345-67-89', 'phone', ['payment']],
    ['a surname', 'иванова', 'surname', ['payment']],
    ['an amount as it is printed', '1 250,50 ₽', 'amount', ['payment', 'invoice']],
    ['an amount without its currency', '1250.50', 'amount', ['payment', 'invoice']],
    ['the last four digits', '4242', 'lastFour', ['payment']],
    ['the last four digits with an amount', '4242 1 250,50', 'lastFour', ['payment']],
    ['a masked card with an amount', '424242******4242 1250.50', 'lastFour', ['payment']],
    ['the amount beside the last four digits', '4242 1 250,50', 'amount', ['payment']],
    ['a masked card', '424242******4242', 'lastFour', ['payment']],
  ])('finds by %s, and nothing of another party', async (_, q, matched, types) => {
    const { status, body } = await find(q);
    expect(status).toBe(200);
    const found = body.result.filter(({ matched: by }: any) => by.includes(matched));
    expect(found.map(({ type }: any) => type).sort()).toEqual([...types].sort());
    for (const { id, shopID } of body.result) {
      expect(id.split('.')[0]).toBe(order.invoiceID);
      expect(shopID).toBe(api.own.shopID);
    }
  });

  test('finds by RRN', async () => {
    await set(order, `rrn = '090909090909'`);
    const { body } = await find('090909090909');
    expect(body.result).toMatchObject([{ type: 'payment', matched: ['rrn'], email: 'Anna@Example.com' }]);
  });

  test('finds nothing by the ids of another party', async () => {
    for (const q of [order.invoiceID, `${order.invoiceID}.${order.paymentID}`]) {
      expect((await find(q)).body.result.length).toBeGreaterThan(0);
      expect((await find(q, api.foreign)).body).toEqual({ result: [], isPartial: false });
    }
  });

  test('refuses a card number and an empty query', async () => {
    for (const q of ['4242 4242 4242 4242', '  ']) expect((await find(q)).status).toBe(400);
  });
});

describe('the summary of a shop', () => {
  test('has sales, refunds and approvals of the day and the month, beside those before, without what is under way', async () => {
    const yesterday = await aPayment(api.own, { amount: 40_000, externalID: 'yesterday' });
    const failed = await aPayment(api.own, { amount: 5_000, externalID: 'failed' });
    const pending = await aPayment(api.own, { amount: 6_000, externalID: 'pending' });
    await set(order, `status = 'captured'`);
    await set(failed, `status = 'failed', failure = '{"code": "authorization_failed"}'`);
    await set(
      yesterday,
      `status = 'captured', created_at = date_trunc('day', now() AT TIME ZONE 'Europe/Moscow')
      AT TIME ZONE 'Europe/Moscow' - interval '1 day'`,
    );
    await api.store.database.search(
      `INSERT INTO refunds (invoice_id, payment_id, id, party_id, shop_id, created_at, amount, currency, status, status_changed_at, parts)
       VALUES ($1, $2, '1', $3, $4, now(), 25050, 'RUB', 'succeeded', now(), '[{}]')`,
      [order.invoiceID, order.paymentID, api.own.partyID, api.own.shopID],
    );
    const { status, body } = await api.own.merchant.get<any>(`/v2/analytics/shops/${api.own.shopID}/summary`);
    expect([status, body.timeZone]).toEqual([200, 'Europe/Moscow']);
    expect(body.today.current).toMatchObject({
      ...{ approved: 1, declined: 1 },
      money: [{ currency: 'RUB', sales: { count: 1, amount: 125_050 }, refunds: { count: 1, amount: 25_050 } }],
    });
    expect(body.today.previous).toMatchObject({ approved: 1, declined: 0 });
    expect(body.today.previous.money).toMatchObject([{ sales: { count: 1, amount: 40_000 } }]);
    expect(pending.paymentID).not.toBe('');
  });

  test('counts holds that end within a day, open chargebacks and failing webhooks', async () => {
    const soon = await aPayment(api.own, { amount: 7_000, externalID: 'soon', flow: HOLD });
    const later = await aPayment(api.own, { amount: 8_000, externalID: 'later', flow: HOLD });
    await set(soon, `status = 'processed', held_until = '2026-01-01T00:00:00Z'`);
    await set(later, `status = 'processed', held_until = now() + interval '2 days'`);
    await dispute();
    await api.store.database.search(`UPDATE webhook_queues SET state = 'retrying' WHERE subject = $1`, [
      `invoice/${order.invoiceID}`,
    ]);
    const { body } = await api.own.merchant.get<any>(`/v2/analytics/shops/${api.own.shopID}/summary`);
    expect(body).toMatchObject({
      endingHolds: { count: 1, firstAt: '2026-01-01T00:00:00Z' },
      chargebacks: { count: 1, firstAt: '2026-01-31T00:00:00Z' },
      webhooks: { count: 1 },
    });
  });
});

/** An open chargeback, whose answer is due after the days of its stage. */
async function dispute(): Promise<void> {
  await api.store.database.search(
    `INSERT INTO chargebacks (invoice_id, payment_id, id, party_id, shop_id, created_at, body, levy, currency, stage, status,
       status_changed_at, round, creation_idempotency_key, last_idempotency_key, parts)
     VALUES ($1, $2, '1', $3, $4, '2026-01-01', 100000, 1000, 'RUB', 'chargeback', 'pending', '2026-01-01', 1, 'a', 'a', '[{}]')`,
    [order.invoiceID, order.paymentID, api.own.partyID, api.own.shopID],
  );
}

describe('the month of a shop', () => {
  const path = (month: string, shopID = api.own.shopID): string => `/v2/analytics/shops/${shopID}/months/${month}`;

  test('has sales, fees, refunds and chargebacks by the day of the shop and by method, without what was not paid', async () => {
    const [first, last, before, unpaid] = await Promise.all(
      ['first', 'last', 'before', 'unpaid'].map((name) =>
        aPayment(api.own, { amount: 50_000, externalID: `m-${name}` }),
      ),
    );
    if (!first || !last || !before || !unpaid) throw new Error('a payment is missing');
    await set(first, `status = 'captured', fee = 1000, created_at = '2025-02-28T21:00:00Z'`);
    await set(last, `status = 'refunded', fee = 500, created_at = '2025-03-31T20:59:59Z'`);
    await set(before, `status = 'captured', created_at = '2025-02-28T20:59:59Z'`);
    await set(
      unpaid,
      `status = 'failed', failure = '{"code": "authorization_failed"}', created_at = '2025-03-01T12:00:00Z'`,
    );
    await api.store.database.search(
      `INSERT INTO refunds (invoice_id, payment_id, id, party_id, shop_id, created_at, amount, currency, status, status_changed_at, parts)
       VALUES ($1, $2, '1', $3, $4, '2025-03-02T21:30:00Z', 20000, 'RUB', 'succeeded', now(), '[{}]')`,
      [first.invoiceID, first.paymentID, api.own.partyID, api.own.shopID],
    );
    await api.store.database.search(
      `INSERT INTO chargebacks (invoice_id, payment_id, id, party_id, shop_id, created_at, body, levy, currency, stage, status,
         status_changed_at, round, creation_idempotency_key, last_idempotency_key, parts)
       VALUES ($1, $2, '1', $3, $4, '2025-03-03T10:00:00Z', 30000, 0, 'RUB', 'chargeback', 'accepted', now(), 1, 'm', 'm', '[{}]')`,
      [last.invoiceID, last.paymentID, api.own.partyID, api.own.shopID],
    );
    const { status, body } = await api.own.merchant.get<any>(path('2025-03'));
    expect(status).toBe(200);
    const none = { count: 0, amount: 0 };
    const line = { toolType: 'bankCard', currency: 'RUB', sales: none, fees: 0, refunds: none, chargebacks: none };
    expect(body).toEqual({
      ...{ timeZone: 'Europe/Moscow', from: '2025-02-28T21:00:00Z', to: '2025-03-31T21:00:00Z' },
      lines: [
        { ...line, day: '2025-03-01', sales: { count: 1, amount: 50_000 }, fees: 1_000 },
        {
          ...line,
          day: '2025-03-03',
          refunds: { count: 1, amount: 20_000 },
          chargebacks: { count: 1, amount: 30_000 },
        },
        { ...line, day: '2025-03-31', sales: { count: 1, amount: 50_000 }, fees: 500 },
      ],
    });
  });

  test('is empty without operations, 400 for what is no month, and 404 for another party', async () => {
    expect((await api.own.merchant.get<any>(path('2024-02'))).body.lines).toEqual([]);
    for (const month of ['2025-13', '2025-3', '1999-01', "2025-03'", '0'])
      expect((await api.own.merchant.get(path(encodeURIComponent(month)))).status).toBe(400);
    expect((await api.foreign.merchant.get(path('2025-03'))).status).toBe(404);
  });
});

test('chargebacks of a shop have their payment and the time until which an answer is due', async () => {
  const query = 'fromTime=2025-12-01T00:00:00Z&toTime=2026-02-01T00:00:00Z&limit=10&chargebackStatus=pending';
  const path = `/v2/analytics/shops/${api.own.shopID}/chargebacks?${query}`;
  const { body } = await api.own.merchant.get<any>(path);
  expect(body.result).toMatchObject([{ ...order, body: 100_000, levy: 1_000, answerDueAt: '2026-01-31T00:00:00Z' }]);
  expect((await api.own.merchant.get<any>(path.replace('pending', 'accepted'))).body.result).toEqual([]);
});

test('a payment in search results has the shop’s own number of its invoice', async () => {
  const query = 'fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z&limit=100';
  const { body } = await api.own.merchant.get<any>(`/v2/analytics/shops/${api.own.shopID}/payments?${query}`);
  const found = body.result.find(({ invoiceID }: any) => invoiceID === order.invoiceID);
  expect(found.invoiceExternalID).toBe('order-77');
});

test('messages about an invoice have their body and what the endpoint answered', async () => {
  await api.store.database.search(
    `INSERT INTO webhook_attempts (webhook_id, event_id, number, started_at, duration_ms, status, answer)
     SELECT webhook_id, event_id, 1, now(), 35, 500, '<h1>Ошибка</h1>' FROM webhook_deliveries WHERE subject = $1`,
    [`invoice/${order.invoiceID}`],
  );
  const path = `/v2/processing/invoices/${order.invoiceID}/deliveries`;
  const { status, body } = await api.own.merchant.get<any>(path);
  expect(status).toBe(200);
  const created = body.find(({ eventType }: any) => eventType === 'InvoiceCreated');
  expect(created).toMatchObject({ url: 'https://shop.example/hook', status: 'pending' });
  expect(created.attempts).toMatchObject([{ number: 1, durationMs: 35, status: 500, answer: '<h1>Ошибка</h1>' }]);
  expect(JSON.parse(created.body)).toMatchObject({ invoice: { id: order.invoiceID } });
  expect((await api.foreign.merchant.get(path)).status).toBe(404);
});

test('a merchant lists the messages its server refuses, and retries them at once', async () => {
  const subject = `invoice/${order.invoiceID}`;
  const { database } = api.store;
  const [{ id }]: any = (await api.own.merchant.get('/v2/processing/webhooks')).body;
  const path = `/v2/processing/webhooks/${id}`;
  expect((await api.own.merchant.get(`${path}/failing`)).body).toEqual([]);
  await database.search(
    `UPDATE webhook_deliveries SET attempt_count = 1 WHERE webhook_id = $1 AND subject = $2
       AND event_id = (SELECT min(event_id) FROM webhook_deliveries WHERE webhook_id = $1 AND subject = $2)`,
    [id, subject],
  );
  await database.search(
    `UPDATE webhook_queues SET state = 'retrying', retry_at = now() + interval '1 hour' WHERE webhook_id = $1 AND subject = $2`,
    [id, subject],
  );
  const failing = await api.own.merchant.get(`${path}/failing`);
  expect(failing.body).toMatchObject([
    { webhookID: id, eventType: 'InvoiceCreated', status: 'pending', attemptCount: 1 },
  ]);
  expect(await api.foreign.merchant.get(`${path}/failing`)).toMatchObject({ status: 404 });
  expect(await api.foreign.merchant.post(`${path}/retry`, {})).toMatchObject({ status: 404 });
  expect(await api.own.merchant.post(`${path}/retry`, {})).toMatchObject({ status: 200, body: { subjectCount: 1 } });
  expect((await api.own.merchant.get(`${path}/failing`)).body).toEqual([]);
});

test('a payment link leads to the payment page, for unpaid invoices of the party only', async () => {
  const { id } = await anInvoice(api.own.merchant, api.own.shopID);
  const path = `/v2/processing/invoices/${id}/payment-links`;
  const { status, body } = await api.own.merchant.post<any>(path, {});
  expect([status, new URL(body.url).pathname]).toEqual([201, '/pay']);
  expect(new URLSearchParams(new URL(body.url).hash.slice(1)).get('invoiceID')).toBe(id);
  expect((await api.foreign.merchant.post(path, {})).status).toBe(404);
});

test('another party’s shop has no summary and no chargebacks', async () => {
  const window = 'fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z&limit=1';
  for (const path of ['summary', `chargebacks?${window}`])
    expect((await api.foreign.merchant.get(`/v2/analytics/shops/${api.own.shopID}/${path}`)).status).toBe(404);
});
