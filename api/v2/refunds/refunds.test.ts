import { INSTANT, anInvoice, ledgerFaults, pay, untilPayment } from '../../../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { buildPath, type CreatedPayment } from '../../../tests/harness/factories/payment';
import { untilBody } from '../../../tests/harness/http-client';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

const refund = (ref: CreatedPayment, body: object = {}) => harness.merchant.post(buildPath(ref, '/refunds'), body);

async function ended(ref: CreatedPayment, refundID: string): Promise<any> {
  const path = buildPath(ref, `/refunds/${refundID}`);
  return untilBody(
    () => harness.merchant.get(path),
    ({ status }) => status !== 'pending',
  );
}

async function refunded(ref: CreatedPayment, body: object = {}): Promise<any> {
  const answer = await refund(ref, body);
  expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } });
  const result = await ended(ref, answer.body.id);
  expect(result.status).toBe('succeeded');
  return result;
}

const refusal = (code: string) => ({ status: 400, body: { code } });

test('refund ids start at 100, and the last refund refunds the payment', async () => {
  const ref = await harness.captured({ amount: 10_000 });
  expect(await refunded(ref, { amount: 3_000, reason: 'Вернули чашку' })).toMatchObject({
    id: '100',
    amount: 3_000,
    currency: 'RUB',
    reason: 'Вернули чашку',
  });
  expect(await harness.merchant.get(buildPath(ref))).toMatchObject({ body: { status: 'captured', amount: 10_000 } });
  expect(await refunded(ref)).toMatchObject({ id: '101', amount: 7_000 });
  expect((await untilPayment(harness.merchant, ref, 'refunded')).amount).toBe(10_000);
  expect((await harness.merchant.get(buildPath(ref, '/refunds'))).body.map(({ id }: { id: string }) => id)).toEqual([
    '100',
    '101',
  ]);
  expect(await harness.atSandbox(ref)).toMatchObject({ captured: 10_000, refunded: 10_000 });
  expect(await refund(ref)).toMatchObject(refusal('invalidPaymentStatus'));
  expect((await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}`)).body.status).toBe('paid');
});

test('events and webhooks report a refund in order with the names of both documents', async () => {
  const scope = {
    topic: 'InvoicesTopic',
    shopID: harness.shopID,
    eventTypes: ['PaymentRefundCreated', 'RefundSucceeded', 'PaymentRefundFailed', 'PaymentRefunded'],
  };
  expect(await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).toMatchObject({
    status: 201,
    body: { scope },
  });
  const ref = await harness.captured();
  await refunded(ref, { amount: 10_000, currency: 'RUB' });
  const mine = () => receiver.accepted().filter((one) => one.json<any>().invoice.id === ref.invoiceID);
  await receiver.until(() => mine().length >= 3);
  expect(mine().map((one) => one.json<any>().eventType)).toEqual([
    'RefundCreated',
    'RefundSucceeded',
    'PaymentRefunded',
  ]);
  expect(mine()[1]?.json()).toMatchObject({
    invoice: { status: 'paid' },
    payment: { id: '1', status: 'refunded' },
    refund: { id: '100', status: 'succeeded', amount: 10_000, rrn: expect.stringMatching(/^\w{12}$/) },
  });
  const { body: events } = await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=100`);
  expect(events.slice(-2).map(({ changes }: any) => changes)).toEqual([
    [
      {
        changeType: 'RefundStarted',
        paymentID: '1',
        refund: expect.objectContaining({ id: '100', status: 'pending' }),
      },
    ],
    [
      { changeType: 'RefundStatusChanged', paymentID: '1', refundID: '100', status: 'succeeded' },
      { changeType: 'PaymentStatusChanged', paymentID: '1', status: 'refunded' },
    ],
  ]);
});

test('a declined refund fails and returns the money', async () => {
  const ref = await harness.captured({ amount: 2_000_000 });
  const { body } = await refund(ref, { amount: 1_667_738 });
  expect(await ended(ref, body.id)).toMatchObject({
    status: 'failed',
    error: { code: 'authorization_failed', message: 'authorization_failed:rejected_by_issuer' },
  });
  expect(await refunded(ref, { amount: 2_000_000 })).toMatchObject({ id: '101' });
  expect(await harness.atSandbox(ref)).toMatchObject({ refunded: 2_000_000 });
});

test.each([
  ['breaks the connection before its effect', 2_667_732],
  ['breaks the connection after its effect', 2_667_733],
  ['is away three times', 2_667_734],
])('a refund is made once where the connector %s', async (_, amount) => {
  const ref = await harness.captured({ amount });
  await refunded(ref);
  expect(await harness.atSandbox(ref)).toMatchObject({ captured: amount, refunded: amount });
});

