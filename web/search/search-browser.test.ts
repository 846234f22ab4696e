import type { Browser, Page } from 'playwright-core';
import { service } from '../../testing/services';
import { accessibilityViolations } from '../tests/axe';
import { DESKTOP, launchBrowser, openPage, PHONE } from '../tests/browser';

const INPUT = 'input.navbar__search-input';
const ITEM = '.suggestion_item';

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

async function suggestionsFor(page: Page, query: string): Promise<string[]> {
  await page.fill(INPUT, '');
  await page.fill(INPUT, query);
  await page.waitForSelector(`${ITEM}, .suggestion-none`);
  return page.locator(ITEM).allInnerTexts();
}

describe('the search box', () => {
  test('fetches nothing until it is entered, then its index once, with its version in the address', async () => {
    const { page, context, requests } = await visit('/docs/intro');
    expect(requests.filter((url) => url.includes('search'))).toEqual([]);
    await page.keyboard.press('Control+k');
    expect(await page.evaluate((input) => document.activeElement?.matches(input), INPUT)).toBe(true);
    await suggestionsFor(page, 'подпись');
    await page.keyboard.press('Escape');
    await suggestionsFor(page, 'вебхук');
    const indexes = requests.filter((url) => url.includes('search-index'));
    expect(indexes).toHaveLength(1);
    expect(indexes[0]).toMatch(/\/ru\/search-index\.json\?_=[0-9a-f]{8}$/);
    await context.close();
  });

  test('fetches its index when a pointer comes to it', async () => {
    const { page, context } = await visit('/docs/intro');
    const index = page.waitForResponse(/search-index/);
    await page.hover(INPUT);
    expect((await index).status()).toBe(200);
    await context.close();
  });

  test('is entered by Ctrl+K and no other modifier, and shows the keys while it is empty', async () => {
    const { page, context } = await visit('/docs/intro');
    const [keys, clear] = [page.locator('.navbar-search-keys'), page.locator('.navbar-search-clear')];
    expect(await keys.locator('kbd').allInnerTexts()).toEqual(['ctrl', 'K']);
    expect([await keys.isVisible(), await clear.isVisible()]).toEqual([true, false]);
    const isEntered = () => page.evaluate((input) => document.activeElement?.matches(input), INPUT);
    for (const other of ['Control+Shift+k', 'Control+Alt+k', 'Meta+k', 'k']) await page.keyboard.press(other);
    expect(await isEntered()).toBe(false);
    await page.keyboard.press('Control+k');
    expect(await isEntered()).toBe(true);
    await page.keyboard.type('п');
    expect([await keys.isVisible(), await clear.isVisible()]).toEqual([false, true]);
    await context.close();
  });

  test('keeps what is typed before the index is there, turns a spinner, and answers when it is', async () => {
    const { page, context } = await visit('/docs/intro');
    let send = (): void => undefined;
    const awaited = new Promise<void>((done) => (send = done));
    await page.route('**/search-index*', async (route) => {
      await awaited;
      await route.continue();
    });
    await page.focus(INPUT);
    await page.keyboard.type('подпись');
    await page.waitForSelector('.navbar-search.is-loading');
    send();
    await page.waitForSelector(ITEM);
    expect(await page.locator(ITEM).first().innerText()).toContain('Проверка подписи');
    expect(await page.locator('.is-loading').count()).toBe(0);
    await context.close();
  });

  test('takes its index from the site itself only', async () => {
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

  test('tries again when the index did not come, and shows one box then', async () => {
    const { page, context } = await visit('/docs/intro');
    let isDown = true;
    await page.route('**/search-index*', (route) => (isDown ? route.abort() : route.continue()));
    const failed = page.waitForEvent('console', (message) => message.text().includes('Поиск пока не загрузился'));
    await page.focus(INPUT);
    await failed;
    isDown = false;
    await page.click('h1');
    await page.focus(INPUT);
    await page.keyboard.type('подпись');
    await page.waitForSelector(ITEM);
    expect(await page.locator('.suggestion-panel').count()).toBe(1);
    await context.close();
  });

  test('shows at most eight results with their place, pages first, matches marked', async () => {
    const { page, context } = await visit('/docs/intro');
    const items = await suggestionsFor(page, 'подпись');
    expect(items.length).toBeGreaterThan(2);
    expect(items.length).toBeLessThanOrEqual(8);
    expect(items[0]).toMatch(/Проверка подписи.*\n.*Документация › Интеграция/);
    expect(await page.locator(`${ITEM} mark`).first().innerText()).toBe('подписи');
    expect(await page.locator(`${ITEM}[aria-selected=true]`).count()).toBe(1);
    expect(await page.getAttribute(INPUT, 'aria-activedescendant')).toBe('suggestion-0');
    await context.close();
  });

  test('is steered by arrows, Enter and Escape, and closes when it is left', async () => {
    const { page, context } = await visit('/docs/intro');
    await suggestionsFor(page, 'кошелёк');
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute(INPUT, 'aria-activedescendant')).toBe('suggestion-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const last = (await page.locator(ITEM).count()) - 1;
    expect(await page.getAttribute(INPUT, 'aria-activedescendant')).toBe(`suggestion-${last}`);
    await page.keyboard.press('Escape');
    expect(await page.locator(ITEM).count()).toBe(0);
    expect(await page.evaluate((input) => document.activeElement?.matches(input), INPUT)).toBe(false);
    await page.focus(INPUT);
    await page.waitForSelector(ITEM);
    await page.keyboard.press('Tab');
    expect(await page.locator(ITEM).count()).toBe(0);
    await page.focus(INPUT);
    await page.waitForSelector(ITEM);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/integration\/wallets\/wallets-overview\?_highlight=/);
    await context.close();
  });

  test('marks the words on the page it leads to, writes them into the input, and forgets them with ✕', async () => {
    const { page, context } = await visit('/docs/intro');
    await suggestionsFor(page, 'подпись');
    await page.keyboard.press('Enter');
    await page.waitForSelector('article mark');
    const marked = (await page.locator('article mark').allTextContents()).map((word) => word.toLowerCase());
    expect(new Set(marked)).toEqual(
      new Set(['подписи', 'подпись', 'подписью'].filter((word) => marked.includes(word))),
    );
    expect(marked.length).toBeGreaterThan(2);
    await page.reload();
    await page.waitForSelector('article mark');
    expect(await page.inputValue(INPUT)).toBe('подпись');
    await page.click('.navbar-search-clear');
    await page.waitForFunction(() => document.querySelector('article mark') === null);
    expect(page.url()).not.toContain('_highlight');
    expect(await page.inputValue(INPUT)).toBe('');
    await context.close();
  });

  test('says "No results", and otherwise leads to all of them', async () => {
    const { page, context } = await visit('/docs/intro');
    await suggestionsFor(page, 'щщщщщщ');
    expect(await page.locator('.suggestion-none').innerText()).toBe('No results');
    expect(await page.locator('.suggestion-all').count()).toBe(0);
    await suggestionsFor(page, 'возврат');
    await page.click('.suggestion-all');
    await page.waitForURL(/\/search\?q=/);
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('возврат'));
    expect(await page.locator('.search_result').count()).toBeGreaterThan(8);
    await context.close();
  });

  test.each([
    ['gjlgbcm', 'Проверка подписи'],
    ['createInvoice', 'Создать инвойс'],
    ['POST /processing/invoices', 'Создать инвойс'],
    ['вебхку', 'вебхук'],
  ])('understands «%s»', async (query, found) => {
    const { page, context } = await visit('/docs/intro');
    expect((await suggestionsFor(page, query)).slice(0, 3).join('\n')).toContain(found);
    await context.close();
  });

  test.each([
    ['light', DESKTOP],
    ['dark', DESKTOP],
    ['light', PHONE],
    ['dark', PHONE],
  ] as const)('is accessible while it is open, in %s mode at %o', async (mode, viewport) => {
    const { page, context, messages } = await openPage(browser, { base: site.url, viewport });
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.goto(`${site.url}/docs/intro`);
    await suggestionsFor(page, 'dueDate');
    expect(await accessibilityViolations(page)).toEqual([]);
    const panel = await page.locator('.suggestion-panel').boundingBox();
    expect(panel!.x).toBeGreaterThanOrEqual(0);
    expect(panel!.x + panel!.width).toBeLessThanOrEqual(viewport.width);
    expect(messages).toEqual([]);
    await context.close();
  });
});

