import { HOLD, INSTANT, anInvoice, ledgerFaults, untilPayment } from '../../../tests/harness/factories/payment';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { buildPath, type CreatedPayment } from '../../../tests/harness/factories/payment';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';

/* The sandbox takes 100.00 less than requested for phone …667781 and 100.00 more for …667782. */

const LESS = 667_781;
const MORE = 667_782;
const DIFFERENCE = 10_000;

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  receiver = await startWebhookReceiver();
  const eventTypes = ['PaymentStarted', 'PaymentCashChanged', 'PaymentProcessed', 'PaymentCaptured', 'InvoicePaid'];
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes };
  expect((await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).status).toBe(201);
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

const terminal = { paymentToolType: 'PaymentTerminalData', provider: 'euroset' };
const crypto = { paymentToolType: 'CryptoWalletData', cryptoCurrency: 'Bitcoin' };
const card = { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/29', cvv: '123' };

async function payWith(paymentTool: object, { amount, flow = INSTANT }: { amount: number; flow?: object }) {
  const clientInfo = { fingerprint: 'browser' };
  const tokenised = await harness.merchant.post('/v2/processing/payment-resources', { paymentTool, clientInfo });
  const { paymentToolToken, paymentSession } = tokenised.body;
  const invoice = await anInvoice(harness.merchant, harness.shopID, { amount });
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} };
  const { body } = await harness.merchant.post(`/v2/processing/invoices/${invoice.id}/payments`, { flow, payer });
  return { invoiceID: invoice.id, paymentID: body.id as string };
}

