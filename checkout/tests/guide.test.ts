import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { waitForPopup, withInvoice } from '../../content/samples/browser';
import { CheckoutPayer } from '../../content/samples/checkout-payer';
import { readSamples } from '../../content/samples/sample';
import { accessibilityViolations } from '../../tests/harness/axe';
import { launchBrowser } from '../../tests/harness/browser';
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

const PROGRAMS = [
  ['Node.js', 'verify.mjs', 'node'],
  ['PHP', 'verify.php', 'php'],
] as const;

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
      CONSOLE_DEMO: '1',
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

  describe('the quick start', () => {
    const step = (name: string) => page.locator(`[data-quick-start="${name}"]`);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const open = async () => {
      await page.goto(`${site.url}/docs/quick-start`);
      await press('Взять тестовый ключ');
      await step('key').getByText('Ключ и магазин подставлены').waitFor();
    };

    test('leads to a captured payment and webhooks with a right signature, also in the reader’s terminal', async () => {
      const messages: string[] = [];
      page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
      await open();
      await page.getByText(`export HOLDFAST_API_KEY='${platform.demo.apiKey}'`).waitFor();
      await press('Создать ссылку');
      const opening = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Открыть страницу оплаты' }).click();
      const payer = new CheckoutPayer(await opening);
      await payer.pay();
      await payer.waitForText('Деньги удержаны');
      await page.bringToFront();
      await step('events').getByText('PaymentProcessed – подпись верна').waitFor();
      // A reload loses nothing.
      await page.reload();
      await step('events').getByText('PaymentProcessed – подпись верна').waitFor();
      await press('Списать');
      await step('events').getByText('PaymentCaptured – подпись верна').waitFor();
      await step('events').getByText('InvoicePaid – подпись верна').waitFor();
      expect(messages).toEqual([]);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.screenshot({ path: '.cache/screenshots/quick-start.png', fullPage: true });
      const folder = mkdtempSync(join(tmpdir(), 'holdfast-quick-start-'));
      const code = (start: string) =>
        page.locator('.prose .code').filter({ hasText: start }).locator('pre').innerText();
      for (const [label, file, command] of PROGRAMS) {
        await page.locator('.samples label').getByText(label, { exact: true }).click();
        writeFileSync(join(folder, file), await page.locator('.samples pre:visible').innerText());
        const script = `${await code('export CONTENT_SIGNATURE=')}\n${command} ${file} < body.json`;
        expect(execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })).toBe('Подпись верна\n');
      }
      rmSync(folder, { recursive: true });
      await press('Удалить вебхук');
      await step('capture').getByText('Вебхук этой страницы удалён').waitFor();
      const webhooks = (await merchant.get('/v2/processing/webhooks')).body as { url: string }[];
      expect(webhooks.filter(({ url }) => url.startsWith(site.url))).toEqual([]);
    });

    test('subscribes to no live shop', async () => {
      await page.route('**/payment-institutions?realm=test', (route) => route.fulfill({ json: [] }));
      await open();
      await press('Создать ссылку');
      await step('link')
        .getByText(/^Это боевой магазин/)
        .waitFor();
      const webhooks = (await merchant.get('/v2/processing/webhooks')).body as { url: string }[];
      expect(webhooks.filter(({ url }) => url.startsWith(site.url))).toEqual([]);
    });

    test('keeps what is typed while its script loads, and offers no button before', async () => {
      await page.goto(`${site.url}/docs/quick-start`);
      await page.evaluate(() => sessionStorage.clear());
      let load = (): void => undefined;
      const loading = new Promise<void>((resolve) => (load = resolve));
      await page.route(/quick-start[^/]*\.js/, async (route) => {
        await loading;
        await route.continue();
      });
      await page.goto(`${site.url}/docs/quick-start`, { waitUntil: 'commit' });
      await page.getByLabel('Идентификатор магазина').fill('typed-early');
      expect(await step('link').getByRole('button').isDisabled()).toBe(true);
      load();
      await press('Создать ссылку');
      await step('link').getByText('Сначала укажите ключ и магазин: шаг 1.').waitFor();
      expect(await page.getByLabel('Идентификатор магазина').inputValue()).toBe('typed-early');
    });

    test('says what is missing, and shows a wrong key', async () => {
      await page.goto(`${site.url}/docs/quick-start`);
      await press('Создать ссылку');
      await step('link').getByText('Сначала укажите ключ и магазин: шаг 1.').waitFor();
      await press('Списать');
      await step('capture').getByText('Сначала создайте ссылку и заплатите: шаг 2.').waitFor();
      await page.getByLabel('Ключ API').fill('wrong');
      await page.getByLabel('Идентификатор магазина').fill(platform.demo.shopID);
      await press('Создать ссылку');
      await step('link').getByText('Ключ не подошёл (401): проверьте его в шаге 1.').waitFor();
    });

    test('a forged message and one with another body are shown as wrong, and strangers read no inbox', async () => {
      await open();
      const opened = page.waitForResponse((response) => response.url().endsWith('/quick-start/inboxes'));
      await press('Создать ссылку');
      const { id } = (await (await opened).json()) as { id: string };
      const inbox = `${site.url}/quick-start/inboxes/${id}`;
      const forge = (body: string) =>
        fetch(inbox, { method: 'POST', headers: { 'Content-Signature': 'alg=RS256; digest=AAAA' }, body });
      expect((await forge('{"eventType":"<b>PaymentCaptured</b>"}')).status).toBe(200);
      await step('events').getByText('<b>PaymentCaptured</b> – подпись неверна').waitFor();
      expect((await forge('no JSON')).status).toBe(200);
      await step('events').getByText('сообщение не разобрано – подпись неверна').waitFor();
      expect((await forge('x'.repeat(20_000))).status).toBe(400);
      for (let sent = 0; sent < 30; sent += 1) await forge(`{"eventType":"Flood${sent}"}`);
      const { messages } = (await (await fetch(inbox)).json()) as { messages: unknown[] };
      expect(messages).toHaveLength(20);
      expect((await fetch(`${site.url}/quick-start/inboxes/${'0'.repeat(32)}`)).status).toBe(404);
      expect((await fetch(`${site.url}/quick-start/inboxes`, { method: 'POST' })).status).toBe(403);
      await press('Удалить вебхук');
      await step('capture').getByText('Вебхук этой страницы удалён').waitFor();
    });
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
