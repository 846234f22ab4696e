import { HOLD, INSTANT, anInvoice, pay, tokenise } from '../../../tests/harness/factories/payment';
import { readBalance } from '../../../store/platform/ledger/ledger';
import { verifyLedger } from '../../../store/platform/ledger/verify';
import { recordAuthorisation, recordCancel, recordFailure } from '../../../store/payments/payment/payment.transitions';
import { requestCancel } from '../../../store/payments/payment/hold.transitions';
import { startApi, type TestApi } from '../../../tests/harness/api';

/* Limits per shop, which protect the shared connector accounts. */

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(async () => api?.stop());

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

async function readInvoice(amount: number): Promise<{ status: number; body: any }> {
  const { merchant, shopID } = api.own;
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  const given = { shopID, dueDate, amount, currency: 'RUB', product: 'Чай', metadata: {} };
  return merchant.post('/v2/processing/invoices', given);
}

/** Starts a payment of a new invoice. */
async function startPayment(amount: number): Promise<{ invoiceID: string; paymentID: string; payment: any }> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID, { amount });
  const payer = merchant.as(token);
  const paymentID = await pay(payer, invoiceID, { card: '4242424242424242', flow: HOLD });
  const { body } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payments/${paymentID}`);
  return { invoiceID, paymentID, payment: body };
}

test('an invoice above the default maximum violates the terms', async () => {
  await api.setTerms(api.own.shopID, {});
  expect((await readInvoice(100_000_000_000)).status).toBe(201);
  for (const amount of [100_000_000_001, MAX_AMOUNT]) {
    expect(await readInvoice(amount)).toMatchObject({ status: 400, body: { code: 'invoiceTermsViolated' } });
  }
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', min: 10 }] });
  expect((await readInvoice(MAX_AMOUNT)).body.code).toBe('invoiceTermsViolated');
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', max: MAX_AMOUNT }] });
  expect(await readInvoice(MAX_AMOUNT)).toMatchObject({ status: 201, body: { invoice: { amount: MAX_AMOUNT } } });
});

test('payments above the daily limit of a shop fail at once and leave the invoice payable', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const { payment: first } = await startPayment(6_000);
  expect(first.status).toBe('pending');
  const { invoiceID, paymentID, payment } = await startPayment(4_001);
  const error = {
    code: 'authorization_failed',
    subError: { code: 'account_limit_exceeded', subError: { code: 'amount' } },
  };
  expect(payment).toMatchObject({ status: 'failed', error });
  const { merchant } = api.own;
  const path = `/v2/processing/invoices/${invoiceID}`;
  const payer = merchant.as((await merchant.post(`${path}/access-tokens`)).body.payload);
  const seen = await payer.get(`${path}/payments/${paymentID}`);
  expect(seen.body.error.code).toBe('AccountLimitsExceeded');
  const events = await merchant.get(`${path}/events?limit=10`);
  expect(events.body.flatMap(({ changes }: any) => changes.map((change: any) => change.changeType))).toEqual([
    'InvoiceCreated',
    'PaymentStarted',
    'PaymentStatusChanged',
  ]);
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_001 }] });
  const resource = await tokenise(payer, '4242424242424242');
  const again = await payer.post(`${path}/payments`, {
    flow: INSTANT,
    payer: { payerType: 'PaymentResourcePayer', ...resource, contactInfo: { email: 'anna@example.com' } },
  });
  expect([again.status, again.body.status, again.body.id]).toEqual([201, 'pending', '2']);
});

test('failed and cancelled payments do not count towards the limit', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const { payment: first, ...failing } = await startPayment(10_000);
  const { payment: refused } = await startPayment(1);
  await recordFailure(api.store, failing, { code: 'authorization_failed' });
  const { payment: second, ...cancelled } = await startPayment(10_000);
  await recordAuthorisation(api.store, cancelled, { connectorReference: 'reference' });
  await requestCancel(api.store, { ...cancelled, partyID: api.own.partyID, reason: 'sold out' });
  await recordCancel(api.store, cancelled);
  const { payment: third } = await startPayment(10_000);
  expect([first, refused, second, third].map(({ status }) => status)).toEqual([
    'pending',
    'failed',
    'pending',
    'pending',
  ]);
});

test('concurrent payments never exceed the limit', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const payments = await Promise.all(Array.from({ length: 64 }, async () => startPayment(1_000)));
  expect(payments.filter(({ payment }) => payment.status === 'pending')).toHaveLength(10);
  expect(payments.filter(({ payment }) => payment.status === 'failed')).toHaveLength(54);
});

test('a thousand maximum holds do not exhaust the currency for other shops', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', max: MAX_AMOUNT, perDay: MAX_AMOUNT }] });
  const { payment, ...largest } = await startPayment(MAX_AMOUNT);
  expect(payment.status).toBe('pending');
  const filled = `UPDATE ledger_accounts SET debits_pending = debits_pending + 1100 * 9007199254740991::numeric WHERE id = ANY ($1)`;
  const emptied = filled.replace('+ 1100', '- 1100');
  await recordAuthorisation(api.store, largest, { connectorReference: 'reference' });
  const filledOnes = (await connectorAccounts()).map(({ id }) => id);
  await api.store.database.search(filled, [filledOnes]);
  const { merchant, shopID } = api.foreign;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID);
  const paymentID = await pay(merchant.as(token), invoiceID, { card: '4242424242424242', flow: HOLD });
  const held = await recordAuthorisation(api.store, { invoiceID, paymentID }, { connectorReference: 'reference' });
  expect(held.status).toBe('processed');
  for (const id of filledOnes) {
    expect((await readBalance(api.store.database, id)).available).toBeLessThan(-(1n << 63n));
  }
  await api.store.database.search(emptied, [filledOnes]);
});

/** The rouble accounts of the sandbox, in stripes. */
async function connectorAccounts(): Promise<{ id: string }[]> {
  return api.store.database.search(`SELECT id FROM ledger_accounts WHERE id LIKE 'connector/sandbox/RUB%'`, []);
}

/** Resets the daily totals of earlier tests. */
async function clearVelocity(): Promise<void> {
  const text = `UPDATE payments SET created_at = created_at - interval '2 days' WHERE status NOT IN ('failed', 'cancelled')`;
  await api.store.database.search(text, []);
  const counted = `INSERT INTO shop_velocities SELECT shop_id, currency, (created_at AT TIME ZONE 'UTC')::date, sum(authorised_amount)
    FROM payments WHERE status NOT IN ('failed', 'cancelled') GROUP BY 1, 2, 3`;
  for (const table of ['shop_velocities', 'shop_velocity_stripes'])
    await api.store.database.search(`DELETE FROM ${table}`, []);
  await api.store.database.search(counted, []);
}

afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});