/** Waits for the payer's interaction and completes it. */
async function confirm({ invoiceID, paymentID }: CreatedPayment): Promise<void> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
  const answer = () =>
    fetch(`${harness.platform.sandboxUrl}/interactions/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ decision: 'confirm' }),
    });
  while (!(await answer()).ok) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function reported({ invoiceID }: CreatedPayment, count: number): Promise<any[]> {
  const mine = () =>
    receiver
      .accepted()
      .map((one) => one.json<any>())
      .filter(({ invoice }) => invoice.id === invoiceID);
  await receiver.until(() => mine().length >= count);
  return mine();
}

test.each([
  ['a terminal that took less', terminal, LESS, -DIFFERENCE, { receiptNumber: expect.any(String) }],
  ['a terminal that took more', terminal, MORE, DIFFERENCE, { receiptNumber: expect.any(String) }],
  ['a crypto payment of less', crypto, LESS, -DIFFERENCE, { transactionHash: expect.any(String) }],
])(
  '%s is reported, and payment, ledger and refunds use the taken amount',
  async (_, tool, amount, difference, extra) => {
    const ref = await payWith(tool, { amount });
    await confirm(ref);
    await untilPayment(harness.merchant, ref, 'captured');
    const taken = amount + difference;
    const { body: payment } = await harness.merchant.get(buildPath(ref));
    expect(payment).toMatchObject({ amount: taken, status: 'captured' });
    const { body: invoice } = await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}`);
    expect(invoice).toMatchObject({ status: 'paid', amount });

    const messages = await reported(ref, 5);
    expect(messages.flatMap(eventContradictions)).toEqual([]);
    expect(messages.map(({ eventType }) => eventType)).toEqual([
      'PaymentStarted',
      'PaymentCashChanged',
      'PaymentProcessed',
      'PaymentCaptured',
      'InvoicePaid',
    ]);
    expect(messages[0].payment).toMatchObject({ amount });
    expect(messages[0].payment).not.toHaveProperty('changedAmount');
    expect(messages[1]).toMatchObject({
      invoice: { amount },
      payment: { amount: taken, changedAmount: taken, extraPaymentInfo: extra },
    });
    const [created, started] = (await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=2`))
      .body;
    expect([created.changes[0].invoice.amount, started.changes[0].payment.amount]).toEqual([amount, amount]);

    expect(await harness.atSandbox(ref)).toMatchObject({ authorised: taken, captured: taken });
    const tooMuch = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: taken + 1, currency: 'RUB' });
    expect(tooMuch.body.code).toBe('invoicePaymentAmountExceeded');
    expect((await harness.merchant.post(buildPath(ref, '/refunds'), {})).body).toMatchObject({ amount: taken });
    await untilPayment(harness.merchant, ref, 'refunded');
    expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  },
);

test.each([
  ['less', LESS, INSTANT],
  ['more', MORE, HOLD],
])(
  'a card of which the acquirer holds %s than was requested is not paid with, and the hold is released',
  async (_, amount, flow) => {
    const ref = await payWith(card, { amount, flow });
    await untilPayment(harness.merchant, ref, 'failed');
    const { authorised, voided, captured } = await harness.atSandbox(ref);
    expect([authorised === amount, authorised - voided, captured]).toEqual([false, 0, 0]);
    const findings = await harness.sql(
      `SELECT kind, status, differences FROM reconciliation_findings WHERE operation_id = $1`,
      [`payment/${ref.invoiceID}.${ref.paymentID}/authorise`],
    );
    const differences = [{ fact: 'amount', requested: String(amount), answered: String(authorised) }];
    expect(findings).toEqual([{ kind: 'contradictedAnswer', status: 'open', differences }]);
  },
);

test('a partial capture changes the amount without a changed cash', async () => {
  const ref = await payWith(card, { amount: 10_000, flow: HOLD });
  await untilPayment(harness.merchant, ref, 'processed');
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'x', amount: 4_000, currency: 'RUB' });
  await untilPayment(harness.merchant, ref, 'captured');
  const messages = await reported(ref, 4);
  expect(messages.map(({ eventType }) => eventType)).not.toContain('PaymentCashChanged');
  expect(messages.at(-2).payment).toMatchObject({ amount: 4_000, fee: 100 });
  expect(messages.at(-2).payment).not.toHaveProperty('changedAmount');
});

test('the fee of the demo shop is reported and does not reduce a refund', async () => {
  const ref = await payWith(card, { amount: 10_000 });
  await untilPayment(harness.merchant, ref, 'captured');
  const messages = await reported(ref, 4);
  expect(messages.map(({ payment }) => payment?.fee)).toEqual([undefined, undefined, 250, undefined]);
  const { body } = await harness.merchant.get(
    `/v2/analytics/shops/${harness.shopID}/payments?limit=1&invoiceID=${ref.invoiceID}&fromTime=2020-01-01T00:00:00Z&toTime=2100-01-01T00:00:00Z`,
  );
  expect(body.result).toMatchObject([{ amount: 10_000, fee: 250 }]);
  expect((await harness.merchant.post(buildPath(ref, '/refunds'), {})).status).toBe(201);
  await untilPayment(harness.merchant, ref, 'refunded');
});

test('a captured payment pays the fee of its rule, by the turnover of the previous month', async () => {
  const tiers = [
    { from: 0, basisPoints: 300 },
    { from: 1_000_000, basisPoints: 200 },
  ];
  const fees = [{ tools: ['BankCard'], connectors: ['sandbox'], currency: 'RUB', tiers, fixed: 15, maximum: 400 }];
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('fees', $2::jsonb) WHERE id = $1`, [
    harness.shopID,
    JSON.stringify(fees),
  ]);
  const feeOf = async (amount: number): Promise<number> => {
    const ref = await payWith(card, { amount });
    await untilPayment(harness.merchant, ref, 'captured');
    const messages = await reported(ref, 4);
    return messages.at(-2).payment.fee as number;
  };
  expect(await feeOf(10_000)).toBe(315);
  await harness.sql(
    `INSERT INTO shop_velocities (shop_id, currency, day, amount)
     VALUES ($1, 'RUB', (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 day')::date, 1000000)`,
    [harness.shopID],
  );
  expect(await feeOf(10_000)).toBe(215);
  expect(await feeOf(1_000_000)).toBe(400);
  // No payment of last month makes up this turnover, which the verification of the ledger reports.
  await harness.sql(`DELETE FROM shop_velocities WHERE amount = 1000000 AND day < date_trunc('month', now())::date`);
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
