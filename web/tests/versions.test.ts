import { PHONE } from './browser';
import { messages, open, page, site, visitSite } from './visit';

visitSite();

const text = async (path: string) => (await fetch(site.url + path)).text();

describe('the next version of the docs', () => {
  test('can be chosen in the top bar, and lists its changes first', async () => {
    await open('/docs/intro');
    const menu = page.locator('.dropdown[data-versions]');
    expect(await menu.locator('button').innerText()).toContain('Версия: текущая');
    await menu.locator('button').click();
    await menu.getByRole('link', { name: 'следующая' }).click();
    await page.waitForURL(/\/docs\/next$/);
    expect(await menu.locator('button').innerText()).toContain('Версия: следующая');
    expect(await page.locator('.tree a').first().innerText()).toBe('Что изменится');
    await page.locator('.tree').getByRole('link', { name: '3-D Secure' }).click();
    await page.waitForURL(/\/docs\/next\/integration\/payments\/3ds$/);
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await page.locator('.version-notice').innerText()).toContain('Вы читаете версию «следующая»');
    expect(await page.locator('.version-notice a').getAttribute('href')).toBe('/docs/integration/payments/3ds');
    expect(await page.locator('article a[href^="/docs/"]:not([href^="/docs/next"])').count()).toBe(0);
    expect(messages).toEqual([]);
  });

  test('can be chosen on a phone', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    await page.locator('.navbar-menu').click();
    await page.locator('#sidebar').getByRole('link', { name: 'Версия: следующая' }).click();
    await page.waitForURL(/\/docs\/next$/);
    await open('/docs/next/changes');
    // Pages without an equivalent link to the default version's root.
    expect(await page.locator('.version-notice a').getAttribute('href')).toBe('/docs');
  });

  test('keeps the current page when it is chosen while the server is unavailable', async () => {
    await open('/docs/intro');
    const menu = page.locator('.dropdown[data-versions]');
    await menu.locator('button').click();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await menu.getByRole('link', { name: 'следующая' }).click();
    const retry = page.getByRole('button', { name: 'Повторить' });
    await retry.waitFor();
    expect(await page.locator('h1').innerText()).toBe('Введение');
    await page.unrouteAll();
    await retry.click();
    await page.waitForURL(/\/docs\/next$/);
  });

  test('stays hidden from search engines and machines', async () => {
    await open('/docs/next/intro');
    expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex, follow');
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
    for (const path of ['/sitemap.xml', '/llms.txt']) expect(await text(path)).not.toContain('/docs/next');
    expect(await text('/docs/next/intro.md')).toContain('](/docs/next/');
    await open('/docs/intro');
    expect(await page.getAttribute('link[rel=canonical]', 'href')).toMatch(/\/docs\/intro$/);
  });

  test('has its own search index with the same terms', async () => {
    const links = async (version: string) => {
      await open(`/search?q=${encodeURIComponent('карточки для теста')}&ctx=docs${version}`);
      return page.locator('.search_result h2 a').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
    };
    const [current, next] = [await links(''), await links('&version=next')];
    expect(current.length).toBeGreaterThan(0);
    expect(next.map((href) => href.replace('/docs/next/', '/docs/'))).toEqual(current);
    expect(next.every((href) => href.startsWith('/docs/next/'))).toBe(true);
  });
});
