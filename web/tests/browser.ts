import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ARRIVAL_TIMEOUT_MS } from '../../testing/timeouts';

export { launchBrowser } from '../../testing/browser';

export const DESKTOP = { width: 1350, height: 940 };
export const PHONE = { width: 390, height: 844 };

/**
 * What is wrong with a page. The rest of what a console says – the browser's own remarks on how it renders, above all – depends on
 * what was measured and when, and is no fault of the page.
 */
const FAULTS = ['warning', 'error'];

/** A page with every warning and error of its console, and what it threw. Nothing outside of the site is reachable. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions & { base: string },
): Promise<{ page: Page; context: BrowserContext; messages: string[] }> {
  const { base, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: DESKTOP, ...contextOptions });
  const messages: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (FAULTS.includes(message.type())) messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`error: ${error.message}`));
  page.setDefaultTimeout(ARRIVAL_TIMEOUT_MS);
  await page.route('**/*', (route) => (route.request().url().startsWith(base) ? route.fallback() : route.abort()));
  return { page, context, messages };
}
