import { INSTANT, anInvoice, ledgerFaults, untilPayment } from '../../../tests/harness/factories/payment';
import { startMerchantPlatform, type MerchantPlatform } from '../../../tests/harness/platform';
import { untilBody } from '../../../tests/harness/http-client';
import { type CreatedPayment } from '../../../tests/harness/factories/payment';
import { eventContradictions } from '../../../tests/harness/event-specification';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';

let harness: MerchantPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startMerchantPlatform();
  await harness.sql(
    `UPDATE shops SET terms = jsonb_set(terms, '{paymentMethods}', terms -> 'paymentMethods' || $2::jsonb) WHERE id = $1`,
    [harness.shopID, JSON.stringify([{ method: 'DigitalWallet', providers: ['webmoney'] }])],
  );
  receiver = await startWebhookReceiver();
  const eventTypes = ['PaymentStarted', 'PaymentUserInteractionRequested', 'PaymentUserInteractionCompleted'];
  const scope = { topic: 'InvoicesTopic', shopID: harness.shopID, eventTypes };
  expect((await harness.merchant.post('/v2/processing/webhooks', { url: receiver.url, scope })).status).toBe(201);
});

afterAll(async () => {
  await receiver?.close();
  await harness?.stop();
});

const tokenise = (paymentTool: object) =>
  harness.merchant.post('/v2/processing/payment-resources', { paymentTool, clientInfo: { fingerprint: 'browser-1' } });

async function payWith(paymentTool: object): Promise<CreatedPayment & { details: any }> {
  const tokenised = await tokenise(paymentTool);
  expect(tokenised.status).toBe(201);
  const { paymentToolToken, paymentSession, paymentToolDetails: details } = tokenised.body;
  const invoice = await anInvoice(harness.merchant, harness.shopID, { amount: 125_000 });
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} };
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  const answer = await harness.merchant.post(path, { flow: INSTANT, payer });
  expect(answer).toMatchObject({ status: 201, body: { payer: { paymentToolDetails: details } } });
  return { invoiceID: invoice.id, paymentID: answer.body.id, details };
}

async function readChanges({ invoiceID }: CreatedPayment): Promise<any[]> {
  const { body } = await harness.merchant.get(`/v2/processing/invoices/${invoiceID}/events?limit=100`);
  return body.flatMap(({ changes }: any) => changes);
}

/** Waits for this many messages of an invoice. */
async function messages({ invoiceID }: CreatedPayment, count: number): Promise<any[]> {
  const mine = () =>
    receiver
      .accepted()
      .map((one) => one.json<any>())
      .filter((body) => (body.invoiceId ?? body.invoice.id) === invoiceID);
  await receiver.until(() => mine().length >= count);
  return mine();
}

async function decide({ invoiceID, paymentID }: CreatedPayment, decision: string): Promise<void> {
  const operation = encodeURIComponent(`payment/${invoiceID}.${paymentID}/authorise`);
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ decision });
  const path = `${harness.platform.sandboxUrl}/interactions/${operation}`;
  expect((await fetch(path, { method: 'POST', headers, body })).ok).toBe(true);
}

const anyText = expect.stringMatching(/./);

