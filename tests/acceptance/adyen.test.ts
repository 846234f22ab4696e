import { setTimeout as sleep } from 'node:timers/promises';
import { aDestination, anIdentity, aWallet, fund, readBalance, WALLET } from '../harness/factories/wallet';
import { ADYEN_CARDS } from '../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../connectors/adyen/testing/adyen-stand-in';
import { TransfersStandIn } from '../../connectors/adyen/testing/transfers-stand-in';
import { openStore, type Store } from '../../store/store';
import { anInvoice, buildPath, HOLD, ledgerFaults, pay, tokenise, untilPayment } from '../harness/factories/payment';
import type { CreatedPayment } from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { ARRIVAL_TIMEOUT_MS } from '../harness/timeouts';

/* Payments and payouts over stand-ins of Adyen, whose results come by webhook only. */

const hmacKey = Buffer.alloc(32, 9);
const merchantAccount = 'HoldfastTEST';
const RESULT = 'https://shop.example.com/thanks';

/** Payments whose answers are lost have this long. */
const DEADLINE_MS = 3_000;

let harness: MerchantPlatform;
let store: Store;
const transfers = new TransfersStandIn();
const standIn = new AdyenStandIn({
  hmacKey,
  merchantAccount,
  deliver: async (body) => {
    const { status } = await fetch(`${harness.platform.apiUrl}/callbacks/adyen`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(status).toBe(200);
  },
});

beforeAll(async () => {
  harness = await startMerchantPlatform({
    environment: {
      ADYEN_API_KEY: 'test-key',
      ADYEN_MERCHANT_ACCOUNT: merchantAccount,
      ADYEN_HMAC_KEY: hmacKey.toString('hex'),
      ADYEN_CHECKOUT_URL: await standIn.start(),
      ADYEN_TRANSFERS_URL: await transfers.start(),
      ADYEN_TRANSFER_API_KEY: 'transfer-key',
      ADYEN_BALANCE_ACCOUNT: 'BA00000000000000000000001',
    },
  });
  const { databaseUrl, environment } = harness.platform;
  store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: environment['ENCRYPTION_KEY'] ?? '' }, 2);
  const routes = JSON.stringify([{ connector: 'adyen' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
  await harness.sql(`UPDATE wallet_providers SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});

afterAll(async () => {
  await store?.database.close();
  await harness?.stop();
  await Promise.all([standIn.stop(), transfers.stop()]);
  expect([...standIn.problems, ...transfers.problems]).toEqual([]);
});

afterEach(async () => {
  standIn.isDelayed = false;
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
});

async function aPayment(card: string, fields: object = {}): Promise<CreatedPayment> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const client = harness.merchant.as(invoice.token);
  const payer = {
    payerType: 'PaymentResourcePayer',
    ...(await tokenise(client, card)),
    contactInfo: { email: 'anna@example.com' },
    sessionInfo: { redirectUrl: RESULT },
  };
  const paymentID = await pay(client, invoice.id, { card, flow: HOLD, fields: { payer, ...fields } });
  return { invoiceID: invoice.id, paymentID };
}

async function untilOne(things: readonly unknown[]): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; things.length === 0 && Date.now() < end;) await sleep(50);
  expect(things).toHaveLength(1);
}

const referenceOf = ({ invoiceID, paymentID }: CreatedPayment) => `payment/${invoiceID}.${paymentID}/authorise`;

test('a payer confirms by 3-D Secure, and capture and refund wait for their webhooks', async () => {
  const ref = await aPayment(ADYEN_CARDS.interaction);
  await untilBody(
    () => harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/events?limit=50`),
    (events: any[]) =>
      events.some(({ changes }) => changes.some((change: any) => change.changeType === 'PaymentInteractionRequested')),
  );
  const address = standIn.book.finishAuthentication(referenceOf(ref));
  const returned = await fetch(address, { redirect: 'manual' });
  expect([returned.status, returned.headers.get('Location')]).toEqual([303, RESULT]);
  await untilPayment(harness.merchant, ref, 'processed');

  standIn.isDelayed = true;
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilOne(standIn.waiting);
  await standIn.deliverWaiting();
  await untilPayment(harness.merchant, ref, 'captured');

  const { body: refund } = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: 4_000, currency: 'RUB' });
  await untilOne(standIn.waiting);
  expect((await harness.merchant.get(buildPath(ref, `/refunds/${refund.id}`))).body.status).toBe('pending');
  await standIn.deliverWaiting();
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${refund.id}`)),
    ({ status }) => status === 'succeeded',
  );
  expect(standIn.book.find(referenceOf(ref))).toMatchObject({ captured: 10_000, refunded: 4_000 });
  expect(standIn.calls.filter(({ path }) => /captures|refunds/.test(path))).toHaveLength(2);
});

test('a capture is made once although the worker is killed before the webhook comes', async () => {
  const ref = await aPayment(ADYEN_CARDS.approved);
  await untilPayment(harness.merchant, ref, 'processed');
  standIn.isDelayed = true;
  await harness.merchant.post(buildPath(ref, '/capture'), { reason: 'sent' });
  await untilOne(standIn.waiting);
  await harness.platform.processes.worker.kill();
  await standIn.deliverWaiting();
  await harness.platform.processes.worker.start();
  await untilPayment(harness.merchant, ref, 'captured');
  expect(standIn.waiting).toEqual([]);
  expect(standIn.book.find(referenceOf(ref))).toMatchObject({ status: 'captured', captured: 10_000 });
});

test('a payment that Adyen reports after its deadline is released', async () => {
  standIn.isDelayed = true;
  const ref = await standIn.losingResponses(async () => {
    const lost = await aPayment(ADYEN_CARDS.approved, { processingDeadline: `${DEADLINE_MS}ms` });
    await untilOne(standIn.waiting);
    await sleep(DEADLINE_MS);
    return lost;
  });
  await untilPayment(harness.merchant, ref, 'failed');
  const payment = standIn.book.find(referenceOf(ref));
  expect(payment?.status).toBe('cancelled');
  // The cancellation came before the payment, so that it had no effect.
  Object.assign(payment ?? {}, { status: 'authorised' });
  standIn.waiting.splice(1);
  standIn.isDelayed = false;
  await standIn.deliverWaiting();
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; payment?.status !== 'cancelled' && Date.now() < end;)
    await sleep(50);
  expect(payment?.status).toBe('cancelled');
  await untilPayment(harness.merchant, ref, 'failed');
});

test('a declined card fails the payment with the reason of the catalogue', async () => {
  const failed = await untilPayment(harness.merchant, await aPayment(ADYEN_CARDS.declined), 'failed');
  expect(failed.error).toMatchObject({ code: 'authorization_failed', subError: { code: 'insufficient_funds' } });
});

test('a withdrawal to an IBAN is paid once Adyen has booked its only transfer', async () => {
  const { merchant } = harness;
  const identity = await anIdentity(merchant);
  const wallet = await aWallet(merchant, { identity });
  const resource = { type: 'BankTransferSEPA', accountName: 'Hans Müller', iban: 'DE89370400440532013000' };
  const destination = await aDestination(merchant, { identity, resource });
  await untilBody(
    () => merchant.get(`${WALLET}/destinations/${destination}`),
    ({ status }) => status === 'Authorized',
  );
  await fund(store, wallet, 100_000);
  const body = { amount: 10_000, currency: 'RUB' };
  const { body: withdrawal } = await merchant.post(`${WALLET}/withdrawals`, { wallet, destination, body });
  await untilOne(transfers.transfers);
  expect((await merchant.get(`${WALLET}/withdrawals/${withdrawal.id}`)).body.status).toBe('Pending');
  transfers.settle(`withdrawal/${withdrawal.id}/payOut`, 'booked');
  await untilBody(
    () => merchant.get(`${WALLET}/withdrawals/${withdrawal.id}`),
    ({ status }) => status === 'Succeeded',
  );
  expect(transfers.transfers).toHaveLength(1);
  expect(await readBalance(merchant, wallet)).toEqual([90_000, 90_000]);
});
