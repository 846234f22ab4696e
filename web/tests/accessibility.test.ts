import { readFileSync } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { DESKTOP, launchBrowser, openPage, PHONE } from './browser';
import { NOT_FOUND, PAGES } from './route-table';
import { startSite, stopSites, type SiteProcess } from './site-process';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
// Kept by continuous integration, so that a change of looks can be seen.
const screenshots = resolve(__dirname, '../../.cache/screenshots');

let site: SiteProcess;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await stopSites();
});

describe.each([
  ['light', 'desktop', DESKTOP],
  ['dark', 'desktop', DESKTOP],
  ['light', 'phone', PHONE],
  ['dark', 'phone', PHONE],
] as const)('in %s mode on a %s', (mode, device, viewport) => {
  test.each([...PAGES, NOT_FOUND])(
    '%s has no accessibility violations, no console messages and no sideways scrolling',
    async (path) => {
      const { page, context, messages } = await openPage(browser, { base: site.url, viewport });
      // axe is put into the page as text, which the site's policy forbids to anyone but a debugger.
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      await page.goto(site.url + path, { waitUntil: 'load' });
      // axe looks into every part of the page, and the browser complains of those that still wait for the first paint.
      await page.waitForFunction(() => document.querySelector('.arriving') === null);
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      expect(await page.getAttribute('html', 'data-theme')).toBe(mode);
      await page.screenshot({
        path: join(screenshots, `${path.replace(/\W+/g, '-').slice(1) || 'home'}-${mode}-${device}.png`),
      });
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const results = (await (globalThis as unknown as { axe: { run: (d: Document) => Promise<unknown> } }).axe.run(
          document,
        )) as AxeResults;
        return results.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      });
      expect(violations).toEqual([]);
      // A missing page is announced by the browser itself.
      expect(messages.filter((message) => !message.includes('404 (Not Found)'))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await context.close();
    },
    60_000,
  );
});
