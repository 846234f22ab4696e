import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openPage } from './browser';
import { startCheckoutHost, type CheckoutHost } from './checkout-host';
import { buildSite, startSite, stopSites } from './site-process';

const fixtures = join(__dirname, 'fixtures');

const configuration = {
  title: 'Орион Pay',
  tagline: 'Платежи без забот',
  description: 'Документация платформы Орион.',
  lead: 'Всё для кассы.',
  favicon: '/orion.svg',
  icons: null,
  image: null,
  url: 'https://docs.orion.example',
  baseUrl: '/portal/',
  locale: 'uk',
  copyright: '© 2025 Орион',
  source: { label: 'Код Ориона', href: 'https://git.orion.example/pay' },
  provider: [{ label: 'Магазин Ориона', href: 'https://orion.example/shop' }],
  docs: [
    { label: 'Начало', path: '/intro' },
    { label: 'Форма', path: '/guides/form' },
  ],
  topics: [{ title: 'Первый платёж', text: 'Как заплатить.', path: '/docs/guides/payment' }],
  homeFlow: [{ title: 'Касса', text: 'Чек пробит', path: '/docs/guides/form', before: 'ждёт', after: 'готово' }],
  specifications: [
    {
      route: 'acquiring',
      source: 'payments.json',
      includes: ['signals.json'],
      title: 'API эквайринга',
      description: 'Всё об эквайринге.',
      direction: 'incoming',
      samplesBaseUrl: 'https://api.orion.example',
    },
    {
      route: 'signals',
      source: 'signals.json',
      title: 'Сигналы Ориона',
      description: 'Всё о сигналах.',
      direction: 'outgoing',
    },
  ],
};

let built: string;
let warnings: string;
let url: string;
let checkout: CheckoutHost;
let browser: Browser;
let page: Page;
let context: BrowserContext;
let messages: string[];

beforeAll(async () => {
  checkout = await startCheckoutHost();
  ({ folder: built, output: warnings } = await buildSite('orion', {
    content: join(fixtures, 'two-versions'),
    specifications: join(fixtures, 'specs'),
    configuration: { ...configuration, checkout: { host: checkout.url, script: '/orion-form.js' } },
  }));
  const [site, launched] = await Promise.all([startSite({ folder: built }), launchBrowser()]);
  [url, browser] = [`${site.url}/portal`, launched];
});

afterAll(async () => {
  await browser?.close();
  await stopSites();
  checkout?.stop();
  rmSync(built, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ page, context, messages } = await openPage(browser, { base: 'http://127.0.0.1' }));
});

afterEach(() => context.close());

