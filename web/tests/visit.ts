import type { Browser, BrowserContext, Page } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from './browser';

/** The project's own site, shared by all suites of a run. */
export let site: { url: string };
export let browser: Browser;
export let page: Page;
export let context: BrowserContext;
export let messages: string[];

export function visitSite(): void {
  beforeAll(async () => {
    [site, browser] = await Promise.all([service('site'), launchBrowser()]);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    ({ page, context, messages } = await openPage(browser, { base: site.url }));
  });
  afterEach(() => context.close());
}

export const open = (path: string) => page.goto(site.url + path);
