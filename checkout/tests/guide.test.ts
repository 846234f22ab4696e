import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, waitForPopup, withInvoice } from '../../content/samples/browser';
import { CheckoutPayer } from '../../content/samples/checkout-payer';
import { readSamples } from '../../content/samples/sample';
import { portToKeep } from '../../tests/harness/ports';
import { getProbeUrl, startPlatformProcess, untilReady, getUrl } from '../../scripts/services/platform-process';
import { anInvoice, CARDS } from '../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../tests/harness/http-client';
import { startPlatform, type Platform } from '../../tests/harness/platform';
import { runFolder, service } from '../../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';
import { OPTIONS, toFragment } from '../options';

/* A newcomer copies the guide's tag into an empty file, opens it and pays. */

const guide = 'content/current/docs/integration/payments/checkout.mdx';
const samples = readSamples(readFileSync(guide, 'utf8'), guide);
const getCode = (file: string) => samples.find(({ marks }) => marks['file'] === file)?.code ?? '';

let platform: Platform;
let merchant: HttpClient;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let made = 0;

beforeAll(async () => {
  platform = await startPlatform({ processes: ['sandbox', 'worker', 'api', 'checkout'] });
  merchant = httpClient({ baseUrl: platform.apiUrl, token: platform.demo.apiKey });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

beforeEach(async () => {
  context = await browser.newContext({ locale: 'ru-RU' });
  page = await context.newPage();
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
});

afterEach(() => context.close());

const newInvoice = () => anInvoice(merchant, platform.demo.shopID);
const checkoutUrl = () => platform.processes.checkout.url;

async function openTag(attributes = ''): Promise<string> {
  const invoice = await newInvoice();
  const tag = getCode('tag.html').replaceAll('https://pay.holdfast.example', checkoutUrl());
  const file = join(runFolder('tmp'), `tag-${(made += 1)}-${process.pid}.html`);
  writeFileSync(file, withInvoice(tag.replace('<script\n', `<script ${attributes}\n`), invoice));
  await page.goto(`file://${file}`);
  return invoice.id;
}

const getStatus = async (id: string) =>
  ((await merchant.get(`/v2/processing/invoices/${id}`)).body as { status: string }).status;

/** Pays with a declined card and then a 3-D Secure card, or with one that succeeds at once. */
async function payAsTheGuideSays(payer: CheckoutPayer, way: 'at once' | 'after all'): Promise<void> {
  if (way === 'after all') {
    await payer.pay(CARDS.noMoney);
    await payer.waitForText(/не хватает денег|недостаточно средств/i);
  }
  await payer.pay(way === 'at once' ? CARDS.good : CARDS.threeDSecure);
  if (way === 'after all') await payer.confirm();
  await payer.waitForText('Оплачено');
}

describe('a newcomer pays with the guide’s tag in an empty file', () => {
  test.each(['at once', 'after all'] as const)(
    '%s in a window, and the shop’s button shows the result',
    async (way) => {
      const id = await openTag();
      const popup = await waitForPopup(page);
      popup.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
      await payAsTheGuideSays(new CheckoutPayer(popup), way);
      await popup.close();
      const button = page.getByRole('button', { name: 'Оплачено' });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      expect(await getStatus(id)).toBe('paid');
    },
  );

  test('in a frame', async () => {
    const id = await openTag('data-mode="inline"');
    await payAsTheGuideSays(new CheckoutPayer(page.frameLocator('iframe[title="Оплата"]')), 'after all');
    await page.screenshot({ path: '.cache/screenshots/checkout-inline.png' });
    expect(await getStatus(id)).toBe('paid');
  });

  test('in the same window', async () => {
    const id = await openTag('data-mode="redirect"');
    await page.getByRole('button', { name: 'Оплатить' }).click();
    await page.waitForURL((address) => address.href.startsWith(`${checkoutUrl()}/pay`));
    await payAsTheGuideSays(new CheckoutPayer(page), 'after all');
    expect(await getStatus(id)).toBe('paid');
  });
});

test('a link with an invoice and its token is paid and leads back to the shop', async () => {
  const { id, token } = await newInvoice();
  const redirectUrl = `${platform.sandboxUrl}/readyz`;
  await page.goto(`${checkoutUrl()}/pay#${toFragment({ invoiceID: id, invoiceAccessToken: token, redirectUrl })}`);
  const payer = new CheckoutPayer(page);
  await payer.pay();
  await page.waitForURL(redirectUrl);
  expect(await getStatus(id)).toBe('paid');
});

describe('the guide on the site', () => {
  let site: { url: string; stop: () => Promise<void> };

  beforeAll(async () => {
    await service('site');
    const { apiKey, shopID } = platform.demo;
    const environment = {
      ...platform.environment,
      WEB_PORT: String(await portToKeep()),
      CHECKOUT_DEMO_API_KEY: apiKey,
      CHECKOUT_DEMO_SHOP_ID: shopID,
      RENDER_AHEAD: '0',
    };
    const child = startPlatformProcess({ name: 'web', environment, logFile: join(runFolder('logs'), 'demo-web.log') });
    await untilReady(child, getProbeUrl('web', environment));
    site = { url: getUrl('web', environment), stop: () => child.stop() };
  });

  afterAll(() => site?.stop());

  const path = '/docs/integration/payments/checkout';

  test('opens a real payment beside the text, and fills in the tag of its invoice', async () => {
    const messages: string[] = [];
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    await page.goto(site.url + path);
    expect(await page.getByText(`src="${checkoutUrl()}/checkout.js"`).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'На этой странице' }).click();
    await payAsTheGuideSays(new CheckoutPayer(page.frameLocator('iframe[title="Оплата"]')), 'at once');
    await page.getByText(/^finished\(\{"invoiceID"/).waitFor();
    await page.screenshot({ path: '.cache/screenshots/checkout-guide.png' });
    const tag = await page.getByRole('region', { name: 'Тег этого инвойса' }).innerText();
    const [, id = ''] = /data-invoice-id="([^"]+)"/.exec(tag) ?? [];
    expect(await getStatus(id)).toBe('paid');
    expect(messages).toEqual([]);
  });

  test('keeps the key on the server and rejects requests of other sites', async () => {
    expect(await (await fetch(site.url + path)).text()).not.toContain(platform.demo.apiKey);
    const ask = (headers: Record<string, string>) =>
      fetch(`${site.url}/checkout-demo/invoice`, { method: 'POST', headers });
    expect((await ask({})).status).toBe(403);
    const made = await ask({ 'X-Checkout-Demo': '1' });
    expect(Object.keys((await made.json()) as object)).toEqual(['invoiceID', 'invoiceAccessToken']);
    expect(made.headers.has('Access-Control-Allow-Origin')).toBe(false);
    const statuses = new Set<number>();
    for (let requested = 0; requested < 400 && !statuses.has(429); requested += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ 'X-Checkout-Demo': '1' })));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([201, 429]);
  });
});

test('the guide names exactly the existing options', () => {
  const text = readFileSync(guide, 'utf8');
  const table = text.slice(text.indexOf('### Параметры'), text.indexOf('### Обратные вызовы'));
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''));
  const options = Object.keys(OPTIONS);
  expect([...named].sort()).toEqual([...options, 'mode', 'container', 'label'].sort());
});
