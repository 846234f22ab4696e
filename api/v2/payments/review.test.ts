import { Registry } from 'prom-client';
import { asOperator } from '../../../store/platform/audit/origin';
import { decideReview } from '../../../store/payments/review/review.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import {
  anInvoice,
  buildPath,
  CARDS,
  INSTANT,
  pay,
  type CreatedPayment,
} from '../../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { measureStore } from '../../../worker/store.metrics';

/* Payments under review, as merchants, payers and operators see them. */

const RULE = { id: 'large', action: 'review', minAmount: 10_000 } as const;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  await api.setTerms(api.own.shopID, { inspection: [{ ...RULE, reviewMinutes: 10 }] });
});
afterAll(() => api?.stop());

interface Held extends CreatedPayment {
  payer: HttpClient;
}

async function held(fields: object = {}): Promise<Held> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const payer = merchant.as(token);
  const paymentID = await pay(payer, invoiceID, { card: CARDS.good, flow: INSTANT, fields });
  return { invoiceID, paymentID, payer };
}

const rows = (text: string, { invoiceID }: CreatedPayment) => api.store.database.search<any>(text, [invoiceID]);

async function aViewer(role: 'viewer' | 'support'): Promise<HttpClient> {
  const { secret } = await anOperator(api.store.database, { name: role, roles: [role] });
  return httpClient({ baseUrl: `${api.url}/operators/v1`, token: secret });
}

test('a payment under review is pending, names no rule, and only the merchant sees why it waits', async () => {
  const payment = await held();
  const { merchant } = api.own;
  for (const client of [merchant, payment.payer]) {
    const { body } = await client.get(buildPath(payment, ''));
    const events = await client.get(`/v2/processing/invoices/${payment.invoiceID}/events?limit=10`);
    const shown = JSON.stringify([body, events.body]);
    expect([body.status, body.isUnderReview]).toEqual(['pending', client === merchant ? true : undefined]);
    expect([shown.includes('isUnderReview'), shown.includes(RULE.id)]).toEqual([client === merchant, false]);
  }
});

test('an open review counts as due in its last five minutes', async () => {
  const payment = await held();
  const due = async () => {
    const registry = new Registry();
    measureStore(registry, api.store);
    return (await registry.getSingleMetric('holdfast_reviews_due')?.get())?.values[0]?.value;
  };
  const end = (within: string) =>
    rows(`UPDATE payment_reviews SET deadline = now() + interval '${within}' WHERE invoice_id = $1`, payment);
  const measured = [await due()];
  await end('4 minutes');
  measured.push(await due());
  await end('6 minutes');
  measured.push(await due());
  expect(measured).toEqual([0, 1, 0]);
});

test('open reviews are listed by deadline, with the address of the payer for roles that see contacts', async () => {
  const payment = await held();
  for (const [role, email] of [
    ['viewer', 'a***@example.com'],
    ['support', 'anna@example.com'],
  ] as const) {
    const { body } = await (await aViewer(role)).get<any>('/queue/reviews');
    expect(body.items.map(({ at }: any) => at)).toEqual(body.items.map(({ at }: any) => at).sort());
    expect(body.items.find(({ id }: any) => id === `${payment.invoiceID}.${payment.paymentID}`)).toMatchObject({
      ...{ partyID: api.own.partyID, shopID: api.own.shopID, amount: 10_000, currency: 'RUB' },
      fact: { type: 'review', rule: 'large', tool: 'bankCard', card: '424242******4242', email },
    });
  }
});

test('neither merchant nor payer ends a payment under review, and its invoice waits for it', async () => {
  const payment = await held();
  const { merchant } = api.own;
  const refused = [
    await payment.payer.post(buildPath(payment, '/cancel'), { reason: 'changed my mind' }),
    await merchant.post(buildPath(payment, '/cancel'), { reason: 'sold out' }),
    await merchant.post(`/v2/processing/invoices/${payment.invoiceID}/rescind`, { reason: 'sold out' }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'invalidPaymentStatus'],
    [400, 'operationNotPermitted'],
    [400, 'invoicePaymentPending'],
  ]);
});

test('a payment whose deadline leaves no time for a review is rejected at once', async () => {
  const payment = await held({ processingDeadline: '5m' });
  const { body } = await api.own.merchant.get(buildPath(payment, ''));
  expect([body.status, body.error]).toEqual(['failed', { code: 'rejected_by_inspector' }]);
  expect(await rows('SELECT FROM payment_reviews WHERE invoice_id = $1', payment)).toEqual([]);
});

test('a decision after the deadline is refused', async () => {
  const payment = await held();
  await rows(`UPDATE payments SET review_until = now() - interval '1 second' WHERE invoice_id = $1`, payment);
  const store = asOperator(api.store, { operation: 'approve', requestID: 'command/1', paymentID: null });
  const { invoiceID, paymentID } = payment;
  const decided = decideReview(store, { invoiceID, paymentID }, { outcome: 'approved', commandID: 'none' });
  await expect(decided).rejects.toThrow('the deadline of the review has passed');
});

test('a payment below the amount of the rule has no review', async () => {
  await api.setTerms(api.own.shopID, { inspection: [{ ...RULE, minAmount: 10_001 }] });
  const payment = await held();
  expect((await api.own.merchant.get(buildPath(payment, ''))).body).not.toHaveProperty('isUnderReview');
  const [{ command }] = await rows(
    `SELECT command FROM outbox WHERE command ->> 'workflowID' LIKE '%' || $1 || '%'`,
    payment,
  );
  expect(command).toHaveProperty('tryBefore');
});

test('a payment above the daily limit of its shop fails, and is under no review', async () => {
  await api.setTerms(api.own.shopID, { inspection: [RULE], amountLimits: [{ currency: 'RUB', perDay: 1 }] });
  const payment = await held();
  const { body } = await api.own.merchant.get(buildPath(payment, ''));
  expect([body.status, body.isUnderReview]).toEqual(['failed', undefined]);
  expect(body.error.code).toBe('authorization_failed');
  expect(await rows('SELECT review_until FROM payments WHERE invoice_id = $1', payment)).toEqual([
    { review_until: null },
  ]);
  expect(await rows('SELECT FROM payment_reviews WHERE invoice_id = $1', payment)).toEqual([]);
});
