import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { accessibilityViolations, colourViolations } from '../../tests/harness/axe';
import { DESKTOP, launchBrowser, openPage, PHONE } from './browser';
import { CARRIER, NOT_FOUND, OPERATIONS, PAGES } from './route-table';

/**
 * One page of each kind, checked in both modes on both devices. The others share parts and styles and are checked once each,
 * alternating desktop light and phone dark.
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

// Stored by CI for visual comparison.
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
] as const)('pages on a %s', (device, viewport, mode, otherMode) => {
  const isOfKinds = (path: string) => KINDS.includes(path);
  const isLookedAt = (path: string) => isOfKinds(path) || ALL.indexOf(path) % 2 === (device === 'desktop' ? 0 : 1);

  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    ({ page, messages } = await openPage(browser, { base: site.url, viewport }));
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
  });

  test.each(ALL)('%s has no accessibility violations, console messages or horizontal scrolling', async (path) => {
    messages.length = 0;
    await page.goto(site.url + path, { waitUntil: 'load' });
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    if (isLookedAt(path)) expect(await violationsIn(mode, accessibilityViolations)).toEqual([]);
    if (isOfKinds(path)) {
      await page.locator('.theme-switch button').click();
      expect(await violationsIn(otherMode, colourViolations)).toEqual([]);
    }
    // The browser logs a missing page.
    expect(messages.filter((message) => !message.includes('404 (Not Found)'))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    async function violationsIn(theme: 'light' | 'dark', look: typeof colourViolations): Promise<string[]> {
      expect(await page.getAttribute('html', 'data-theme')).toBe(theme);
      const name = path.replace(/\W+/g, '-').slice(1) || 'home';
      await page.screenshot({ path: join(screenshots, `${name}-${theme}-${device}.png`) });
      return look(page);
    }
  });
});
