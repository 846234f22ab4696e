import type { Browser, Frame, Page, Route } from 'playwright-core';
import { ADYEN_CARDS, toBankIDs } from '../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../connectors/adyen/testing/adyen-stand-in';
import { launchBrowser } from '../harness/browser';
import { anInvoice, HOLD, ledgerFaults, untilPayment, type CreatedPayment } from '../harness/factories/payment';
import { untilBody } from '../harness/http-client';
import { startMerchantPlatform, type MerchantPlatform } from '../harness/platform';
import { addAccount } from '../harness/stored-account';

/* Native 3-D Secure of Adyen in a browser: our page, and a bank in its frames. */

const hmacKey = Buffer.alloc(32, 9);
const merchantAccount = 'HoldfastTEST';
const PAY = 'https://pay.example.com';
const SHOP = 'https://shop.example.com/thanks';
const BROWSER = { language: 'en', screenWidth: 1440, screenHeight: 900, colorDepth: 24, timeZoneOffset: 0 };

let harness: MerchantPlatform;
let browser: Browser;
const standIn = new AdyenStandIn({
  ...{ hmacKey, merchantAccount },
  deliver: async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${harness.platform.apiUrl}/callbacks/adyen/adyen`, { method: 'POST', headers, body });
  },
});

beforeAll(async () => {
  [harness, browser] = await Promise.all([startMerchantPlatform(), launchBrowser()]);
  await addAccount(harness.platform, {
    ...{ id: 'adyen', connector: 'adyen' },
    credentials: { apiKey: 'test-key', merchantAccount, hmacKey: hmacKey.toString('hex') },
    settings: { checkoutUrl: await standIn.start(), threeDSecure: 'native' },
  });
  const routes = JSON.stringify([{ connector: 'adyen' }]);
  await harness.sql(`UPDATE shops SET terms = terms || jsonb_build_object('routes', $1::jsonb)`, [routes]);
});

afterAll(async () => {
  await browser?.close();
  expect(await ledgerFaults(harness.platform.databaseUrl)).toEqual([]);
  await harness?.stop();
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});

/** A payment whose payer has to confirm, with the address of our page. */
async function aPayment(): Promise<CreatedPayment & { url: string; operationID: string }> {
  const invoice = await anInvoice(harness.merchant, harness.shopID);
  const client = harness.merchant.as(invoice.token);
  const card = { cardNumber: ADYEN_CARDS.interaction, expDate: '12/29', cvv: '123', cardHolder: 'ANNA IVANOVA' };
  const { body: resource } = await client.post('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', ...card },
    clientInfo: { fingerprint: 'browser-1', browser: BROWSER },
  });
  const { paymentToolToken, paymentSession } = resource;
  const { body: payment } = await client.post(`/v2/processing/invoices/${invoice.id}/payments`, {
    flow: HOLD,
    payer: {
      ...{ payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession },
      ...{ contactInfo: { email: 'anna@example.com' }, sessionInfo: { redirectUrl: SHOP } },
    },
  });
  const requested = (events: any[]) =>
    events.flatMap(({ changes }) => changes).filter(({ changeType }) => changeType === 'PaymentInteractionRequested');
  const events = await untilBody(
    () => harness.merchant.get(`/v2/processing/invoices/${invoice.id}/events?limit=50`),
    (all: any[]) => requested(all).length > 0,
  );
  const url = requested(events)[0].userInteraction.request.uriTemplate;
  const operationID = `payment/${invoice.id}.${payment.id}/authorise`;
  return { invoiceID: invoice.id, paymentID: payment.id, url, operationID };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const post = (url: string, name: string, value: string) =>
  `<form method="post" action="${url}"><input name="${name}" value="${value}"></form><script>document.forms[0].submit()</script>`;

const toPublic = (url: string) => url.replace(harness.platform.apiUrl, PAY);

interface Bank {
  answersMethod: boolean;
  confirms: boolean;
}

/** The bank: it answers to the addresses that our page has told it and Adyen. */
async function openShop(operationID: string, bank: Bank): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(20_000);
  // A browser posts from no page by https to one without it.
  await page.route(`${PAY}/**`, async (route: Route) => {
    const response = await route.fetch({
      url: route.request().url().replace(PAY, harness.platform.apiUrl),
      maxRedirects: 0,
    });
    const location = response.headers()['location'];
    if (location === undefined) return route.fulfill({ response });
    await route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(location)})</script>`,
    });
  });
  await page.route('https://shop.example.com/**', (route) => route.fulfill({ body: 'Thanks' }));
  await page.route('https://acs.bank.example/**', async (route: Route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    const html = (body: string) => route.fulfill({ contentType: 'text/html', body });
    if (route.request().url().endsWith('/method')) {
      const methodData = JSON.parse(Buffer.from(form.get('threeDSMethodData') ?? '', 'base64url').toString());
      const { threeDSMethodNotificationURL, threeDSServerTransID } = methodData as Record<string, string>;
      const answer = post(
        toPublic(threeDSMethodNotificationURL ?? ''),
        'threeDSMethodData',
        encode({ threeDSServerTransID }),
      );
      return html(bank.answersMethod ? answer : 'The bank is busy');
    }
    const creq = JSON.parse(Buffer.from(form.get('creq') ?? '', 'base64url').toString()) as Record<string, string>;
    const sent = standIn.calls.findLast(({ path }) => path === '/payments')?.body as any;
    const transStatus = bank.confirms ? 'Y' : 'N';
    const { messageType, ...ids } = creq;
    const cres = encode({ ...ids, messageType: 'CRes', transStatus });
    expect(messageType).toBe('CReq');
    const button = `<form method="post" action="${toPublic(sent.threeDS2RequestData.notificationURL)}"><input type="hidden" name="cres" value="${cres}"><button>Confirm</button></form>`;
    Object.assign(standIn.book.find(operationID) ?? {}, { isConfirmed: bank.confirms });
    return html(button);
  });
  return page;
}

const challengeOf = async (page: Page): Promise<Frame> => {
  await page.locator('iframe[name=bank]:not([hidden])').waitFor({ timeout: 20_000 });
  return page.frame({ name: 'bank' }) as Frame;
};

test.each([
  ['confirms, and the shop has the money held', { answersMethod: true, confirms: true }, 'processed'],
  ['refuses, whose bank did not see the browser', { answersMethod: false, confirms: false }, 'failed'],
])('a payer %s', async (_, bank, status) => {
  const { url, operationID, ...ref } = await aPayment();
  const page = await openShop(operationID, bank);
  const violations: string[] = [];
  page.on('console', (message) => /Content Security|Refused/.test(message.text()) && violations.push(message.text()));
  await page.goto(toPublic(url));
  const frame = await challengeOf(page);
  await frame.getByRole('button').click();
  await page.waitForURL(SHOP);
  await untilPayment(harness.merchant, ref, status);
  const [fingerprint] = standIn.calls.filter(({ path }) => path === '/payments/details').slice(-2);
  const { details } = fingerprint?.body as { details: Record<string, string> };
  const compInd = JSON.parse(Buffer.from(details['threeds2.fingerprint'] ?? '', 'base64').toString()) as object;
  expect(compInd).toEqual({ threeDSCompInd: bank.answersMethod ? 'Y' : 'N' });
  expect(violations).toEqual([]);
  // Back on the page the payer is led to the shop again.
  await page.goto(toPublic(url)).catch(() => undefined);
  expect(page.url()).toBe(SHOP);
  await page.close();
});

test('a payer who closes the frame finds the challenge again, and a forged answer ends nothing', async () => {
  const { url, operationID, ...ref } = await aPayment();
  const page = await openShop(operationID, { answersMethod: true, confirms: true });
  await page.goto(toPublic(url));
  await challengeOf(page);
  await page.close();
  const send = (cres: string, address = url) => fetch(address, { method: 'POST', body: new URLSearchParams({ cres }) });
  const forged = encode({ ...toBankIDs('ANOTHER'), transStatus: 'Y' });
  const answer = await send(forged);
  expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('parent.')]);
  expect((await send(forged, url.replace(/signature=[0-9a-f]{8}/, 'signature=00000000'))).status).toBe(401);
  expect((await send('A'.repeat(100_000))).status).toBe(413);
  expect(
    (await harness.merchant.get(`/v2/processing/invoices/${ref.invoiceID}/payments/${ref.paymentID}`)).body.status,
  ).toBe('pending');
  const again = await openShop(operationID, { answersMethod: true, confirms: true });
  await again.goto(toPublic(url));
  await (await challengeOf(again)).getByRole('button').click();
  await again.waitForURL(SHOP);
  await untilPayment(harness.merchant, ref, 'processed');
  await again.close();
});

test('many answers at once count as one, the first', async () => {
  const { url, operationID, ...ref } = await aPayment();
  const page = await openShop(operationID, { answersMethod: false, confirms: true });
  await page.goto(toPublic(url));
  await challengeOf(page);
  await page.close();
  const ids = toBankIDs(standIn.book.find(operationID)?.pspReference ?? '');
  const before = standIn.calls.length;
  const answers = Array.from({ length: 32 }, (_, index) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ cres: encode({ ...ids, transStatus: index % 2 ? 'Y' : 'N' }) }),
    }),
  );
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  await untilPayment(harness.merchant, ref, 'processed');
  const results = standIn.calls
    .slice(before)
    .map(({ body }) => (body['details'] as { threeDSResult?: string } | undefined)?.threeDSResult);
  expect(new Set(results.filter((result) => result !== undefined)).size).toBe(1);
});
