import { HOLD, INSTANT, anInvoice, pay, tokenise } from '../../../testing/factories/payment';
import { readBalance } from '../../../store/ledger/ledger';
import { verifyLedger } from '../../../store/ledger/verify';
import { recordAuthorisation, recordCancel, recordFailure } from '../../../store/payment/payment.transitions';
import { requestCancel } from '../../../store/payment/hold.transitions';
import { startApi, type TestApi } from '../../../testing/api';

/* What one shop may take at the most, so that it cannot stop what all share. */

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

/** Starts a payment of an invoice of its own. */
async function readPay(amount: number): Promise<{ invoiceID: string; paymentID: string; payment: any }> {
  const { merchant, shopID } = api.own;
  const { id: invoiceID, token } = await anInvoice(merchant, shopID, { amount });
  const payer = merchant.as(token);
  const paymentID = await pay(payer, invoiceID, { card: '4242424242424242', flow: HOLD });
  const { body } = await merchant.get(`/v2/processing/invoices/${invoiceID}/payments/${paymentID}`);
  return { invoiceID, paymentID, payment: body };
}

test('an invoice above what any shop takes by default is against the terms, whatever its terms do not name', async () => {
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

test('payments beyond what a shop takes a day fail at once, say so to each reader, and leave the invoice to be paid', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const { payment: first } = await readPay(6_000);
  expect(first.status).toBe('pending');
  const { invoiceID, paymentID, payment } = await readPay(4_001);
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

test('what failed or was cancelled makes room again', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const { payment: first, ...failing } = await readPay(10_000);
  const { payment: refused } = await readPay(1);
  await recordFailure(api.store, failing, { code: 'authorization_failed' });
  const { payment: second, ...cancelled } = await readPay(10_000);
  await recordAuthorisation(api.store, cancelled, { connectorReference: 'reference' });
  await requestCancel(api.store, { ...cancelled, partyID: api.own.partyID, reason: 'sold out' });
  await recordCancel(api.store, cancelled);
  const { payment: third } = await readPay(10_000);
  expect([first, refused, second, third].map(({ status }) => status)).toEqual([
    'pending',
    'failed',
    'pending',
    'pending',
  ]);
});

test('of many that pay at once only as many begin as the ceiling lets through', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', perDay: 10_000 }] });
  const payments = await Promise.all(Array.from({ length: 64 }, async () => readPay(1_000)));
  expect(payments.filter(({ payment }) => payment.status === 'pending')).toHaveLength(10);
  expect(payments.filter(({ payment }) => payment.status === 'failed')).toHaveLength(54);
});

test('a thousand of the largest holds that terms can allow leave the currency to everybody', async () => {
  await clearVelocity();
  await api.setTerms(api.own.shopID, { amountLimits: [{ currency: 'RUB', max: MAX_AMOUNT, perDay: MAX_AMOUNT }] });
  const { payment, ...largest } = await readPay(MAX_AMOUNT);
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

/** What the sandbox owes in roubles, in the stripes that there are. */
async function connectorAccounts(): Promise<{ id: string }[]> {
  return api.store.database.search(`SELECT id FROM ledger_accounts WHERE id LIKE 'connector/sandbox/RUB%'`, []);
}

/** What the tests before have begun, which stays true of the payments themselves. */
async function clearVelocity(): Promise<void> {
  const text = `UPDATE payments SET created_at = created_at - interval '2 days' WHERE status NOT IN ('failed', 'cancelled')`;
  await api.store.database.search(text, []);
  const counted = `INSERT INTO shop_velocities SELECT shop_id, currency, (created_at AT TIME ZONE 'UTC')::date, sum(authorised_amount)
    FROM payments WHERE status NOT IN ('failed', 'cancelled') GROUP BY 1, 2, 3`;
  await api.store.database.search('DELETE FROM shop_velocities', []);
  await api.store.database.search(counted, []);
}

afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});
