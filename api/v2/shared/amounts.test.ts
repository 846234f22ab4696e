import { recordAuthorisation, recordCapture } from '../../../store/payments/payment/payment.transitions';
import { settlementAccountIDs } from '../../../store/platform/ledger/accounts';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { HOLD, pay } from '../../../tests/harness/factories/payment';
import { startApi, type TestApi } from '../../../tests/harness/api';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  await api.setTerms('demo-shop', {
    allocation: true,
    amountLimits: [{ currency: 'RUB', min: 10, max: 1_000_000_000_000_000 }],
  });
});

afterAll(async () => api?.stop());

const line = (price: number, quantity?: number, rate?: string) => ({
  product: 'Чай',
  price,
  quantity,
  ...(rate ? { taxMode: { type: 'InvoiceLineTaxVAT', rate } } : {}),
});

const part = (shopID: string, body: object) => ({
  target: { allocationTargetType: 'AllocationTargetShop', shopID },
  currency: 'RUB',
  ...body,
});
const getAmount = (shopID: string, amount: number, fields = {}) =>
  part(shopID, { allocationBodyType: 'AllocationBodyAmount', amount, ...fields });
const getTotal = (shopID: string, total: number, fee: object) =>
  part(shopID, { allocationBodyType: 'AllocationBodyTotal', total, fee });

const dueDate = new Date(Date.now() + 3_600_000).toISOString();

async function create(fields: object): Promise<any> {
  return api.own.merchant.post('/v2/processing/invoices', {
    shopID: 'demo-shop',
    dueDate,
    currency: 'RUB',
    product: 'Заказ',
    metadata: {},
    ...fields,
  });
}

test('a cart determines the amount line by line', async () => {
  const { body } = await create({ cart: [line(250, 3, '20%'), line(50)] });
  expect(body.invoice).toMatchObject({
    amount: 800,
    cart: [
      { price: 250, quantity: 3, cost: 750, taxMode: { type: 'InvoiceLineTaxVAT', rate: '20%' } },
      { price: 50, quantity: 1, cost: 50 },
    ],
  });
  expect((await create({ cart: [line(400)], amount: 400 })).status).toBe(201);
});

test.each([
  ['neither amount nor cart', {}, 'invalidInvoiceCost'],
  ['an amount that the cart does not make', { amount: 11, cart: [line(10)] }, 'invalidInvoiceCost'],
  ['a cart without lines', { cart: [] }, 'invalidInvoiceCart'],
  ['a cart that costs more than an amount can be', { cart: [line(9_007_199_254_740_991, 2)] }, 'invalidInvoiceCart'],
  ['an amount below the terms', { amount: 9 }, 'invoiceTermsViolated'],
  ['an amount above the terms', { amount: 1_000_000_000_000_001 }, 'invoiceTermsViolated'],
  ['a currency that the terms do not have', { amount: 100, currency: 'USD' }, 'invoiceTermsViolated'],
  ['a rounded amount', { amount: 10.5 }, 'invalidRequest'],
  ['an empty allocation', { amount: 100, allocation: [] }, 'invalidAllocation'],
  [
    'a shop that gets two parts',
    { amount: 100, allocation: [1, 2].map(() => getAmount('demo-shop', 5)) },
    'invalidAllocation',
  ],
  ['more than there is', { amount: 100, allocation: [getAmount('demo-shop', 101)] }, 'invalidAllocation'],
  ['a foreign shop', { amount: 100, allocation: [getAmount('foreign-shop', 5)] }, 'invalidAllocation'],
  [
    'a foreign currency',
    { amount: 100, allocation: [getAmount('demo-shop', 5, { currency: 'USD' })] },
    'invalidAllocation',
  ],
  [
    'a shop without the right',
    { amount: 100, shopID: 'demo-shop-brief-hold', allocation: [getAmount('demo-shop', 5)] },
    'allocationNotPermitted',
  ],
])('an invoice of %s is refused', async (_, fields, code) => {
  const answer = await create(fields);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
});

test('an allocation is returned with the computed sums and fees', async () => {
  const share = { allocationFeeType: 'AllocationFeeShare', share: { m: 25, exp: -3 } };
  const { body } = await create({ amount: 1_000, allocation: [getTotal('demo-shop-brief-hold', 500, share)] });
  expect(body.invoice.allocation).toEqual([
    {
      ...getTotal('demo-shop-brief-hold', 500, {
        ...share,
        target: { allocationTargetType: 'AllocationTargetShop', shopID: 'demo-shop' },
        amount: 13,
      }),
      amount: 487,
    },
  ]);
});

test('the same allocation under the same external id is the same invoice, another one a conflict', async () => {
  const fields = { amount: 1_000, externalID: 'allocated', allocation: [getAmount('demo-shop-brief-hold', 400)] };
  const first = await create(fields);
  expect((await create(fields)).body.invoice.id).toBe(first.body.invoice.id);
  const other = await create({ ...fields, allocation: [getAmount('demo-shop-brief-hold', 401)] });
  expect(other.body).toMatchObject({ externalID: 'allocated', id: first.body.invoice.id });
  expect(other.status).toBe(409);
});

