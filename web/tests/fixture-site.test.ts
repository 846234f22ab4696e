import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openPage, PHONE } from './browser';
import { startCheckoutHost, type CheckoutHost } from './checkout-host';
import { buildSite, startSite, stopSites, type SiteProcess } from './site-process';

const fixtures = join(__dirname, 'fixtures');
const content = join(fixtures, 'two-versions');
const specifications = join(fixtures, 'specs');

let folder: string;
let output: string;
let site: SiteProcess;
let browser: Browser;
let checkout: CheckoutHost;
let page: Page;
let context: BrowserContext;
let messages: string[];

beforeAll(async () => {
  checkout = await startCheckoutHost();
  ({ folder, output } = await buildSite('fixture', { content, specifications }));
  [site, browser] = await Promise.all([
    startSite({ folder, environment: { CHECKOUT_HOST: checkout.url } }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await stopSites();
  checkout?.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  ({ page, context, messages } = await openPage(browser, { base: 'http://127.0.0.1' }));
});

afterEach(() => context.close());

const open = (path: string) => page.goto(site.url + path);

describe('versions of the docs', () => {
  test('have their own paths and texts', async () => {
    await open('/docs/1.0/intro');
    expect(await page.locator('h1').innerText()).toBe('Введение в первую версию');
    await page.locator('article').getByRole('link', { name: 'платёж' }).click();
    await page.waitForURL(/\/docs\/1\.0\/guides\/payment$/);
    await page.locator('article', { hasText: 'аметист' }).waitFor();
    expect(await page.locator('article a[href="/docs/1.0/intro"]').count()).toBe(1);
    expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex, follow');
  });

  test('can be chosen in the top bar, and the browser remembers the choice', async () => {
    await open('/docs/intro');
    expect(await page.evaluate(() => localStorage.getItem('docs-preferred-version-default'))).toBeNull();
    const menu = page.locator('.dropdown[data-versions]');
    await menu.locator('button').click();
    await menu.getByRole('link', { name: '1.0' }).click();
    await page.waitForURL(/\/docs\/1\.0$/);
    expect(await page.evaluate(() => localStorage.getItem('docs-preferred-version-default'))).toBe('1.0');
    // The top bar is also of the chosen version.
    expect(await menu.locator('button').innerText()).toContain('Версия: 1.0');
    expect(await page.getAttribute('input.navbar__search-input', 'data-search-version')).toBe('1.0');
    await open('/');
    await page.locator('.navbar-links').getByRole('link', { name: 'Документация' }).click();
    await page.waitForURL(/\/docs\/1\.0$/);
    expect(await page.locator('.tree').innerText()).toContain('первую версию');
    await page.locator('.tree').getByRole('link', { name: 'Платёж' }).click();
    await page.locator('h1', { hasText: 'Платёж' }).waitFor();
    expect(await page.locator('.navbar-links > a').first().getAttribute('href')).toBe('/docs/1.0');
  });

  test('can be chosen on a phone', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    await page.locator('.navbar-menu').click();
    await page.locator('#sidebar').getByRole('link', { name: 'Версия: 1.0' }).click();
    await page.waitForURL(/\/docs\/1\.0$/);
    expect(await page.evaluate(() => localStorage.getItem('docs-preferred-version-default'))).toBe('1.0');
    await page.locator('.navbar-menu').click();
    expect(await page.locator('#sidebar [data-version][aria-current=true]').innerText()).toBe('Версия: 1.0');
  });

  test('can be chosen and searched without JavaScript', async () => {
    const { page: still, context: without } = await openPage(browser, { base: site.url, javaScriptEnabled: false });
    await still.goto(`${site.url}/docs/intro`);
    const menu = still.locator('.dropdown[data-versions]');
    await menu.locator('button').focus();
    await menu.getByRole('link', { name: '1.0' }).click();
    await still.waitForURL(/\/docs\/1\.0$/);
    await still.locator('input.navbar__search-input').fill('аметист');
    await still.locator('input.navbar__search-input').press('Enter');
    await still.waitForURL(/version=1\.0/);
    expect(await still.locator('article.search_result a').first().getAttribute('href')).toContain('/docs/1.0/');
    await without.close();
  });

  test('show only the newest to search engines', async () => {
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    expect(sitemap).toContain('/docs/guides/payment<');
    expect(sitemap).not.toContain('/docs/1.0');
  });

  test('have separate search indexes', async () => {
    await open('/search?q=аметист');
    expect(await page.locator('main').innerText()).toContain('No results');
    await open('/search?q=аметист&version=1.0');
    expect(await page.locator('article.search_result').count()).toBeGreaterThan(0);
    await open('/docs/1.0/intro');
    await page.locator('input.navbar__search-input').pressSequentially('аметист');
    await page.locator('[role=option]').first().waitFor();
    expect(await page.locator('[role=option]').first().getAttribute('href')).toContain('/docs/1.0/guides/payment');
    await open('/search?q=аметист&version=1.0&ctx=docs');
    await page.waitForLoadState('networkidle');
    await page.locator('.search-form input[name=q]').fill('первой версии');
    await page.waitForURL((url) => url.searchParams.get('q') === 'первой версии');
    expect(new URL(page.url()).searchParams.get('version')).toBe('1.0');
    expect(new URL(page.url()).searchParams.get('ctx')).toBe('docs');
    expect(await page.locator('.search_result a').first().getAttribute('href')).toContain('/docs/1.0/');
  });
});

describe('an unlisted page', () => {
  test('opens only by its link, and says so', async () => {
    expect((await open('/docs/guides/hidden'))?.status()).toBe(200);
    const notice = await page.locator('.notice').first().innerText();
    expect(notice).toContain('Поисковые системы её не индексируют');
    expect(notice).toContain('только по прямой ссылке');
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
    expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex, nofollow');
    expect(await page.locator('.tree').innerText()).not.toContain('Черновик');
    for (const path of ['/sitemap.xml', '/llms.txt']) {
      expect(await (await fetch(site.url + path)).text()).not.toContain('hidden');
    }
    await open('/docs/category/guides');
    expect(await page.locator('.card').allInnerTexts()).toHaveLength(2);
    await open('/docs/guides/payment');
    expect(await page.locator('.pagination-next').getAttribute('href')).toBe('/docs/guides/form');
    await open('/search?q=единорог');
    expect(await page.locator('main').innerText()).toContain('No results');
  });
});

describe('a page that needs the payment form', () => {
  test('loads its script from the configured host, and no other page does', async () => {
    await open('/docs/intro');
    expect(await page.locator('script[src*="checkout.js"]').count()).toBe(0);
    await page.locator('.tree').getByRole('link', { name: 'Форма оплаты' }).click();
    await page.waitForFunction(() => document.body.dataset['checkout'] === 'loaded');
    const policy = (await fetch(site.url)).headers.get('content-security-policy');
    expect(policy).toContain(checkout.url);
    await open('/docs/guides/form');
    await page.waitForFunction(() => document.body.dataset['checkout'] === 'loaded');
    expect(messages.filter((message) => message.startsWith('error'))).toEqual([]);
  });

  test('works while that host is down', async () => {
    const down = await startSite({ folder, environment: { CHECKOUT_HOST: 'http://127.0.0.1:9' } });
    await page.goto(`${down.url}/docs/guides/form`);
    expect(await page.locator('article').textContent()).toContain('Здесь появится форма');
    await page.locator('.theme-switch button').click();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await down.stop();
  });
});

describe('a guide', () => {
  test('draws life cycles from the tables of the platform', async () => {
    await open('/docs/guides/payment');
    const diagram = page.locator('figure.diagram').first();
    expect(await diagram.locator('svg').getAttribute('aria-label')).toBe('Жизненный цикл платежа');
    for (const state of ['pending', 'processed', 'captured', 'failed', 'PaymentCaptured']) {
      expect(await diagram.locator('svg').innerHTML()).toContain(state);
    }
    await diagram.locator('summary').click();
    expect(await diagram.locator('li').allTextContents()).toContain('processed → captured (PaymentCaptured)');
  });

  test('numbers the messages of sequence diagrams and escapes markup', async () => {
    await open('/docs/guides/payment');
    const diagram = page.locator('figure.diagram').nth(1);
    expect(await diagram.locator('.nt').allTextContents()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await diagram.locator('svg b').count()).toBe(0);
    expect(await diagram.locator('svg[role=img]').innerHTML()).toContain('карта принята');
    expect(await diagram.locator('li').count()).toBe(6);
  });

  test('has unique transliterated ids and keeps explicit ones', async () => {
    await open('/docs/guides/payment');
    expect(await page.locator('.prose :is(h2, h3)').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'kak-platit',
      'again',
      'kak-platit-1',
    ]);
    expect(await page.locator('h3').innerText()).not.toContain('{');
  });

  test('shows a table of contents of two levels, and titles over code', async () => {
    await open('/docs/guides/payment');
    expect(await page.locator('.prose h4').count()).toBe(1);
    expect(await page.locator('.toc a').allInnerTexts()).toEqual(['Как платить', 'Ещё раз', 'Как платить']);
    const code = page.locator('.code[data-lang=php]');
    expect(await code.locator('.code-title').textContent()).toBe('Пример чека');
    expect((await code.locator('pre').textContent())?.trimEnd()).toBe("<?php echo 'чек';");
  });

  test('links a Markdown twin with working links and closed notes', async () => {
    const twin = async (path: string) => (await fetch(`${site.url}${path}.md`)).text();
    expect(await twin('/docs/intro')).toContain('](/docs/guides/payment#kak-platit)');
    expect(await twin('/docs/1.0/intro')).toContain('](/docs/1.0/guides/payment)');
    expect(await twin('/docs/intro')).toContain('> Осторожнее с ключом.\n\nОбычный текст.');
  });

  test('shows admonitions with their titles, and keeps colons in prose', async () => {
    await open('/docs/intro');
    expect(await page.locator('.notice-title').allInnerTexts()).toEqual(['Совет', 'Осторожно']);
    expect(await page.locator('.notice').first().innerText()).toMatch(/Время 10:30\sи\sправо wallet:read/);
  });
});

describe('a reference', () => {
  test('stops recursive schemas, shows derived ones as variants, and hides read-only fields', async () => {
    await open('/api/payments/createNode');
    const request = page.locator('section[aria-labelledby=request-body]');
    expect(await request.locator('b', { hasText: /^id$/ }).count()).toBe(0);
    expect(await request.innerHTML()).toContain('Имя &lt;узла&gt;.');
    expect(await request.innerHTML()).toContain('Устроено так же, как');
    expect(await request.locator('.variants summary', { hasText: 'Circle' }).count()).toBe(1);
    expect(await request.locator('b', { hasText: 'radius' }).count()).toBe(1);
    expect(await page.locator('details.response b', { hasText: /^id$/ }).count()).toBeGreaterThan(0);
    expect(await page.locator('.samples [data-lang=curl]').innerText()).toContain('"name"');
  });

  test('stays empty when a specification is missing', async () => {
    expect((await open('/api/wallets'))?.status()).toBe(200);
    expect(await page.locator('details.operation').count()).toBe(0);
  });
});

describe('the build', () => {
  test('warns about dead links', () => {
    expect(output).toContain('the link /docs/nowhere leads nowhere');
    expect(output).toContain('the link /docs/intro#nothing names a heading that is not there');
    expect(output).toContain('the link /docs/category/nowhere leads nowhere');
    expect(output).toContain('the link /api/payments/nowhere leads nowhere');
    expect(output).not.toContain('createNode');
    expect(output).toContain('site.config.ts: the link /docs/integration/testing leads nowhere');
  });

  test('fails on a link to a missing Markdown file', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'holdfast-content-'));
    cpSync(content, broken, { recursive: true });
    writeFileSync(join(broken, 'current/docs/intro.mdx'), '---\ntitle: Введение\n---\n\n[куда-то](./nowhere.mdx)\n');
    await expect(buildSite('broken', { content: broken, specifications })).rejects.toThrow(
      './nowhere.mdx leads to no file',
    );
    rmSync(broken, { recursive: true });
  });
});

describe('a page that cannot be rendered', () => {
  test.each([
    ['with', true],
    ['without', false],
  ])('shows the crash page, and works at the second attempt, %s JavaScript', async (_name, javaScriptEnabled) => {
    const { page: broken, context: own } = await openPage(browser, { base: 'http://127.0.0.1', javaScriptEnabled });
    const crashing = await startSite({
      folder,
      environment: { NODE_OPTIONS: `--require ${join(fixtures, 'crash-once.cjs')}` },
    });
    const response = await broken.goto(`${crashing.url}/docs/guides/payment?from=mail`);
    expect(response?.status()).toBe(500);
    expect(await broken.locator('h1').innerText()).toBe('This page crashed.');
    expect(await broken.locator('main').innerText()).not.toMatch(/Error|at .*\.js/);
    expect(crashing.lines.join('\n')).toContain('the fixture crashes once');
    await broken.getByRole('button', { name: 'Try again' }).click();
    await broken.locator('h1', { hasText: 'Платёж' }).waitFor();
    expect(broken.url()).toBe(`${crashing.url}/docs/guides/payment?from=mail`);
    await own.close();
    await crashing.stop();
  });
});
