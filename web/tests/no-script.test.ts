import type { Browser, Page } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage, PHONE } from './browser';
import { CATEGORIES, GUIDES, NOT_FOUND, OPERATIONS, PAGES, REFERENCES } from './route-table';
import { siteConfig } from '../site.config';

let site: { url: string };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
  ({ page } = await openPage(browser, { base: site.url, javaScriptEnabled: false }));
});

afterAll(() => browser?.close());

const open = (path: string) => page.goto(site.url + path);

/** Former parts of the payments overview that now are pages; other sites link to them. */
const MOVED = [
  'vebhuki',
  'chto-prihodit',
  'tipy-sobytij',
  'poryadok-i-povtory',
  'podpis',
  'kody-oshibok',
  'pochemu-ne-udalsya-platezh',
];

describe('the site without JavaScript', () => {
  test.each(PAGES)('%s answers 200 with one main heading, a title and a description', async (path) => {
    const response = await open(path);
    expect(response?.status()).toBe(200);
    expect(await page.locator('main h1').count()).toBe(1);
    expect(await page.title()).toMatch(/Holdfast/);
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/[а-яё]{3}/i);
  });

  test.each(GUIDES)('the guide %s has its text, breadcrumbs, adjacent pages and a table of contents', async (path) => {
    await open(path);
    expect((await page.locator('article').textContent())?.length).toBeGreaterThan(800);
    expect(await page.locator('.breadcrumbs [aria-current=page]').count()).toBe(1);
    expect(await page.locator('.pagination a').count()).toBeGreaterThan(0);
    expect(await page.locator('.toc a').count()).toBeGreaterThan(1);
    expect(await page.locator('.tree a[aria-current=page]').count()).toBe(1);
    const labels = await page.locator('.breadcrumbs li').allInnerTexts();
    expect(labels).toEqual([...new Set(labels)]);
  });

  test('names in the sidebar are unique', async () => {
    await open('/docs/intro');
    const names = await page.locator('.tree a').allInnerTexts();
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test.each(MOVED)('a link to the former section %s leads to its current place', async (id) => {
    await open(`/docs/integration/payments/payments-overview#${id}`);
    const links = page.locator(`section:has(#${id}) a:not(.hash-link)`);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const [target = ''] = hrefs.filter((href) => href?.endsWith(`#${id}`)).concat(hrefs);
    await open(target ?? '');
    expect(await page.locator('h1').innerText()).toMatch(/^(Вебхуки|Коды ошибок)$/);
    if (target?.includes('#')) expect(await page.locator(new URL(page.url()).hash).count()).toBe(1);
  });

  test('the home page shows a tested request of a guide and the response', async () => {
    await open('/');
    // Not the inner text: what stands outside the window is not rendered (`content-visibility`), and its lines may come without breaks.
    const shown = await page.locator('.home-sample pre').allTextContents();
    expect(shown).toHaveLength(2);
    await open('/docs/integration/payments/payments-overview');
    const ofGuide = await page.locator('.prose pre').allTextContents();
    // The guide also reads the answer.
    for (const code of shown) expect(ofGuide.some((whole) => whole.startsWith(code.trimEnd()))).toBe(true);
  });

  test('a guide shows breadcrumbs and links to the previous and next one', async () => {
    await open('/docs/integration/payments/payments-overview');
    const trail = page.locator('nav.breadcrumbs li');
    expect(
      await trail.evaluateAll((all) => all.map((item) => item.querySelector('a')?.getAttribute('href') ?? null)),
    ).toEqual(['/', '/docs', '/docs/category/integration', '/docs/category/payments', null]);
    expect(await trail.first().locator('a').getAttribute('aria-label')).toBe('Главная страница');
    expect(await page.locator('.pagination-previous').getAttribute('href')).toBe('/docs/category/payments');
    expect(await page.locator('.pagination-next').getAttribute('href')).toBe('/docs/integration/payments/checkout');
    await open('/docs/quick-start');
    expect(await page.locator('.pagination-previous').count()).toBe(0);
    expect(await page.locator('.pagination-next').innerText()).toMatch(/^Следующая страница\s+Введение$/i);
  });

  test.each(CATEGORIES)('the category %s lists its pages in Russian', async (path) => {
    await open(path);
    expect(await page.locator('main h1').innerText()).toMatch(/[а-яё]/i);
    expect(await page.locator('.card').count()).toBeGreaterThan(1);
    expect(await page.locator('.breadcrumbs [aria-current=page]').count()).toBe(1);
    expect(await page.locator('.pagination a').count()).toBeGreaterThan(0);
  });

  test('diagrams are images with text descriptions', async () => {
    await open('/docs/integration/payments/payments-overview');
    const diagrams = page.locator('figure.diagram');
    expect(await diagrams.count()).toBeGreaterThan(0);
    for (const diagram of await diagrams.all()) {
      const box = await diagram.locator('svg[role=img]').boundingBox();
      expect(box?.height).toBeGreaterThan(100);
      expect(await diagram.locator('details li').count()).toBeGreaterThan(1);
    }
    expect(await diagrams.locator('circle.n').count()).toBeGreaterThan(3);
  });

  test.each(REFERENCES)('the overview %s has every operation folded, with a link to its page', async (path) => {
    await open(path);
    const operations = page.locator('details.operation');
    expect(await operations.count()).toBeGreaterThan(0);
    expect(await page.locator('details.operation[open]').count()).toBe(0);
    expect(await page.locator(`details.operation a[href^="${path}/"]`).count()).toBe(await operations.count());
  });

  test.each(OPERATIONS)('the operation %s has fields, nested ones folded, answers and samples', async (path) => {
    await open(path);
    expect(await page.locator('.fields > li').count()).toBeGreaterThan(5);
    expect(await page.locator('details.response').count()).toBeGreaterThan(0);
    expect(await page.locator('.operation-samples pre').count()).toBeGreaterThan(0);
    const nested = page.locator('section > :is(.fields, .variants) > li > details').first();
    expect(await nested.locator('li').first().isVisible()).toBe(false);
    await nested.locator('summary').first().click();
    expect(await nested.locator('li').first().isVisible()).toBe(true);
  });

  test('the language of samples is switched by its label', async () => {
    await open('/api/payments/createInvoice');
    expect(await page.locator('.samples .code:visible').getAttribute('data-lang')).toBe('curl');
    await page.locator('.samples label', { hasText: 'PHP' }).click();
    expect(await page.locator('.samples .code:visible').getAttribute('data-lang')).toBe('php');
  });

  test('the server answers a search', async () => {
    await open('/docs/intro');
    await page.locator('input.navbar__search-input').fill('подпись');
    await page.locator('input.navbar__search-input').press('Enter');
    await page.waitForURL(/\/search\?q=/);
    expect(await page.locator('article.search_result').count()).toBeGreaterThan(2);
    expect(await page.locator('article.search_result mark').count()).toBeGreaterThan(0);
    expect(await page.locator('article.search_result').first().innerText()).toContain('›');
    await open('/search?q=ъъъъъъ');
    expect(await page.locator('main').innerText()).toContain('No results');
  });

  test('the server switches the mode and keeps it on the next page', async () => {
    await open('/docs/intro');
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    await page.locator('.theme-switch button').click();
    await page.waitForURL(/\/docs\/intro$/);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await open('/api/payments');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.locator('.theme-switch button').click();
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
  });

  test('the menu of the APIs opens by pointer and by focus', async () => {
    await open('/');
    const menu = page.locator('.dropdown', { hasText: 'API' });
    await menu.locator('button').focus();
    expect(await menu.locator('ul').isVisible()).toBe(true);
    expect(await menu.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      REFERENCES,
    );
    expect(await page.locator('.navbar > a[target=_blank]').getAttribute('href')).toBe(siteConfig.source.href);
    await menu.getByRole('link', { name: 'API кошельков' }).click();
    await page.waitForURL(/\/api\/wallets$/);
  });

  test('the sidebar opens on a phone by its button', async () => {
    const { page: phone, context } = await openPage(browser, {
      base: site.url,
      viewport: PHONE,
      javaScriptEnabled: false,
    });
    await phone.goto(`${site.url}/docs/intro`);
    expect(await phone.locator('#sidebar').isVisible()).toBe(false);
    await phone.getByRole('button', { name: 'Открыть меню' }).click();
    await phone.locator('#sidebar').getByRole('link', { name: '3-D Secure' }).click();
    await phone.waitForURL(/\/3ds$/);
    await context.close();
  });

  test('the footer leads to the parts of the docs, the products and the source, and the primary colour is teal', async () => {
    await open('/docs/intro');
    const links = await page
      .locator('footer a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const pages = ['quick-start', 'intro', 'category/payments', 'category/wallets', 'category/refs'].map(
      (path) => `/docs/${path}`,
    );
    const elsewhere = [...siteConfig.provider, siteConfig.source].map(({ href }) => href);
    expect(links).toEqual([...pages, ...REFERENCES, ...elsewhere]);
    expect(await page.locator('footer').textContent()).toContain('© 2025');
    for (const link of links.filter((href) => href.startsWith('/')))
      expect([link, (await page.request.get(site.url + link)).status()]).toEqual([link, 200]);
    await open('/api/payments');
    const [red = 0, green = 0, blue = 0] = await page.evaluate(() =>
      (getComputedStyle(document.querySelector('main a[download]')!).color.match(/\d+/g) ?? []).map(Number),
    );
    expect(green).toBeGreaterThan(red * 3);
    expect(Math.abs(green - blue)).toBeLessThan(30);
  });

  test('a missing page is 404 in Russian with suggestions', async () => {
    const response = await open(NOT_FOUND.replace('no-such-page', 'integration/wallets/withdrawals'));
    expect(response?.status()).toBe(404);
    const text = await page.locator('main').innerText();
    expect(text).toContain('Страница не найдена');
    expect(text).toContain('сообщите его владельцу');
    expect(await page.locator('main section a[href="/docs/integration/wallets/withdrawal"]').count()).toBe(1);
    for (const path of ['/api/nothing', '/api/payments/noSuchOperation', '/docs/category/none', '/any/other']) {
      expect((await open(path))?.status()).toBe(404);
    }
    for (const path of ['/wp-login.php', '/docs/qwerty/zzz', '/any/other', NOT_FOUND]) {
      await open(path);
      expect(await page.locator('main section').count()).toBe(0);
    }
    for (const [wrong, right] of [
      ['/docs/webhoks', '/docs/integration/webhooks'],
      ['/api/payments/createInvoce', '/api/payments/createInvoice'],
    ]) {
      await open(wrong ?? '');
      expect(await page.locator('main section a').first().getAttribute('href')).toBe(right);
    }
  });
});
