import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import Stripe from 'stripe';
import { STRIPE_CARDS } from '../../connectors/stripe/testing/intent-book';
import { StripeStandIn } from '../../connectors/stripe/testing/stripe-stand-in';
import { accessibilityViolations } from '../harness/axe';
import { launchBrowser } from '../harness/browser';
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
import { listenLocally, stopServer } from '../harness/local-server';
import { addAccount } from '../harness/stored-account';

/* Payments with cards that payers enter in Stripe’s Element on our page, in a browser: no card data reaches the platform. */

const SECRET = 'whsec_of_a_test';
let shop: string;
const shopServer = createServer((_, response) => response.end('Thanks'));
let harness: MerchantPlatform;
let browser: Browser;
const standIn = new StripeStandIn();

beforeAll(async () => {
  [harness, browser] = await Promise.all([startMerchantPlatform(), launchBrowser()]);
  const credentials = { secretKey: 'sk_test_of_nobody', publishableKey: 'pk_test_of_nobody', webhookSecret: SECRET };
  const settings = { url: await standIn.start() };
  shop = `${await listenLocally(shopServer)}/thanks`;
  await addAccount(harness.platform, { id: 'pages', connector: 'stripe', credentials, settings });
  const paymentMethods = [{ method: 'PaymentTerminal', providers: ['bank_card'] }];
  const terms = { routes: [{ connector: 'pages' }], paymentMethods };
  await harness.sql(`UPDATE shops SET terms = terms || $1::jsonb`, [JSON.stringify(terms)]);
});

afterAll(async () => {
  await browser?.close();
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  await harness?.stop();
  await Promise.all([standIn.stop(), stopServer(shopServer)]);
  expect(standIn.problems).toEqual([]);
});

async function aPayment(): Promise<CreatedPayment & { url: string }> {
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
      sessionInfo: { redirectUrl: shop },
    },
  });
  expect(created.status).toBe(201);
  const requested = (events: any[]) =>
    events.flatMap(({ changes }) => changes).find(({ changeType }) => changeType === 'PaymentInteractionRequested');
  const events = await untilBody(
    () => merchant.get(`/v2/processing/invoices/${invoice.id}/events?limit=50`),
    (all: any[]) => requested(all) !== undefined,
  );
  const { uriTemplate: url } = requested(events).userInteraction.request;
  return { invoiceID: invoice.id, paymentID: created.body.id, url };
}