describe('another provider', () => {
  test('shows its name, tagline, favicon, topics and references on its home page', async () => {
    await page.goto(`${url}/`);
    expect(await page.title()).toBe('Орион Pay – Платежи без забот');
    expect(await page.getAttribute('html', 'lang')).toBe('uk');
    expect(await page.getAttribute('meta[name=description]', 'content')).toBe('Документация платформы Орион.');
    expect(await page.getAttribute('link[rel=icon]', 'href')).toBe('/portal/orion.svg');
    expect(await page.getAttribute('link[rel=canonical]', 'href')).toBe('https://docs.orion.example/portal/');
    expect(await page.getAttribute('meta[property="og:locale"]', 'content')).toBe('uk_UA');
    expect(await page.getAttribute('meta[property="og:site_name"]', 'content')).toBe('Орион Pay');
    expect(await page.locator('h1').innerText()).toBe('Платежи без забот');
    expect(await page.locator('.hero-name').innerText()).toBe('Орион Pay');
    expect(await page.locator('.flow li a').allInnerTexts()).toEqual(['Касса']);
    expect(await page.locator('link[rel=manifest], meta[property="og:image"]').count()).toBe(0);
    expect(await page.locator('.navbar-brand').innerText()).toBe('Орион Pay');
    expect(await page.locator('.navbar-brand .logo svg').count()).toBe(1);
    expect((await fetch(`${url}/orion.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    expect(await page.locator('.card').allInnerTexts()).toEqual(['Первый платёж\nКак заплатить.']);
    expect(await page.locator('.references p').allInnerTexts()).toEqual([
      'Всё об\u00a0эквайринге.',
      'Всё о\u00a0сигналах.',
    ]);
    expect(await page.locator('.references .download').first().getAttribute('download')).toBe(
      'orion-pay-payments.json',
    );
    const texts = await page.locator('header, main, footer').allTextContents();
    expect(texts.join()).toContain('Орион');
    expect(texts.join()).not.toMatch(/Holdfast/i);
    expect(warnings).not.toContain('site.config.ts');
  });

  test('shows its source in the top bar, and its guides, references and products in the footer', async () => {
    await page.goto(`${url}/docs/1.0/intro`);
    expect(await page.getAttribute('.navbar-source', 'href')).toBe('https://git.orion.example/pay');
    expect(await page.locator('.navbar-source').innerText()).toBe('Код Ориона');
    const links = await page
      .locator('footer a')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      ['Начало', '/portal/docs/1.0/intro'],
      // The older version lacks this page.
      ['Форма', '/portal/docs/guides/form'],
      ['API эквайринга', '/portal/api/acquiring'],
      ['Сигналы Ориона', '/portal/api/signals'],
      ['Магазин Ориона', 'https://orion.example/shop'],
      ['Код Ориона', 'https://git.orion.example/pay'],
    ]);
    expect(await page.locator('.footer-copyright').innerText()).toBe('© 2025 Орион');
  });

  test('serves its own specifications at its own routes', async () => {
    await page.goto(`${url}/api/acquiring`);
    const operations = page.locator('details.operation');
    expect(await operations.evaluateAll((all) => all.map(({ id }) => id))).toEqual(['createNode', 'takeSignal']);
    const menu = page.locator('.dropdown').first();
    await menu.locator('button').click();
    expect(await menu.locator('a').allInnerTexts()).toEqual(['API эквайринга', 'Сигналы Ориона']);
    const download = page.waitForEvent('download');
    await page.locator('main a[download]').first().click();
    expect((await download).suggestedFilename()).toBe('orion-pay-payments.json');
    await page.goto(`${url}/api/acquiring/createNode`);
    expect(await page.locator('.samples [data-lang=curl]').innerText()).toContain('$HOLDFAST_API_URL/v2/nodes');
    expect(await page.locator('.sample-variables').innerText()).toContain('https://api.orion.example');
    await page.goto(`${url}/api/signals/takeSignal`);
    expect(await page.locator('#responses').innerText()).toBe('Ответы вашего сервера');
    expect((await page.goto(`${url}/api/payments`))?.status()).toBe(404);
    const collection = await (await fetch(`${url}/postman/acquiring.json`)).text();
    expect(collection).toContain('https://api.orion.example');
    expect((await fetch(`${url}/postman/signals.json`)).status).toBe(404);
    await page.goto(`${url}/search`);
    expect(await page.locator('select option').allInnerTexts()).toContain('Сигналы Ориона');
  });

  test('loads the script of its own payment form', async () => {
    await page.goto(`${url}/docs/guides/form`);
    await page.waitForFunction(() => document.body.dataset['checkout'] === 'loaded');
    expect(await page.locator('script[src*="orion"]').getAttribute('src')).toBe(`${checkout.url}/orion-form.js`);
  });

  test('serves the whole site below its base URL', async () => {
    await page.goto(`${url}/docs/intro`);
    expect(await page.locator('h1').innerText()).toBe('Введение');
    await page.locator('.tree').getByRole('link', { name: 'Платёж' }).click();
    await page.locator('h1', { hasText: 'Платёж' }).waitFor();
    expect(page.url()).toBe(`${url}/docs/guides/payment`);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((link) => !link.startsWith('/portal/'))).toEqual([]);
    expect(await (await fetch(`${url}/docs/intro.md`)).text()).toContain('](/portal/docs/guides/payment#kak-platit)');
    await page.locator('input.navbar__search-input').fill('платить');
    await page.locator('[role=option]').first().click();
    await page.waitForURL(/\/portal\/docs\/guides\/payment\?_highlight=/);
    expect(messages.filter((message) => message.startsWith('error'))).toEqual([]);
  });
});