test('an external id makes refunds idempotent, and finds them', async () => {
  const ref = await harness.captured();
  const externalID = `refund-${ref.invoiceID}`;
  const given = { externalID, amount: 4_000, currency: 'RUB', cart: [{ product: 'Чай', quantity: 2, price: 3_000 }] };
  const first = await refund(ref, given);
  await ended(ref, first.body.id);
  const again = await refund(ref, given);
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id } });
  const cart = [{ product: 'Кофе', quantity: 2, price: 3_000 }];
  for (const other of [{ amount: 4_001 }, { currency: 'USD' }, { cart }, { reason: 'другая причина' }]) {
    expect(await refund(ref, { ...given, ...other })).toMatchObject({
      status: 409,
      body: { externalID, id: first.body.id },
    });
  }
  const { partyID } = harness.platform.demo;
  for (const path of ['/v2/processing/refunds', `/v2/processing/parties/${partyID}/refunds`]) {
    expect((await harness.merchant.get(`${path}?externalID=${externalID}`)).body.id).toBe(first.body.id);
  }
  expect((await harness.merchant.get(`/v2/processing/parties/other/refunds?externalID=${externalID}`)).status).toBe(
    404,
  );
  expect((await harness.merchant.get('/v2/processing/refunds?externalID=none')).status).toBe(404);
});

test('a payment that is not captured, another currency and too large an amount are refused', async () => {
  expect(await refund(await harness.held())).toMatchObject(refusal('invalidPaymentStatus'));
  const ref = await harness.captured();
  expect(await refund(ref, { currency: 'USD' })).toMatchObject(refusal('inconsistentRefundCurrency'));
  expect(await refund(ref, { amount: 10_001 })).toMatchObject(refusal('invoicePaymentAmountExceeded'));
  expect(await refund({ ...ref, paymentID: '9' })).toMatchObject({ status: 404 });
  expect((await harness.merchant.get(buildPath(ref, '/refunds/100'))).status).toBe(404);
});

test('while a refund is pending the next one is not permitted', async () => {
  const ref = await harness.captured({ amount: 3_667_731 });
  expect((await refund(ref, { amount: 667_731 })).status).toBe(201);
  expect(await refund(ref, { amount: 1 })).toMatchObject(refusal('operationNotPermitted'));
  expect((await ended(ref, '100')).status).toBe('succeeded');
  await refunded(ref, { amount: 1 });
});

test('a cart describes the rest, needs the amount and excludes an allocation', async () => {
  const ref = await harness.captured();
  const cart = [{ product: 'Чай', quantity: 2, price: 3_000, taxMode: { type: 'InvoiceLineTaxVAT', rate: '20%' } }];
  expect(await refund(ref, { cart })).toMatchObject(refusal('invalidRequest'));
  expect(await refund(ref, { cart, amount: 3_999 })).toMatchObject(refusal('invalidInvoiceCart'));
  expect(await refund(ref, { cart: [], amount: 4_000 })).toMatchObject(refusal('invalidInvoiceCart'));
  const allocation = [
    {
      target: { allocationTargetType: 'AllocationTargetShop', shopID: harness.shopID },
      allocationBodyType: 'AllocationBodyAmount',
      amount: 4_000,
      currency: 'RUB',
    },
  ];
  expect(await refund(ref, { cart, allocation, amount: 4_000 })).toMatchObject(refusal('refundCartConflict'));
  expect(await refund(ref, { allocation, amount: 4_000 })).toMatchObject(refusal('allocationNotPermitted'));
  expect(await refunded(ref, { cart, amount: 4_000 })).toMatchObject({ cart: [{ product: 'Чай', cost: 6_000 }] });
});

