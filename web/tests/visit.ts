import type { Browser, BrowserContext, Page } from 'playwright-core';
import { service } from '../../testing/services';
import { launchBrowser, openPage } from './browser';

/** The project's own site, one for all suites of a run: a start renders every page, which costs seconds of processor time. */
export let site: { url: string };
export let browser: Browser;
export let page: Page;
export let context: BrowserContext;
/** What the page is blamed for. */
export let messages: string[];

/** Gives a suite the site and a browser, and each of its tests a page that nobody used before. */
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
