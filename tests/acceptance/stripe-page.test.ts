import Stripe from 'stripe';
import { STRIPE_CARDS } from '../../connectors/stripe/testing/intent-book';
import type { StripeObject } from '../../connectors/stripe/testing/entries';
import { StripeStandIn } from '../../connectors/stripe/testing/stripe-stand-in';
import {
  anInvoice,
  buildPath,
  HOLD,
  ledgerFaults,
  untilPayment,
  type CreatedPayment,
} from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';

/* Payments with cards that payers enter on Stripe’s page: no card data reaches the platform. */

const SECRET = 'whsec_of_a_test';
let harness: MerchantPlatform;
const standIn = new StripeStandIn();

beforeAll(async () => {
  harness = await startMerchantPlatform();
  await addAccount(harness.platform, {
    ...{ id: 'pages', connector: 'stripe', credentials: { secretKey: 'sk_test_of_nobody', webhookSecret: SECRET } },
    settings: { url: await standIn.start() },
  });
  const paymentMethods = [{ method: 'PaymentTerminal', providers: ['bank_card'] }];
  const terms = { routes: [{ connector: 'pages' }], paymentMethods };
  await harness.sql(`UPDATE shops SET terms = terms || $1::jsonb`, [JSON.stringify(terms)]);
});

afterAll(async () => {
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  await harness?.stop();
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

async function opened(): Promise<CreatedPayment & { session: StripeObject }> {
  const { merchant, shopID } = harness;
  const invoice = await anInvoice(merchant, shopID);
  const payer = merchant.as(invoice.token);
  const tokenised = await payer.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'PaymentTerminalData', provider: 'bank_card' },
    clientInfo: { fingerprint: 'browser-1' },
  });
  const { paymentToolToken, paymentSession } = tokenised.body;
  const created = await payer.post(`/v2/processing/invoices/${invoice.id}/payments`, {
    flow: HOLD,
    payer: {
      ...{ payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
      sessionInfo: { redirectUrl: 'https://shop.example/result' },
    },
  });
  expect(created.status).toBe(201);
  const requested = (events: any[]) =>
    events.flatMap(({ changes }) => changes).find(({ changeType }) => changeType === 'PaymentInteractionRequested');
  const events = await untilBody(
    () => merchant.get(`/v2/processing/invoices/${invoice.id}/events?limit=50`),
    (all: any[]) => requested(all) !== undefined,
  );
  const { uriTemplate } = requested(events).userInteraction.request;
  const session = [...standIn.book.pages.sessions.values()].find(({ url }) => url === uriTemplate);
  if (!session) throw new Error('the payer was not sent to a page of Stripe');
  return { invoiceID: invoice.id, paymentID: created.body.id, session };
}

const intentOf = ({ intent }: StripeObject) => standIn.book.paymentIntents.get(String(intent));

async function notify(type: string, object: object, secret = SECRET): Promise<number> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { apiUrl } = harness.platform;
  return (await fetch(`${apiUrl}/callbacks/stripe/pages`, { method: 'POST', headers, body: payload })).status;
}

test('a payer is declined, pays with another card, and the hold is captured in part and refunded', async () => {
  const ref = await opened();
  standIn.book.pages.pay(ref.session.id, STRIPE_CARDS.declined);
  expect(await notify('payment_intent.payment_failed', intentOf(ref.session) ?? {})).toBe(200);
  standIn.book.pages.pay(ref.session.id, STRIPE_CARDS.approved);
  const intent = intentOf(ref.session) ?? {};
  expect(await notify('payment_intent.amount_capturable_updated', intent, 'whsec_of_another')).toBe(401);
  expect((await harness.merchant.get(buildPath(ref))).body.status).toBe('pending');
  expect(await notify('payment_intent.amount_capturable_updated', intent)).toBe(200);
  await untilPayment(harness.merchant, ref, 'processed');
  const part = { reason: 'sent in part', amount: 6_000, currency: 'RUB' };
  expect((await harness.merchant.post(buildPath(ref, '/capture'), part)).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'captured');
  const refund = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: 6_000, currency: 'RUB' });
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${refund.body.id}`)),
    ({ status }: any) => status === 'succeeded',
  );
  expect(intentOf(ref.session)).toMatchObject({ status: 'succeeded', amount_received: 6_000 });
  expect(standIn.calls.filter(({ fields }) => JSON.stringify(fields).includes('card[number]'))).toEqual([]);
});

test('a page that expires fails the payment', async () => {
  const ref = await opened();
  standIn.book.act(`POST /v1/checkout/sessions/${ref.session.id}/expire`, {});
  expect(await notify('checkout.session.expired', ref.session)).toBe(200);
  await untilPayment(harness.merchant, ref, 'failed');
});