test('a randomised amount stays within its deviation, and its cart follows it', async () => {
  const randomizeAmount = { deviation: 500, direction: 'upward', minAmountCondition: 1_000 };
  const seen = new Set<number>();
  for (let count = 0; count < 12; count++) {
    const { body } = await create({ cart: [line(10_000)], randomizeAmount });
    const { amount, amountRandomized, cart } = body.invoice;
    expect(amountRandomized).toEqual({ original: 10_000, randomized: amount });
    expect(cart[0]).toMatchObject({ price: amount, cost: amount });
    expect((amount - 10_000) % 100).toBe(0);
    expect(amount).toBeGreaterThanOrEqual(10_000);
    expect(amount).toBeLessThanOrEqual(10_500);
    seen.add(amount);
  }
  expect(seen.size).toBeGreaterThan(1);
  const { body } = await create({ amount: 999, randomizeAmount });
  expect(body.invoice).toMatchObject({ amount: 999, amountRandomized: { original: 999, randomized: 999 } });
});

test('a retry of a randomised invoice returns the first one', async () => {
  const fields = { cart: [line(5_000)], externalID: 'random', randomizeAmount: { deviation: 4_000, precision: 0 } };
  const first = await create(fields);
  const again = await create(fields);
  expect(again.body.invoice).toEqual(first.body.invoice);
});

test.each([
  ['a cart of two lines', { cart: [line(100), line(100)] }],
  ['a line of two pieces', { cart: [line(100, 2)] }],
  ['an allocation', { amount: 100, allocation: [getAmount('demo-shop-brief-hold', 5)] }],
])('an amount with %s cannot be randomised', async (_, fields) => {
  const answer = await create({ ...fields, randomizeAmount: { deviation: 100 } });
  expect(answer.body.code).toBe('invalidRequest');
});

async function settled(shopID: string): Promise<bigint> {
  return (await readBalance(api.store.database, settlementAccountIDs(shopID, 'RUB'))).own;
}

async function aHold(fields: object): Promise<{ invoiceID: string; paymentID: string; path: string }> {
  const { body } = await create({ amount: 1_000, ...fields });
  const invoiceID: string = body.invoice.id;
  const payer = api.own.merchant.as(body.invoiceAccessToken.payload);
  const paymentID = await pay(payer, invoiceID, { card: '4242424242424242', flow: HOLD });
  await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'test' });
  return { invoiceID, paymentID, path: `/v2/processing/invoices/${invoiceID}/payments/${paymentID}/capture` };
}

test('a captured payment is distributed among the shops of its allocation', async () => {
  const fee = { allocationFeeType: 'AllocationFeeFixed', amount: 50 };
  const allocation = [getTotal('demo-shop-brief-hold', 600, fee)];
  const { path, ...hold } = await aHold({ allocation });
  const [own, other] = [await settled('demo-shop'), await settled('demo-shop-brief-hold')];
  expect((await api.own.merchant.post(path, { reason: 'sent', amount: 599 })).body.code).toBe('invalidAllocation');
  expect((await api.own.merchant.post(path, { reason: 'sent', amount: 700 })).status).toBe(202);
  await recordCapture(api.store, hold);
  expect(await settled('demo-shop-brief-hold')).toBe(other + 550n);
  expect(await settled('demo-shop')).toBe(own + 150n);
  expect(await verifyLedger(api.store.database)).toEqual([]);
});

test('a capture may set an allocation', async () => {
  const { path, ...hold } = await aHold({});
  const other = await settled('demo-shop-brief-hold');
  for (const [allocation, code] of [
    [[getAmount('demo-shop-brief-hold', 501)], 'invalidAllocation'],
    [[], 'invalidAllocation'],
    [[getAmount('foreign-shop', 1)], 'invalidAllocation'],
  ] as const) {
    expect((await api.own.merchant.post(path, { reason: 'r', amount: 500, allocation })).body.code).toBe(code);
  }
  const allocation = [getAmount('demo-shop-brief-hold', 300), getAmount('demo-shop', 200)];
  expect((await api.own.merchant.post(path, { reason: 'r', amount: 500, allocation })).status).toBe(202);
  await recordCapture(api.store, hold);
  expect(await settled('demo-shop-brief-hold')).toBe(other + 300n);
  const { body } = await api.own.merchant.get(path.replace('/capture', ''));
  expect(body.allocation).toEqual(allocation);
  expect(await verifyLedger(api.store.database)).toEqual([]);
});

test('a capture with an allocation needs permission, and a cart needs a matching amount', async () => {
  const { path } = await aHold({ shopID: 'demo-shop-brief-hold' });
  const refusals = [
    [{ allocation: [getAmount('demo-shop', 5)] }, 'allocationNotPermitted'],
    [{ amount: 10, cart: [line(11)] }, 'invalidInvoiceCart'],
    [{ cart: [] }, 'invalidInvoiceCart'],
  ] as const;
  for (const [fields, code] of refusals) {
    expect((await api.own.merchant.post(path, { reason: 'r', ...fields })).body.code).toBe(code);
  }
});