test.each([
  {
    name: 'Redirect',
    tool: { paymentToolType: 'DigitalWalletData', provider: 'webmoney', id: 'sandbox-redirect' },
    shown: { detailsType: 'PaymentToolDetailsDigitalWallet', provider: 'webmoney' },
    asked: { interactionType: 'Redirect', request: { requestType: 'BrowserGetRequest', uriTemplate: anyText } },
    told: { userInteractionType: 'BrowserHTTPRequest', browserHTTPInfo: { requestType: 'get', url: anyText } },
    toldTool: { digitalWalletDetailsType: 'DigitalWalletDetailsProvider', provider: 'webmoney' },
  },
  {
    name: 'PaymentTerminalReceipt',
    tool: { paymentToolType: 'PaymentTerminalData', provider: 'euroset', metadata: { till: 7 } },
    shown: { detailsType: 'PaymentToolDetailsPaymentTerminal', provider: 'euroset' },
    asked: { interactionType: 'PaymentTerminalReceipt', shortPaymentID: anyText, dueDate: anyText },
    told: {
      userInteractionType: 'PaymentTerminalReceipt',
      paymentTerminalReceiptInfo: { shortPaymentId: anyText, due: anyText },
    },
    toldTool: { provider: 'euroset', providerName: 'euroset' },
  },
  {
    name: 'QrCodeDisplayRequest',
    tool: { paymentToolType: 'PaymentTerminalData', provider: 'qps' },
    shown: { provider: 'qps' },
    asked: { interactionType: 'QrCodeDisplayRequest', qrCode: anyText },
    told: { userInteractionType: 'QrCodeDisplayRequest', qrCodeDisplayInfo: { qrCode: anyText } },
    toldTool: { provider: 'qps' },
  },
  {
    name: 'CryptoCurrencyTransferRequest',
    tool: { paymentToolType: 'CryptoWalletData', cryptoCurrency: 'Bitcoin' },
    shown: { detailsType: 'PaymentToolDetailsCryptoWallet', cryptoCurrency: 'Bitcoin' },
    asked: {
      interactionType: 'CryptoCurrencyTransferRequest',
      cryptoAddress: anyText,
      symbolicCode: 'BTC',
      cryptoAmount: '0.00025000',
    },
    told: {
      userInteractionType: 'CryptoCurrencyTransferRequest',
      cryptoCurrencyTransferInfo: {
        cryptoAddress: anyText,
        cryptoCurrency: 'BTC',
        cryptoAmount: { divider: 25_000, denominator: 100_000_000 },
      },
    },
    toldTool: { cryptoCurrency: 'bitcoin', cryptoCurrencyType: 'Bitcoin' },
  },
  {
    name: 'ApiExtensionRequest',
    tool: { paymentToolType: 'PaymentTerminalData', provider: 'uzcard' },
    shown: { provider: 'uzcard' },
    asked: { interactionType: 'ApiExtensionRequest', apiType: 'p2p' },
    told: { userInteractionType: 'ApiExtensionRequest', apiExtensionInfo: { apiType: 'p2p' } },
    toldTool: { provider: 'uzcard' },
  },
])(
  '$name is asked, told in the words of both documents, and completed',
  async ({ tool, shown, asked, told, toldTool }) => {
    const payment = await payWith(tool);
    expect(payment.details).toMatchObject(shown);
    const requested = await untilBody<any>(
      async () => ({ body: await readChanges(payment) }) as any,
      (changes) => changes.length >= 3,
    );
    const { paymentID } = payment;
    expect(requested[2]).toEqual({ changeType: 'PaymentInteractionRequested', paymentID, userInteraction: asked });
    await decide(payment, 'confirm');
    await untilPayment(harness.merchant, payment, 'captured');
    expect((await readChanges(payment))[3]).toEqual({ ...requested[2], changeType: 'PaymentInteractionCompleted' });

    const [started, ...interactions] = await messages(payment, 3);
    expect(started.payment.payer.paymentToolDetails).toMatchObject(toldTool);
    expect(interactions).toMatchObject([
      { eventType: 'PaymentInteractionRequested', paymentId: paymentID, userInteractionDetails: told },
      { eventType: 'PaymentInteractionCompleted', paymentId: paymentID, userInteractionDetails: told },
    ]);
  },
);

test.each([
  { request: 'post', card: '4012888888881881' },
  { request: 'get', card: '4556418324571052' },
])(
  'a webhook keeps the place to return to in the form, and gives a plain address: $request',
  async ({ request, card }) => {
    const payment = await payWith({ paymentToolType: 'CardData', cardNumber: card, expDate: '12/29', cvv: '123' });
    const [, asked] = await messages(payment, 2);
    const { requestType, url, form } = asked.userInteractionDetails.browserHTTPInfo;
    expect([requestType, url]).toEqual([request, expect.stringMatching(/^http[^?{}]*\/3ds\/[^?{}]+$/)]);
    expect(form?.TermUrl).toBe(request === 'post' ? '{termination_uri}' : undefined);
    await decide(payment, 'refuse');
  },
);

test('a payer who declines the confirmation fails the payment', async () => {
  const payment = await payWith({ paymentToolType: 'PaymentTerminalData', provider: 'euroset' });
  await untilBody<any>(
    async () => ({ body: await readChanges(payment) }) as any,
    (changes) => changes.length >= 3,
  );
  await decide(payment, 'refuse');
  expect((await untilPayment(harness.merchant, payment, 'failed')).error.code).toBe('preauthorization_failed');
});

test('a phone account pays, and its number is masked', async () => {
  const phone = (ctn: string) => ({ paymentToolType: 'MobileCommerceData', mobilePhone: { cc: '7', ctn } });
  const payment = await payWith(phone('9151111111'));
  expect(payment.details).toEqual({ detailsType: 'PaymentToolDetailsMobileCommerce', phoneNumber: '+7******1111' });
  await untilPayment(harness.merchant, payment, 'captured');
  const poor = await payWith(phone('9151111112'));
  const failed = await untilPayment(harness.merchant, poor, 'failed');
  expect(failed.error).toEqual({ code: 'authorization_failed', subError: { code: 'insufficient_funds' } });
});

test('a QIWI wallet is shown with its phone number', async () => {
  const payment = await payWith({ paymentToolType: 'DigitalWalletData', provider: 'qiwi', id: '79151234567' });
  await untilPayment(harness.merchant, payment, 'captured');
  const [started] = await messages(payment, 1);
  expect(started.payment.payer.paymentToolDetails).toEqual({
    detailsType: 'PaymentToolDetailsDigitalWallet',
    digitalWalletDetailsType: 'DigitalWalletDetailsQIWI',
    phoneNumberMask: '+7******4567',
  });
});

/** A payload of realistic size with the number of a test card. */
const payload = (number: string) => ({ ciphertext: 'x'.repeat(6_000), number });

