import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADYEN_CARDS } from '../../connectors/adyen/testing/adyen-book';
import { aGooglePayToken, anApplePayToken } from '../../connectors/testing/test-tokens';
import { AppleSealer } from '../../vault/testing/apple-sealer';
import { GoogleSealer } from '../../vault/testing/google-sealer';
import { searchForCards } from '../harness/canary';
import {
  buildPath,
  HOLD,
  anInvoice,
  ledgerFaults,
  untilPayment,
  type CreatedPayment,
} from '../harness/factories/payment';
import { httpClient, untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';
import { anAdyenAccount, type AdyenAccount } from './acquirers/adyen-account';

/* Tokens of wallets, which go to the account that they were made for. */

const MERCHANT = { first: 'merchant.first', second: 'merchant.second' };

const google = new GoogleSealer();
let apple: AppleSealer;

let harness: MerchantPlatform;
let first: AdyenAccount;
let second: AdyenAccount;

beforeAll(async () => {
  apple = await AppleSealer.create();
  const environment = {
    ...{ VAULT_GOOGLE_PAY_FILE: writeKeys(google), GOOGLE_PAY_VAULT_MERCHANTS: 'shop-at-holdfast' },
    ...{ VAULT_APPLE_PAY_FILE: writeKeys(apple), APPLE_PAY_VAULT_MERCHANTS: 'merchant.unused,merchant.holdfast' },
  };
  harness = await startMerchantPlatform({ environment });
  const buildUrl = (path: string) => `${harness.platform.apiUrl}${path}`;
  first = await anAdyenAccount('adyen-1', buildUrl);
  second = await anAdyenAccount('adyen-2', buildUrl);
  for (const [account, applePayMerchantID] of [
    [first, MERCHANT.first],
    [second, MERCHANT.second],
  ] as const) {
    const { id, connector, credentials } = account;
    const settings = { ...account.settings, applePayMerchantID };
    await addAccount(harness.platform, { id, connector, credentials, settings });
  }
  const routes = JSON.stringify([{ connector: 'adyen-1' }, { connector: 'adyen-2' }]);
  // The API may know accounts of a second ago.
  await sleep(1_200);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});

afterAll(async () => {
  await harness?.stop();
  await Promise.all([first?.stop(), second?.stop()]);
  expect([...first.problems(), ...second.problems()]).toEqual([]);
});

afterEach(async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

function writeKeys(sealer: { keysFile(): object }): string {
  const path = join(mkdtempSync(join(tmpdir(), 'wallet-keys-')), 'keys.json');
  writeFileSync(path, JSON.stringify(sealer.keysFile()));
  return path;
}

async function payWith(paymentTool: object): Promise<{ status: number; body: any; ref: CreatedPayment }> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const payer = harness.merchant.as(invoice.token);
  const clientInfo = { fingerprint: 'browser-1' };
  const { body: resource } = await payer.post<any>('/v2/processing/payment-resources', { paymentTool, clientInfo });
  const { paymentToolToken, paymentSession } = resource;
  const contactInfo = { email: 'anna@example.com' };
  const { status, body } = await payer.post<any>(`/v2/processing/invoices/${invoice.id}/payments`, {
    flow: HOLD,
    payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo },
  });
  return { status, body, ref: { invoiceID: invoice.id, paymentID: body.id } };
}

const operationOf = ({ invoiceID, paymentID }: CreatedPayment) => `payment/${invoiceID}.${paymentID}/authorise`;

