import type { Browser } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from './browser';
import { CARRIER, GUIDES, REFERENCES } from './route-table';

// Budgets per kind of page. Times vary with machine load, so no test measures them.
const GUIDE = { load: 60_000, requests: 8, settled: 100_000, script: 45_000, elements: 6000 };
const HOME = { ...GUIDE };
const OVERVIEW = { load: 150_000, requests: 8, settled: 200_000, script: 45_000, elements: 6000 };
const OPERATION = { load: 60_000, requests: 8, settled: 110_000, script: 45_000, elements: 20_000 };

let site: { url: string };
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

/** Returns bytes over the network, headers included, at the load event and after two quiet seconds. */
async function weigh(path: string) {
  const { page, context } = await openPage(browser, { base: site.url });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const requests = new Map<string, { type: string; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, type }) => requests.set(requestId, { type, bytes: 0 }));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  const sum = (type?: string) =>
    [...requests.values()].filter((one) => !type || one.type === type).reduce((total, { bytes }) => total + bytes, 0);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(site.url + path, { waitUntil: 'load' });
  const [load, count] = [sum(), requests.size];
  await page.waitForTimeout(2000);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  const weight = { load, requests: count, settled: sum(), script: sum('Script'), elements, shift };
  await context.close();
  return weight;
}

// Most of the time is waiting, so pages are measured concurrently.
test.concurrent.each([
  ['/', HOME],
  ...GUIDES.map((path) => [path, GUIDE] as const),
  ...REFERENCES.map((path) => [path, OVERVIEW] as const),
  ['/api/payments/createPayment', OPERATION],
  ['/api/payments-webhook-events/PaymentProcessed', OPERATION],
  [CARRIER, OPERATION],
] as const)('%s stays within its budget and does not shift', async (path, budget) => {
  const { shift, ...weight } = await weigh(path);
  for (const [name, limit] of Object.entries(budget)) {
    expect({ name, value: weight[name as keyof typeof weight] <= limit ? 'within' : weight }).toEqual({
      name,
      value: 'within',
    });
  }
  expect(shift).toBeLessThan(0.01);
});

test('every operation of every API weighs at most 60 KB', async () => {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>[^<]*(\/api\/[^/<]+\/[^<]+)<\/loc>/g)].map(([, path]) => path ?? '');
  const heavy: string[] = [];
  for (const path of paths) {
    const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    // Styles and script take about 20 KB beside the text.
    if (Number(answer.headers.get('content-length')) > 40_000) heavy.push(path);
  }
  expect(heavy).toEqual([]);
});