test('a shop with too little money and a suspended shop are refused', async () => {
  await harness.sql(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name, terms)
     SELECT 'poor-shop', party_id, currency, category_id, contract_id, location_url, 'Бедный магазин', '{"feeBasisPoints": 300}'
     FROM shops WHERE id = $1`,
    [harness.shopID],
  );
  const ref = await harness.captured({ shopID: 'poor-shop' });
  expect(await refund(ref)).toMatchObject(refusal('insufficentAccountBalance'));
  expect(await refund(ref, { amount: 9_701 })).toMatchObject(refusal('insufficentAccountBalance'));
  await refunded(ref, { amount: 9_700 });
  await harness.sql(`UPDATE shops SET is_suspended = true WHERE id = 'poor-shop'`);
  expect(await refund(ref, { amount: 1 })).toMatchObject(refusal('invalidShopStatus'));
  await harness.sql(`UPDATE parties SET is_suspended = true`);
  expect(await refund(ref, { amount: 1 })).toMatchObject(refusal('invalidPartyStatus'));
  await harness.sql(`UPDATE parties SET is_suspended = false`);
});

test.each([
  ['shop', 'shops'],
  ['party', 'parties'],
])('a blocked %s gives money back', async (_, table) => {
  const ref = await harness.captured({ amount: 10_000 });
  await harness.sql(`UPDATE ${table} SET is_blocked = true`);
  const refunds = [await refunded(ref, { amount: 4_000 }), await refunded(ref)];
  await harness.sql(`UPDATE ${table} SET is_blocked = false`);
  expect(refunds.map(({ amount }) => amount)).toEqual([4_000, 6_000]);
  expect(await harness.atSandbox(ref)).toMatchObject({ captured: 10_000, refunded: 10_000 });
});

test('a refund of a distributed payment takes from each shop at most its part', async () => {
  const allocation = (amount: number) => [
    {
      target: { allocationTargetType: 'AllocationTargetShop', shopID: 'partner-shop' },
      allocationBodyType: 'AllocationBodyAmount',
      amount,
      currency: 'RUB',
    },
  ];
  await harness.sql(
    `INSERT INTO shops (id, party_id, currency, category_id, contract_id, location_url, name)
     SELECT 'partner-shop', party_id, currency, category_id, contract_id, location_url, 'Партнёр' FROM shops WHERE id = $1`,
    [harness.shopID],
  );
  await harness.sql(`UPDATE shops SET terms = terms || '{"allocation": true}' WHERE id = $1`, [harness.shopID]);
  const partner = async () => {
    const [row] = await harness.sql<{ own: string }>(
      `SELECT sum(credits_posted - debits_posted) AS own FROM ledger_accounts WHERE id LIKE 'shop/partner-shop/settlement/RUB%'`,
    );
    return Number(row?.own);
  };
  const ref = await harness.captured({ invoice: { allocation: allocation(4_000) } });
  expect(await partner()).toBe(4_000);
  expect(await refund(ref, { amount: 5_000, allocation: allocation(4_001) })).toMatchObject(
    refusal('invalidAllocation'),
  );
  expect(await refund(ref, { amount: 500, allocation: allocation(501) })).toMatchObject(refusal('invalidAllocation'));
  const first = await refunded(ref, { amount: 1_500, allocation: allocation(1_000) });
  expect(first.allocation).toMatchObject([{ target: { shopID: 'partner-shop' }, amount: 1_000 }]);
  expect(await partner()).toBe(3_000);
  await refunded(ref);
  expect(await partner()).toBe(0);
});

test('the payer’s token cannot refund', async () => {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const payer = harness.merchant.as(invoice.token);
  const paymentID = await pay(payer, invoice.id, { card: '4242424242424242', flow: INSTANT });
  const ref = { invoiceID: invoice.id, paymentID };
  await untilPayment(harness.merchant, ref, 'captured');
  expect((await payer.post(buildPath(ref, '/refunds'), {})).status).toBe(401);
  expect((await payer.get(buildPath(ref, '/refunds'))).status).toBe(404);
});

test('64 concurrent captures, cancels and refunds never exceed the captured amount', async () => {
  const ref = await harness.held({ amount: 20_000 });
  const captures = Array.from(
    { length: 24 },
    () => () => harness.merchant.post(buildPath(ref, '/capture'), { reason: 'race', amount: 12_000 }),
  );
  const cancels = Array.from(
    { length: 8 },
    () => () => harness.merchant.post(buildPath(ref, '/cancel'), { reason: 'race' }),
  );
  const refunds = Array.from({ length: 32 }, (_, i) => () => refund(ref, { amount: 500 + i }));
  const calls = [...captures, ...refunds, ...cancels];
  let accepted = 0;
  for (let wave = 0; wave < 40; wave++) {
    const answers = await Promise.all(calls.map((call) => call()));
    accepted += answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => [201, 202, 400].includes(status))).toBe(true);
    const { body: refundsNow } = await harness.merchant.get(buildPath(ref, '/refunds'));
    for (const { id } of refundsNow) await ended(ref, id);
    if (answers.some(({ body }) => body?.code === 'invoicePaymentAmountExceeded') && accepted > 0) break;
  }
  const { body: payment } = await harness.merchant.get(buildPath(ref));
  const seen = await harness.atSandbox(ref);
  const { body: all } = await harness.merchant.get(buildPath(ref, '/refunds'));
  const sum = all
    .filter(({ status }: any) => status === 'succeeded')
    .reduce((total: number, one: any) => total + one.amount, 0);
  expect(seen.refunded).toBe(sum);
  expect(seen.refunded).toBeLessThanOrEqual(seen.captured);
  if (payment.status === 'cancelled') expect(seen).toMatchObject({ captured: 0, voided: 20_000 });
  else expect(seen).toMatchObject({ captured: 12_000 });
});

test('every message conforms to its specification', () => {
  expect(receiver.deliveries.length).toBeGreaterThan(0);
  expect(receiver.deliveries.flatMap((one) => eventContradictions(one.json()))).toEqual([]);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