test('a token of Apple Pay is authorised, captured and refunded at the account that it was made for, and kept nowhere', async () => {
  const { merchant, platform } = harness;
  const tool = anApplePayToken(ADYEN_CARDS.approved, { merchantID: MERCHANT.second });
  const { ref } = await payWith(tool);
  await untilPayment(merchant, ref, 'processed');
  expect([first.find(operationOf(ref)), second.find(operationOf(ref))]).toEqual([undefined, expect.anything()]);
  const { body: payment } = await merchant.get<any>(buildPath(ref));
  expect(payment.payer.paymentToolDetails).toMatchObject({
    tokenProvider: 'applepay',
    cardNumberMask: '411111******1111',
  });
  await merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilPayment(merchant, ref, 'captured');
  const { body: refund } = await merchant.post<any>(buildPath(ref, '/refunds'), { amount: 4_000, currency: 'RUB' });
  await untilBody<any>(
    () => merchant.get(buildPath(ref, `/refunds/${refund.id}`)),
    ({ status }) => status === 'succeeded',
  );
  expect(second.find(operationOf(ref))).toMatchObject({ captured: 10_000, refunded: 4_000 });

  const token = platform.environment['HOLDFAST_OPERATOR_KEY'] ?? '';
  const operator = httpClient({ baseUrl: platform.apiUrl, token });
  const timeline = await operator.get<any>(`/operators/v1/payments/${ref.invoiceID}/${ref.paymentID}`);
  expect(timeline.status).toBe(200);
  const { data, header } = tool.paymentToken.paymentData;
  const shown = JSON.stringify(timeline.body);
  for (const part of [data, header.transactionId]) expect(shown).not.toContain(part);
  const kept = await harness.sql(
    `SELECT FROM payments WHERE payments::text LIKE '%' || $1 || '%' OR encrypted_payment_tool IS NOT NULL`,
    [data],
  );
  expect(kept).toEqual([]);
  const { api, worker } = platform.processes;
  for (const { logFile } of [api, worker]) expect(await readFile(logFile, 'utf8')).not.toContain(data.slice(0, 40));
});

test('a token that no account was made for is refused before a payment begins', async () => {
  for (const tool of [
    anApplePayToken(ADYEN_CARDS.approved, { merchantID: 'merchant.third' }),
    aGooglePayToken(ADYEN_CARDS.approved),
  ]) {
    expect(await payWith(tool)).toMatchObject({ status: 400, body: { code: 'operationNotPermitted' } });
  }
});

test('an account that refuses the key passes no token on to another merchant’s account', async () => {
  first.standIn.refusesKeys = true;
  const tool = anApplePayToken(ADYEN_CARDS.approved, { merchantID: MERCHANT.first });
  const { ref } = await payWith(tool);
  await sleep(1_500);
  first.standIn.refusesKeys = false;
  await untilPayment(harness.merchant, ref, 'processed');
  expect([first.find(operationOf(ref)), second.find(operationOf(ref))]).toEqual([expect.anything(), undefined]);
});

test('a lost answer leaves one payment, and the same token does not pay again', async () => {
  const tool = anApplePayToken(ADYEN_CARDS.approved, { merchantID: MERCHANT.first });
  const { ref } = await first.standIn.losingResponses(async () => {
    const started = await payWith(tool);
    await untilPayment(harness.merchant, started.ref, 'processed');
    return started;
  });
  expect(first.standIn.book.payments.filter(({ reference }) => reference === operationOf(ref))).toHaveLength(1);
  for (const spent of [tool, anApplePayToken(ADYEN_CARDS.approved, { merchantID: MERCHANT.first, lifetimeMs: -1 })]) {
    const failed = await untilPayment(harness.merchant, (await payWith(spent)).ref, 'failed');
    expect(failed.error).toMatchObject({ subError: { code: 'payment_tool_rejected' } });
  }
});

