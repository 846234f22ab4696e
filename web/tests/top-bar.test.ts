import { openPage, PHONE } from './browser';
import { browser, open, page, site, visitSite } from './visit';

visitSite();

describe('the colour mode', () => {
  test('defaults to light, ignoring the system’s preference', async () => {
    const dark = await openPage(browser, { base: site.url, colorScheme: 'dark' });
    await dark.page.goto(site.url);
    expect(await dark.page.getAttribute('html', 'data-theme')).toBe('light');
    await dark.context.close();
  });

  test('persists and applies before the first paint of the next page', async () => {
    await open('/docs/intro');
    await page.locator('.theme-switch button').click();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.locator('.theme-switch button').getAttribute('aria-label')).toContain('тёмный режим)');
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body)
          Object.assign(globalThis, {
            modeAtBody: (globalThis as { modeAtBody?: string }).modeAtBody ?? document.documentElement.dataset['theme'],
          });
      }).observe(document, { childList: true, subtree: true });
    });
    await open('/api/payments');
    expect(await page.evaluate(() => (globalThis as { modeAtBody?: string }).modeAtBody)).toBe('dark');
  });

  test.each(['theme', 'docusaurus-theme'])('can be chosen for one visit by ?%s=dark', async (name) => {
    await open(`/docs/intro?${name}=dark`);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await open('/docs/intro');
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
  });

  test('applies to diagrams', async () => {
    await open('/docs/integration/payments/payments-overview');
    const colours = () =>
      page.locator('figure.diagram svg').evaluateAll((all) =>
        all.map((svg) => {
          const [text, shape] = [svg.querySelector('text')!, svg.querySelector('rect, path')!];
          return [getComputedStyle(text).fill, getComputedStyle(shape).fill, getComputedStyle(shape).stroke].join();
        }),
      );
    const light = await colours();
    await page.locator('.theme-switch button').click();
    const dark = await colours();
    expect(light.length).toBeGreaterThan(3);
    expect(dark.filter((colour, at) => colour === light[at])).toEqual([]);
  });
});

describe('the top bar', () => {
  test('opens the API menu by click and keyboard, with four pages, and closes it by Escape', async () => {
    await open('/');
    const menu = page.locator('.dropdown', { hasText: 'API' });
    const button = menu.locator('button');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await menu.locator('a:visible').count()).toBe(4);
    await page.keyboard.press('Escape');
    expect(await menu.locator('a:visible').count()).toBe(0);
    await menu.hover();
    expect(await menu.locator('a:visible').count()).toBe(4);
  });

  test('changes its layout at 996 pixels', async () => {
    await page.setViewportSize({ width: 997, height: 800 });
    await open('/docs/intro');
    expect(await page.locator('.navbar-links').isVisible()).toBe(true);
    expect(await page.locator('#sidebar').isVisible()).toBe(true);
    await page.setViewportSize({ width: 996, height: 800 });
    expect(await page.locator('.navbar-links').isVisible()).toBe(false);
    expect(await page.locator('.navbar-menu').isVisible()).toBe(true);
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
  });

  test('opens the sidebar on a phone and closes it on navigation', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    await page.locator('.navbar-menu').click();
    // The popover's toggle event follows its opening.
    await page.locator('.navbar-menu[aria-expanded=true]').waitFor();
    await page.locator('#sidebar').getByRole('link', { name: '3-D Secure' }).click();
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
    expect(await page.locator('details.toc-folded').isVisible()).toBe(true);
  });
});
