import type { Browser, Page } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { accessibilityViolations } from '../../tests/harness/axe';
import { DESKTOP, launchBrowser, openPage, PHONE } from '../tests/browser';

const INPUT = 'input.navbar__search-input';
const BOX_INPUT = '.DocSearch-Input';
const HIT = '.DocSearch-Hit';

let site: { url: string };
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

async function visit(path: string, options: { viewport?: typeof DESKTOP; javaScriptEnabled?: boolean } = {}) {
  const opened = await openPage(browser, { base: site.url, ...options });
  const requests: string[] = [];
  opened.page.on('request', (request) => requests.push(request.url()));
  await opened.page.goto(site.url + path, { waitUntil: 'load' });
  return { ...opened, requests };
}

async function hitsFor(page: Page, query: string): Promise<string[]> {
  if ((await page.locator(BOX_INPUT).count()) === 0) await page.keyboard.press('Control+k');
  await page.fill(BOX_INPUT, '');
  await page.fill(BOX_INPUT, query);
  await page.waitForSelector(`${HIT}, .DocSearch-NoResults`);
  return page.locator(HIT).allInnerTexts();
}

const isIn = (page: Page, selector: string) =>
  page.evaluate((input) => document.activeElement?.matches(input) ?? false, selector);

describe('the search box', () => {
  test('loads nothing until touched, then at most 55 KB and its versioned index once', async () => {
    const { page, context, requests } = await visit('/docs/intro');
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    const code = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (/\/assets\/.*\.(?:js|css)$/.test(response.url)) code.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (code.has(requestId)) bytes += encodedDataLength;
    });
    expect(requests.filter((url) => /search|react/.test(url))).toEqual([]);
    expect((await hitsFor(page, 'подпись')).length).toBeGreaterThan(2);
    await page.keyboard.press('Escape');
    await hitsFor(page, 'вебхук');
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThan(55_000);
    const fetched = requests.filter((url) => url.includes('search-index'));
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toMatch(/\/ru\/search-index\.json\?_=[0-9a-f]{8}$/);
    await context.close();
  });

  test('fetches its index on hover', async () => {
    const { page, context } = await visit('/docs/intro');
    const index = page.waitForResponse(/search-index/);
    await page.hover(INPUT);
    expect((await index).status()).toBe(200);
    await context.close();
  });

  test('opens only by Ctrl+K, “/”, a click or typed text', async () => {
    const { page, context } = await visit('/docs/intro');
    const keys = page.locator('.navbar-search-keys kbd');
    expect(await keys.allInnerTexts()).toEqual(['ctrl', 'K']);
    for (const other of ['Control+Shift+k', 'Control+Alt+k', 'Meta+k', 'k', 'Control+/'])
      await page.keyboard.press(other);
    await page.focus(INPUT);
    await page.keyboard.press('Tab');
    expect(await page.locator(BOX_INPUT).count()).toBe(0);
    for (const open of [
      () => page.keyboard.press('Control+k'),
      () => page.keyboard.press('/'),
      () => page.click(INPUT),
      () => page.focus(INPUT).then(() => page.keyboard.type('п')),
    ]) {
      await open();
      await page.waitForSelector(BOX_INPUT);
      expect(await isIn(page, BOX_INPUT)).toBe(true);
      expect(await page.locator('dialog[open]').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
      expect(await isIn(page, INPUT)).toBe(true);
      await page.locator('h1').click();
    }
    await context.close();
  });

  test('shows sections and frequent questions until something is typed', async () => {
    const { page, context } = await visit('/docs/intro');
    await page.keyboard.press('Control+k');
    const links = page.locator('.search-start a');
    await links.first().waitFor();
    expect(await page.locator('.search-start p').allInnerTexts()).toEqual(['Разделы', 'Частые вопросы']);
    await hitsFor(page, 'подпись');
    expect(await links.first().isVisible()).toBe(false);
    await page.fill(BOX_INPUT, '');
    await links.first().waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await links.last().evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await isIn(page, BOX_INPUT)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/integration\/payments\/payments-overview$/);
    expect(await page.locator('dialog').count()).toBe(0);
    await context.close();
  });

  test('keeps text typed while it loads, with a spinner, and then answers', async () => {
    const { page, context } = await visit('/docs/intro');
    let send = (): void => undefined;
    const awaited = new Promise<void>((done) => (send = done));
    await page.route('**/assets/search-dialog*.js', async (route) => {
      await awaited;
      await route.continue();
    });
    await page.focus(INPUT);
    await page.keyboard.type('подпись');
    await page.waitForSelector('.navbar-search.is-loading');
    send();
    await page.waitForSelector(HIT);
    expect((await page.locator(HIT).allInnerTexts()).join()).toContain('Проверка подписи');
    expect(await page.inputValue(BOX_INPUT)).toBe('подпись');
    expect(await page.locator('.is-loading').count()).toBe(0);
    await context.close();
  });

  test('fetches its index only from the site itself', async () => {
    const { page, context, requests } = await visit('/docs/intro');
    await page.evaluate((input) => {
      document.querySelector<HTMLInputElement>(input)!.dataset['searchIndex'] =
        'https://other.example/search-index.json';
    }, INPUT);
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('must come from the site itself'),
    );
    await page.focus(INPUT);
    await refused;
    expect(requests.filter((url) => url.includes('other.example'))).toEqual([]);
    await context.close();
  });

  test('reports a missing index, links to the server’s results, and retries at the next key', async () => {
    const { page, context, messages } = await visit('/docs/intro');
    let isDown = true;
    await page.route('**/search-index*', (route) => (isDown ? route.abort() : route.continue()));
    await page.keyboard.press('Control+k');
    await page.fill(BOX_INPUT, 'подпис');
    await page.getByText('Поиск пока не загрузился').waitFor();
    expect(await page.locator(`${HIT} a`).getAttribute('href')).toMatch(/\/search\?q=/);
    isDown = false;
    await page.fill(BOX_INPUT, 'подпись');
    await page.locator(HIT, { hasText: 'Проверка подписи' }).first().waitFor();
    expect(messages.filter((message) => message.startsWith('error: ') && !message.includes('ERR_FAILED'))).toEqual([]);
    await context.close();
  });

  test('shows at most eight results with breadcrumbs, pages first, matches marked', async () => {
    const { page, context } = await visit('/docs/intro');
    const items = await hitsFor(page, 'подпись');
    expect(items.length).toBeGreaterThan(2);
    expect(items.length).toBeLessThanOrEqual(8);
    expect(items.join('\n')).toMatch(/Проверка подписи.*\nДокументация ›/);
    expect(await page.locator(`${HIT} mark`).first().innerText()).toMatch(/^подпис/i);
    const kinds = await page
      .locator(HIT)
      .evaluateAll((all) => all.map((hit) => (hit.matches('.DocSearch-Hit--Child') ? 'place' : 'page')));
    expect(kinds.slice(0, 2)).toEqual(['page', 'place']);
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1);
    const active = await page.getAttribute(BOX_INPUT, 'aria-activedescendant');
    expect(await page.locator(`#${active}[role=option]`).getAttribute('href')).toContain('_highlight=');
    await context.close();
  });

  test('shows "No results" or the omitted words, and a link to all results', async () => {
    const { page, context } = await visit('/docs/intro');
    await hitsFor(page, 'щщщщщщ');
    expect(await page.locator('.DocSearch-NoResults .DocSearch-Title').innerText()).toBe('No results "щщщщщщ"');
    await hitsFor(page, 'возврат ыъыъ');
    expect(await page.locator('.DocSearch-Hit-source').allInnerTexts()).toEqual(['Найдено без слова «ыъыъ»']);
    const long = `возврат платежа ${'и '.repeat(10)}чек`;
    await hitsFor(page, long);
    expect(await page.locator('.DocSearch-Hit-source').first().innerText()).toContain('«чек»');
    await hitsFor(page, 'возврат');
    await page.getByRole('link', { name: 'Все результаты' }).click();
    await page.waitForURL(/\/search\?q=/);
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('возврат'));
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('.search_result').count()).toBeGreaterThan(8);
    await context.close();
  });

  test('supports arrows and Enter, and traps the focus', async () => {
    const { page, context } = await visit('/docs/intro');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    await hitsFor(page, 'кошелёк');
    const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('id');
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toMatch(/-item-1$/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toMatch(new RegExp(`-item-${(await page.locator(HIT).count()) - 1}$`));
    for (let n = 0; n < 8; n += 1) {
      await page.keyboard.press('Tab');
      // The browser's own controls have the focus between two rounds.
      expect(await isIn(page, 'dialog *, body')).toBe(true);
    }
    await page.focus(BOX_INPUT);
    await hitsFor(page, 'кошелёк');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/integration\/wallets\/wallets-overview\?_highlight=/);
    await page.locator('article mark').first().waitFor();
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
    expect(await page.locator('dialog').count()).toBe(0);
    await context.close();
  });

  test('marks the words on the target page, restores them in the input, and clears them with ✕', async () => {
    const { page, context } = await visit('/docs/intro');
    await hitsFor(page, 'подпись');
    await page.locator(HIT, { hasText: 'Документация ›' }).first().click();
    await page.waitForSelector('article mark', { state: 'attached' });
    const marked = (await page.locator('article mark').allTextContents()).map((word) => word.toLowerCase());
    expect(new Set(marked)).toEqual(
      new Set(['подписи', 'подпись', 'подписью'].filter((word) => marked.includes(word))),
    );
    expect(marked.length).toBeGreaterThan(2);
    await page.reload();
    await page.waitForSelector('article mark', { state: 'attached' });
    expect(await page.inputValue(INPUT)).toBe('подпись');
    expect(await page.locator('.navbar-search-keys').isVisible()).toBe(false);
    await page.click('.navbar-search-clear');
    await page.waitForFunction(() => document.querySelector('article mark') === null);
    expect(page.url()).not.toContain('_highlight');
    expect(await page.inputValue(INPUT)).toBe('');
    await context.close();
  });

  test('marks words despite invisible characters on the page and in the query', async () => {
    const { page, context } = await visit('/docs/intro');
    await page.route('**/docs/refs/testcards?**', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('Особые', 'Осо\u00adбые');
      await route.fulfill({ response, body });
    });
    await page.goto(`${site.url}/docs/refs/testcards?_highlight=${encodeURIComponent('осо\u200bбые')}`);
    await page.waitForSelector('article mark', { state: 'attached' });
    expect(await page.locator('article h2 mark').first().textContent()).toBe('Осо\u00adбые');
    await context.close();
  });

  test.each([
    ['4242424242424242', 'Тестовые карты'],
    ['карта humo', 'Тестовые карты'],
    ['gjlgbcm', 'Проверка подписи'],
    ['createInvoice', 'Создать инвойс'],
    ['POST /processing/invoices', 'Создать инвойс'],
    ['вебхку', 'вебхук'],
  ])('understands «%s»', async (query, found) => {
    const { page, context } = await visit('/docs/intro');
    expect((await hitsFor(page, query)).slice(0, 3).join('\n')).toContain(found);
    await context.close();
  });

  test.each([
    ['light', DESKTOP],
    ['dark', DESKTOP],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)('stays accessible and Russian while open, in %s mode at %o', async (mode, viewport) => {
    const { page, context, messages } = await openPage(browser, { base: site.url, viewport });
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.goto(`${site.url}/docs/intro`);
    await hitsFor(page, 'срок оплаты');
    expect(await accessibilityViolations(page)).toEqual([]);
    const box = await page.locator('.DocSearch-Modal').boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(viewport.width);
    await hitsFor(page, 'щщщщщщ');
    expect(await accessibilityViolations(page)).toEqual([]);
    const texts = await page.locator('.DocSearch-Modal').innerText();
    expect(texts.replace(/No results|esc/gi, '')).not.toMatch(/[a-z]{3}/i);
    expect(messages).toEqual([]);
    await context.close();
  });
});