test.each([
  {
    name: 'Apple Pay',
    tool: {
      provider: 'ApplePay',
      merchantID: 'merchant.example',
      paymentToken: {
        paymentMethod: { network: 'Visa', displayName: 'Visa 0777' },
        paymentData: payload('4300000000000777'),
      },
    },
    shown: { cardNumberMask: '******0777', last4: '0777', paymentSystem: 'visa', tokenProvider: 'applepay' },
  },
  {
    name: 'Google Pay',
    tool: {
      provider: 'GooglePay',
      gatewayMerchantID: 'merchant',
      paymentToken: {
        paymentMethodData: {
          info: { cardNetwork: 'MASTERCARD', cardDetails: '7051' },
          tokenizationData: payload('2222990905257051'),
        },
      },
    },
    shown: { last4: '7051', paymentSystem: 'mastercard', tokenProvider: 'googlepay', tokenizationMethod: 'dpan' },
  },
  {
    name: 'Samsung Pay',
    tool: { provider: 'SamsungPay', serviceID: 'service', referenceID: '2223577120017656' },
    shown: { cardNumberMask: '******', paymentSystem: 'unknown', tokenProvider: 'samsungpay' },
  },
  {
    name: 'Yandex Pay',
    tool: { provider: 'YandexPay', gatewayMerchantID: 'merchant', paymentToken: payload('4242424242424242') },
    shown: { paymentSystem: 'unknown', tokenProvider: 'yandexpay' },
  },
])('a card in $name pays with a token of any length', async ({ tool, shown }) => {
  const payment = await payWith({ paymentToolType: 'TokenizedCardData', ...tool });
  expect(payment.details).toMatchObject({ detailsType: 'PaymentToolDetailsBankCard', ...shown });
  await untilPayment(harness.merchant, payment, 'captured');
  const [started] = await messages(payment, 1);
  expect(started.payment.payer).toEqual({
    payerType: 'PaymentResourcePayer',
    paymentToolToken: '',
    paymentSession: '',
    clientInfo: { fingerprint: 'browser-1', ip: expect.any(String) },
    contactInfo: {},
  });
});

test('a long token becomes a short one that is deleted after its expiry', async () => {
  const tool = { paymentToolType: 'TokenizedCardData', provider: 'YandexPay', gatewayMerchantID: 'm' };
  const { body } = await tokenise({ ...tool, paymentToken: payload('4242424242424242') });
  expect(body.paymentToolToken.length).toBeLessThanOrEqual(2_000);
  await harness.sql(`UPDATE long_payment_tools SET valid_until = now() - interval '1 second'`);
  await tokenise({ ...tool, paymentToken: payload('4242424242424242') });
  const [left] = await harness.sql<{ count: string }>('SELECT count(*) FROM long_payment_tools');
  expect(Number(left?.count)).toBe(1);
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const { paymentToolToken, paymentSession } = body;
  const payer = { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} };
  const path = `/v2/processing/invoices/${invoice.id}/payments`;
  expect(await harness.merchant.post(path, { flow: INSTANT, payer })).toMatchObject({
    status: 400,
    body: { code: 'invalidPaymentToolToken' },
  });
});

test('a tool above the limits of connectors is refused at tokenisation', async () => {
  const refused = (tool: object) => tokenise(tool).then(({ status, body }) => [status, body.code]);
  const long = 'x'.repeat(15_001);
  const tool = { paymentToolType: 'TokenizedCardData', provider: 'YandexPay', gatewayMerchantID: 'm' };
  expect(await refused({ ...tool, paymentToken: { long } })).toEqual([400, 'invalidRequest']);
  expect(await refused({ ...tool, gatewayMerchantID: long, paymentToken: {} })).toEqual([400, 'invalidRequest']);
  expect(await refused({ paymentToolType: 'PaymentTerminalData', provider: 'qps', metadata: { long } })).toEqual([
    400,
    'invalidRequest',
  ]);
});

test("payment methods come from the shop's terms", async () => {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const path = `/v2/processing/invoices/${invoice.id}/payment-methods`;
  const methods = [
    { method: 'BankCard', paymentSystems: ['visa'], tokenProviders: ['applepay'] },
    { method: 'PaymentTerminal', providers: ['euroset'] },
    { method: 'DigitalWallet', providers: ['qiwi'] },
    { method: 'CryptoWallet', cryptoCurrencies: ['Bitcoin'] },
    { method: 'MobileCommerce', operators: ['mts'] },
  ];
  await harness.sql('UPDATE shops SET terms = $1', [JSON.stringify({ paymentMethods: methods })]);
  expect((await harness.merchant.as(invoice.token).get(path)).body).toEqual(methods);
});

test('every message conforms to its specification', () => {
  expect(receiver.deliveries.length).toBeGreaterThan(0);
  expect(receiver.deliveries.flatMap((one) => eventContradictions(one.json()))).toEqual([]);
});

test('the ledger is consistent at the end', async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});
