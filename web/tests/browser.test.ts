import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import { launchBrowser, openPage } from './browser';

let browser: Browser;
let page: Page;
let messages: string[];

beforeAll(async () => (browser = await launchBrowser()));
afterAll(() => browser?.close());
beforeEach(async () => ({ page, messages } = await openPage(browser, { base: 'http://127.0.0.1' })));
afterEach(() => page.context().close());

test('warnings, errors and exceptions are faults of a page, and no other console message is', async () => {
  const said = page.waitForEvent('console', (message) => message.text() === 'the last');
  const thrown = page.waitForEvent('pageerror');
  await page.setContent(`<script>
    for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level](level);
    setTimeout(() => { throw new Error('thrown'); });
  </script>`);
  await thrown;
  await page.evaluate(() => console.log('the last'));
  await said;
  expect(messages).toEqual(['warning: warn', 'error: error', 'error: thrown']);
});

test('the browser’s remarks on measuring hidden parts are no fault of the page', async () => {
  const remark = page.waitForEvent('console', (message) => message.text().includes('content-visibility'));
  await page.setContent('<div style="content-visibility: hidden"><p>below</p></div>');
  await page.evaluate(() => document.querySelector('p')!.getBoundingClientRect());
  expect((await remark).type()).toBe('verbose');
  expect(messages).toEqual([]);
});

test('accessibility is checked after delayed parts are shown', async () => {
  await page.setContent(`<style>.arriving .below { content-visibility: hidden }</style><title>A page</title>
    <main><h1>A page</h1><div class="below"><button></button></div></main>
    <script>
      document.documentElement.lang = 'en';
      document.documentElement.classList.add('arriving');
      setTimeout(() => document.documentElement.classList.remove('arriving'), 500);
    </script>`);
  expect(await accessibilityViolations(page)).toEqual(['button-name: <button></button>']);
});

test('accessibility is checked after colour transitions end', async () => {
  await page.setContent(`<style>
      button { color: #111; background: #fff; border: 0; transition: background-color 2s linear }
      .dark button { color: #fff; background: #000 }
    </style><title>A page</title><main><h1>A page</h1><button>Press</button></main>
    <script>document.documentElement.lang = 'en';</script>`);
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await accessibilityViolations(page)).toEqual([]);
});
