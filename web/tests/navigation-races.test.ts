import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from './browser';

let site: { url: string };
let browser: Browser;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

beforeEach(async () => {
  ({ page, context } = await openPage(browser, { base: site.url }));
  // Prefetched pages would have no race.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto(`${site.url}/docs/intro`);
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
});

afterEach(() => context.close());

const isSameDocument = () => page.evaluate(() => 'isSameDocument' in globalThis);
const heading = (text: string) => page.locator('h1', { hasText: text }).waitFor();
const styleSheet = /\/assets\/reference-[^/]+\.css$/;

async function follow(path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.querySelector('article')!.append(link);
    link.click();
  }, path);
}

function holdBack(address: RegExp): Promise<() => Promise<void>> {
  return new Promise((resolve) => {
    void page.route(address, (route: Route) => resolve(() => route.continue().catch(() => undefined)), { times: 1 });
  });
}

async function staysAt(text: string): Promise<void> {
  await page.waitForTimeout(500);
  expect(await page.locator('h1').innerText()).toBe(text);
}

test('a style sheet that does not load makes the page load as a whole document', async () => {
  await page.route(styleSheet, (route) => route.abort());
  await follow('/api/payments');
  await heading('API платежей');
  expect(await isSameDocument()).toBe(false);
  const border = () => getComputedStyle(document.querySelector('details.operation')!).borderTopStyle;
  expect(await page.evaluate(border)).toBe('solid');
});

test('an older page that waits for its styles does not replace the newer one', async () => {
  const held = holdBack(styleSheet);
  await follow('/api/payments');
  const letGo = await held;
  await follow('/docs/refs/testcards');
  await heading('Тестовые карты');
  await letGo();
  await staysAt('Тестовые карты');
  expect(new URL(page.url()).pathname).toBe('/docs/refs/testcards');
  expect(await isSameDocument()).toBe(true);
});

test('a page waits for shared styles that an older one began to load', async () => {
  const held = holdBack(styleSheet);
  await follow('/api/payments');
  const letGo = await held;
  await follow('/api/wallets');
  await page.waitForTimeout(500);
  expect(await page.locator('h1').innerText()).toBe('Введение');
  await letGo();
  await heading('API кошельков');
  expect(await isSameDocument()).toBe(true);
});

test('an older page whose fragment needs a second request does not replace the newer one', async () => {
  const held = holdBack(/no-such-page\?_fragment=page/);
  await follow('/docs/no-such-page');
  const letGo = await held;
  await follow('/docs/refs/testcards');
  await heading('Тестовые карты');
  await letGo();
  await staysAt('Тестовые карты');
});

test('the request for an older page is aborted, and can be repeated', async () => {
  const held = holdBack(/3ds\?_fragment/);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('3ds?_fragment'));
  await follow('/docs/integration/payments/3ds');
  await held;
  await follow('/docs/refs/testcards');
  expect((await failed).failure()?.errorText).toContain('ABORTED');
  await heading('Тестовые карты');
  await follow('/docs/integration/payments/3ds');
  await heading('3-D Secure');
  expect(await isSameDocument()).toBe(true);
});

test('going back to the current page aborts the pending one', async () => {
  const held = holdBack(/3ds\?_fragment/);
  await follow('/docs/integration/payments/3ds');
  const letGo = await held;
  await page.goBack();
  await letGo();
  await staysAt('Введение');
  expect(new URL(page.url()).pathname).toBe('/docs/intro');
});