test('the vault opens a token of Google Pay, once, and Adyen gets number and cryptogram from it alone', async () => {
  const token = google.seal(ADYEN_CARDS.approved);
  const tool = aGooglePayToken('', { gatewayMerchantID: 'shop-at-holdfast', token });
  const { ref } = await payWith(tool);
  await untilPayment(harness.merchant, ref, 'processed');
  const { body: sent } = first.standIn.calls.findLast(({ path }) => path === '/payments') ?? {};
  expect(sent).toMatchObject({
    paymentMethod: { type: 'networkToken', number: ADYEN_CARDS.approved, expiryMonth: '03', expiryYear: '2030' },
    mpiData: { tokenAuthenticationVerificationValue: 'AAAAAAABBBCCCDDDEEEFFFFFFFF=', eci: '05' },
  });
  expect(sent).not.toHaveProperty('authenticationData');
  const { body: payment } = await harness.merchant.get<any>(buildPath(ref));
  expect(payment.payer.paymentToolDetails).toMatchObject({
    ...{ tokenProvider: 'googlepay', tokenizationMethod: 'dpan', cardNumberMask: '411111******1111' },
  });
  const clientInfo = { fingerprint: 'browser-1' };
  for (const paymentTool of [tool, { ...tool, paymentToken: { tokenizationData: {} } }]) {
    const refused = await harness.merchant.post<any>('/v2/processing/payment-resources', { paymentTool, clientInfo });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalidRequest']);
  }
});

/** What the button of the checkout sends. */
const anOwnAppleToken = (given: Parameters<AppleSealer['seal']>[1] = {}) => {
  const tool = anApplePayToken('', { merchantID: 'merchant.holdfast' });
  const paymentData = JSON.parse(apple.seal(ADYEN_CARDS.approved, given)) as object;
  return { ...tool, paymentToken: { ...tool.paymentToken, paymentData } };
};

test('the vault opens a token of Apple Pay, once, and Adyen gets number and cryptogram from it alone', async () => {
  const onlinePaymentCryptogram = 'Af9x/QwAA/DjmU65oyc1MAABAAA=';
  const tool = anOwnAppleToken({ details: { onlinePaymentCryptogram } });
  const { ref } = await payWith(tool);
  await untilPayment(harness.merchant, ref, 'processed');
  const { body: sent } = first.standIn.calls.findLast(({ path }) => path === '/payments') ?? {};
  expect(sent).toMatchObject({
    paymentMethod: { type: 'networkToken', number: ADYEN_CARDS.approved, expiryMonth: '03', expiryYear: '2030' },
    mpiData: { tokenAuthenticationVerificationValue: onlinePaymentCryptogram, eci: '05' },
  });
  expect(JSON.stringify(sent)).not.toMatch(/agreed|authenticationData|applePayToken/);
  const { body: payment } = await harness.merchant.get<any>(buildPath(ref));
  expect(payment.payer.paymentToolDetails).toMatchObject({
    ...{ tokenProvider: 'applepay', tokenizationMethod: 'dpan', cardNumberMask: '411111******1111' },
  });
  const clientInfo = { fingerprint: 'browser-1' };
  const old = anOwnAppleToken({ signedAt: Date.now() - 600_000 });
  for (const paymentTool of [
    tool,
    old,
    { ...tool, paymentToken: { paymentData: {} } },
    { ...tool, paymentToken: {} },
  ]) {
    const refused = await harness.merchant.post<any>('/v2/processing/payment-resources', { paymentTool, clientInfo });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalidRequest']);
  }
});

test.each([{ transactionAmount: 9_999 }, { transactionAmount: 100 }, { currencyCode: '840' }])(
  'a token of Apple Pay that the payer agreed to with %j pays nothing',
  async (content) => {
    expect(await payWith(anOwnAppleToken({ content }))).toMatchObject({
      status: 400,
      body: { code: 'invalidPaymentToolToken' },
    });
  },
);

test('no card number of a token is kept', async () => {
  const { databaseUrl: adminUrl, processes } = harness.platform;
  const { found } = await searchForCards({
    adminUrl,
    databases: [new URL(adminUrl).pathname.slice(1)],
    paths: [processes.api.logFile, processes.worker.logFile],
    cardNumbers: [ADYEN_CARDS.approved],
  });
  expect(found).toEqual([]);
});
