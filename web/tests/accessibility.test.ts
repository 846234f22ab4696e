import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { service } from '../../testing/services';
import { accessibilityViolations } from '../../testing/axe';
import { DESKTOP, launchBrowser, openPage, PHONE } from './browser';
import { CARRIER, NOT_FOUND, OPERATIONS, PAGES } from './route-table';

/**
 * One page of each kind, which axe looks at in both modes on both devices. The others are made of the same parts and styles: axe
 * looks at each once, at one on a desktop in light, at the next on a phone in dark.
 */
const KINDS = [
  '/',
  '/docs/intro',
  '/docs/integration/payments/examples/binding',
  '/docs/refs/error-codes',
  '/docs/category/payments',
  '/api/payments',
  ...OPERATIONS,
  CARRIER,
  '/search?q=подпись',
  NOT_FOUND,
];
const ALL = [...PAGES, NOT_FOUND];

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
  ['desktop', DESKTOP, 'light', 'dark'],
  ['phone', PHONE, 'dark', 'light'],
] as const)('on a %s', (device, viewport, mode, otherMode) => {
  const isOfKinds = (path: string) => KINDS.includes(path);
  const isLookedAt = (path: string) => isOfKinds(path) || ALL.indexOf(path) % 2 === (device === 'desktop' ? 0 : 1);

  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    ({ page, messages } = await openPage(browser, { base: site.url, viewport }));
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
  });

  test.each(ALL)('%s has no accessibility violations, no console messages and no sideways scrolling', async (path) => {
    messages.length = 0;
    await page.goto(site.url + path, { waitUntil: 'load' });
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    if (isLookedAt(path)) expect(await violationsIn(mode)).toEqual([]);
    if (isOfKinds(path)) {
      await page.locator('.theme-switch button').click();
      expect(await violationsIn(otherMode)).toEqual([]);
    }
    // A missing page is announced by the browser itself.
    expect(messages.filter((message) => !message.includes('404 (Not Found)'))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    async function violationsIn(theme: 'light' | 'dark'): Promise<string[]> {
      expect(await page.getAttribute('html', 'data-theme')).toBe(theme);
      const name = path.replace(/\W+/g, '-').slice(1) || 'home';
      await page.screenshot({ path: join(screenshots, `${name}-${theme}-${device}.png`) });
      return accessibilityViolations(page);
    }
  });
});
