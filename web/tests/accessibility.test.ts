import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { service } from '../../testing/services';
import { accessibilityViolations } from '../../testing/axe';
import { DESKTOP, launchBrowser, openPage, PHONE } from './browser';
import { NOT_FOUND, PAGES } from './route-table';

// Kept by continuous integration, so that a change of looks can be seen.
const screenshots = resolve(__dirname, '../../.cache/screenshots');

let site: { url: string };
let browser: Browser;

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (device, viewport) => {
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    ({ page, messages } = await openPage(browser, { base: site.url, viewport }));
    await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  });

  test.each([...PAGES, NOT_FOUND])(
    '%s has no accessibility violations in both modes, no console messages and no sideways scrolling',
    async (path) => {
      messages.length = 0;
      await page.goto(site.url + path, { waitUntil: 'load' });
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      const violations = { light: await violationsIn('light'), dark: await violationsIn('dark') };
      expect(violations).toEqual({ light: [], dark: [] });
      // A missing page is announced by the browser itself.
      expect(messages.filter((message) => !message.includes('404 (Not Found)'))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      async function violationsIn(mode: 'light' | 'dark'): Promise<string[]> {
        if (mode === 'dark') await page.locator('.theme-switch button').click();
        expect(await page.getAttribute('html', 'data-theme')).toBe(mode);
        const name = path.replace(/\W+/g, '-').slice(1) || 'home';
        await page.screenshot({ path: join(screenshots, `${name}-${mode}-${device}.png`) });
        return accessibilityViolations(page);
      }
    },
  );
});