/** A payer’s browser, with the bank’s page for 3-D Secure, where `confirms` decides. */
async function open(url: string, options: BrowserContextOptions & { confirms?: boolean } = {}) {
  const { confirms = true, ...context } = options;
  const page = await browser.newPage({ locale: 'en', viewport: { width: 1280, height: 800 }, ...context });
  page.setDefaultTimeout(20_000);
  const violations: string[] = [];
  page.on('console', (message) => /Content Security|Refused/.test(message.text()) && violations.push(message.text()));
  await page.route('https://hooks.stripe.com/**', async (route) => {
    const id = findConfirming() ?? '';
    const failure = { type: 'card_error', code: 'payment_intent_authentication_failure' };
    const failed = { status: 'requires_payment_method', next_action: null, last_payment_error: failure };
    if (confirms) standIn.book.confirm(id);
    else Object.assign(standIn.book.paymentIntents.get(id) ?? {}, failed);
    const address = /return_url=(.*)$/.exec(route.request().url())?.[1] ?? '';
    const script = `location.replace(${JSON.stringify(`${address}&payment_intent_client_secret=pi_1_secret_1`)})`;
    await route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` });
  });
  await page.goto(url);
  return { page, violations };
}

/** The only intent that waits for its payer’s bank. */
function findConfirming(): string | undefined {
  return [...standIn.book.paymentIntents.values()].find(({ status }) => status === 'requires_action')?.id;
}

async function pay(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: /^(Pay|Оплатить)$/, disabled: false }).waitFor();
  await page.frameLocator('#card iframe').getByLabel('Card number').fill(number);
  await page.getByRole('button').click();
}

const screenshot = (page: Page, name: string) => page.screenshot({ path: `.cache/screenshots/stripe/${name}.png` });

async function notify(type: string, object: object, secret = SECRET): Promise<number> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { apiUrl } = harness.platform;
  return (await fetch(`${apiUrl}/callbacks/stripe/pages`, { method: 'POST', headers, body: payload })).status;
}

test('a payer is declined, reloads, pays with another card, and the hold is captured in part and refunded', async () => {
  const ref = await aPayment();
  const { page, violations } = await open(ref.url);
  const posted: (string | null)[] = [];
  page.on('request', (request) => request.url() === ref.url && posted.push(request.postData()));
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  await pay(page, 'no card');
  await page.getByRole('alert').getByText('Your card number is invalid').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await pay(page, STRIPE_CARDS.declined);
  await page.getByRole('alert').getByText('Try another card').waitFor();
  await screenshot(page, 'declined');
  await page.reload();
  await page.getByRole('alert').getByText('Try another card').waitFor();
  expect((await harness.merchant.get(buildPath(ref))).body.status).toBe('pending');
  await pay(page, STRIPE_CARDS.approved);
  await page.waitForURL(shop);
  await untilPayment(harness.merchant, ref, 'processed');
  expect(violations).toEqual([]);
  const bodies = posted.filter((body) => body !== null);
  expect(bodies).toEqual(
    [1, 2].map((attempt) => expect.stringMatching(`^paymentMethod=pm_\\w+&attempt=${attempt}$`) as string),
  );
  const part = { reason: 'sent in part', amount: 6_000, currency: 'RUB' };
  expect((await harness.merchant.post(buildPath(ref, '/capture'), part)).status).toBe(202);
  await untilPayment(harness.merchant, ref, 'captured');
  const refund = await harness.merchant.post(buildPath(ref, '/refunds'), { amount: 6_000, currency: 'RUB' });
  await untilBody(
    () => harness.merchant.get(buildPath(ref, `/refunds/${refund.body.id}`)),
    ({ status }: any) => status === 'succeeded',
  );
  await page.close();
});

test.each([
  ['confirms, on a phone and in Russian', { confirms: true, locale: 'ru', viewport: { width: 360, height: 740 } }],
  ['refuses, and pays with another card', { confirms: false }],
])('a payer whose bank asks for 3-D Secure %s', async (_, options) => {
  const ref = await aPayment();
  const { page, violations } = await open(ref.url, options);
  await page.getByRole('button', { disabled: false }).waitFor();
  await screenshot(page, options.confirms ? 'phone' : 'desktop');
  expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
  await pay(page, STRIPE_CARDS.interaction);
  if (!options.confirms) {
    await page.getByRole('alert').getByText('Try another card').waitFor();
    await pay(page, STRIPE_CARDS.approved);
  }
  await page.waitForURL(shop);
  await untilPayment(harness.merchant, ref, 'processed');
  expect(violations).toEqual([]);
  await page.goto(ref.url).catch(() => undefined);
  expect(page.url()).toBe(shop);
  await page.close();
});

test('a payer whose browser does not load Stripe’s script, or not in time, sees why', async () => {
  const { url } = await aPayment();
  const page = await browser.newPage({ locale: 'ru', viewport: { width: 360, height: 740 } });
  await page.clock.install();
  await page.route('**/v3/', (route) => route.abort());
  await page.goto(url);
  await page.getByRole('alert').getByText('Форма карты не загрузилась').waitFor();
  expect(await page.getByRole('button').isDisabled()).toBe(true);
  await screenshot(page, 'blocked');
  await page.unroute('**/v3/');
  await page.route('**/v3/', () => undefined);
  await page.goto(url, { waitUntil: 'commit' });
  expect(await page.getByRole('alert').textContent()).toBe('');
  await page.clock.fastForward(16_000);
  await page.getByRole('alert').getByText('Форма карты не загрузилась').waitFor();
  await page.close();
});

test('many cards at once are one, and a forged address or webhook changes nothing', async () => {
  const ref = await aPayment();
  const cards = Array.from({ length: 16 }, () =>
    standIn.book.act('POST /v1/payment_methods', { 'card[number]': STRIPE_CARDS.approved }),
  ) as { id: string }[];
  const post = (paymentMethod: string, address = ref.url) =>
    fetch(address, { method: 'POST', body: new URLSearchParams({ paymentMethod, attempt: '1' }) });
  const forged = ref.url.replace(/signature=[0-9a-f]{8}/, 'signature=00000000');
  expect((await post(cards[0]?.id ?? '', forged)).status).toBe(401);
  expect(await notify('payment_intent.amount_capturable_updated', {}, 'whsec_of_another')).toBe(401);
  expect((await harness.merchant.get(buildPath(ref))).body.status).toBe('pending');
  const before = standIn.calls.length;
  for (const { status } of await Promise.all(cards.map(({ id }) => post(id)))) expect(status).toBe(200);
  await untilPayment(harness.merchant, ref, 'processed');
  const confirmed = standIn.calls.slice(before).filter(({ path }) => path.endsWith('/confirm'));
  expect(new Set(confirmed.map(({ fields }) => fields['payment_method'])).size).toBe(1);
});
