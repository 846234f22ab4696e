import type { Browser } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from '../tests/browser';

const INPUT = 'input.navbar__search-input';

let site: { url: string };
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

async function visit(path: string, options: { javaScriptEnabled?: boolean } = {}) {
  const opened = await openPage(browser, { base: site.url, ...options });
  await opened.page.goto(site.url + path, { waitUntil: 'load' });
  return opened;
}

describe('the results page', () => {
  test('works without JavaScript', async () => {
    const { page, context } = await visit('/docs/intro', { javaScriptEnabled: false });
    await page.fill(INPUT, 'кошелька');
    await page.press(INPUT, 'Enter');
    await page.waitForURL(/\/search\?q=/);
    expect(await page.innerText('h1')).toBe('Результаты поиска по запросу «кошелька»');
    expect(await page.innerText('.search_count')).toMatch(/^Найден[оа] \d+ страниц[аы]?$/);
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

  test('updates results, address and title while typing', async () => {
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

  test('falls back to the server when the index does not load', async () => {
    const { page, context, messages } = await visit('/docs/intro');
    await page.route('**/search-index*', (route) => route.abort());
    const failed = page.waitForEvent('console', (message) => message.text().includes('Поиск пока не загрузился'));
    await page.goto(`${site.url}/search`);
    await failed;
    await page.fill('.search-form input[name=q]', 'возврат');
    await page.press('.search-form input[name=q]', 'Enter');
    await page.waitForURL(/\/search\?q=/);
    await page.locator('.search_result').nth(5).waitFor();
    expect(messages.filter((message) => message.startsWith('error: ') && !message.includes('ERR_FAILED'))).toEqual([]);
    await context.close();
  });

  test('shows the same results from server and browser', async () => {
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