describe('the results page', () => {
  test('is rendered by the server for readers without JavaScript', async () => {
    const { page, context } = await visit('/docs/intro', { javaScriptEnabled: false });
    await page.fill(INPUT, 'кошелька');
    await page.press(INPUT, 'Enter');
    await page.waitForURL(/\/search\?q=/);
    expect(await page.innerText('h1')).toBe('Результаты поиска по запросу «кошелька»');
    expect(await page.innerText('.search_count')).toMatch(/^Найден[оы]? \d+ результат(а|ов)?$/);
    expect(await page.locator('.search_result').count()).toBeGreaterThan(5);
    expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex, follow');
    await page.selectOption('select[name=ctx]', 'docs');
    await page.click('.search-form button');
    await page.waitForURL(/ctx=docs/);
    const links = await page
      .locator('.search_result h2 a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links.every((href) => href?.startsWith('/docs/'))).toBe(true);
    await page.goto(`${site.url}/search?q=a&version=none&ctx=none`);
    expect(await page.locator('.search-form input[name=version]').count()).toBe(0);
    expect(await page.inputValue('select[name=ctx]')).toBe('');
    await page.goto(`${site.url}/search?q=${encodeURIComponent('<b>щщщ')}`);
    expect(await page.innerText('.search_count')).toBe('No results');
    await context.close();
  });

  test('follows what is typed and chosen, and keeps the address and the title in step', async () => {
    const { page, context } = await visit('/search');
    await page.waitForLoadState('networkidle');
    const field = page.locator('.search-form input[name=q]');
    expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.type('возврат');
    await page.waitForSelector('.search_result');
    expect(new URL(page.url()).searchParams.get('q')).toBe('возврат');
    expect(await page.innerText('h1')).toBe('Результаты поиска по запросу «возврат»');
    expect(await page.title()).toBe('Результаты поиска по запросу «возврат» | Holdfast');
    await page.selectOption('select[name=ctx]', 'api/payments');
    await page.waitForURL((url) => url.searchParams.get('ctx') === 'api/payments');
    const found = await page
      .locator('.search_result h2 a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((href) => !href?.startsWith('/api/payments'))).toEqual([]);
    await page.selectOption('select[name=ctx]', '');
    await field.fill('');
    await page.waitForFunction(() => document.querySelector('.search_result') === null);
    expect(page.url()).toMatch(/\/search$/);
    expect(await page.innerText('h1')).toBe('Поиск по документации');
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await context.close();
  });

  test('remains a form that the server answers where the index does not come', async () => {
    const { page, context, messages } = await visit('/docs/intro');
    await page.route('**/search-index*', (route) => route.abort());
    const failed = page.waitForEvent('console', (message) => message.text().includes('Поиск пока не загрузился'));
    await page.goto(`${site.url}/search`);
    await failed;
    await page.fill('.search-form input[name=q]', 'возврат');
    await page.press('.search-form input[name=q]', 'Enter');
    await page.waitForURL(/\/search\?q=/);
    expect(await page.locator('.search_result').count()).toBeGreaterThan(5);
    expect(messages.filter((message) => message.startsWith('error: ') && !message.includes('ERR_FAILED'))).toEqual([]);
    await context.close();
  });

  test('server and browser give the same results', async () => {
    const query = 'срок оплаты инвойса';
    const { page: still, context: without } = await visit(`/search?q=${encodeURIComponent(query)}`, {
      javaScriptEnabled: false,
    });
    const rendered = await still.locator('.search-results').innerHTML();
    const { page, context } = await visit('/search');
    await page.waitForLoadState('networkidle');
    await page.fill('.search-form input[name=q]', query);
    await page.waitForSelector('.search_result');
    expect(await page.locator('.search-results').innerHTML()).toBe(rendered);
    await Promise.all([without.close(), context.close()]);
  });
});
