import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { recordFaults } from '../../tests/harness/browser';
import { ARRIVAL_TIMEOUT_MS } from '../../tests/harness/timeouts';

export { launchBrowser } from '../../tests/harness/browser';

export const DESKTOP = { width: 1350, height: 940 };
export const PHONE = { width: 390, height: 844 };

/** Opens a page that records console faults and exceptions. Only the site is reachable. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions & { base: string },
): Promise<{ page: Page; context: BrowserContext; messages: string[] }> {
  const { base, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: DESKTOP, ...contextOptions });
  const page = await context.newPage();
  const messages = recordFaults(page);
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  await page.route('**/*', (route) => (route.request().url().startsWith(base) ? route.fallback() : route.abort()));
  return { page, context, messages };
}
