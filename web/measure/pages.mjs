// Measures pages of a running site in Chromium: node web/measure/pages.mjs http://127.0.0.1:3000 [/docs/intro …]
//
// Bytes are what the network carried, headers included, up to the load event and after the prefetching that follows it.
// Times are medians of RUNS (5) at a processor CPU_RATE (4) times slower, with NETWORK=slow also at 1.6 Mbit/s and 150 ms to
// the server; two sites are compared only by alternate runs on one quiet machine. CHROMIUM names the browser.
import { chromium } from 'playwright-core';

const QUIET_MS = 3000;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const DEFAULT_PAGES = [
  '/',
  '/docs/intro',
  '/docs/integration/payments/payments-overview',
  '/api/payments',
  '/api/payments/createPayment',
];

const [base = 'http://127.0.0.1:3000', ...paths] = process.argv.slice(2);
const runs = Number(process.env.RUNS ?? 5);
const rate = Number(process.env.CPU_RATE ?? 4);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const rows = [];
for (const path of paths.length ? paths : DEFAULT_PAGES) {
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measure(base + path));
  const row = Object.fromEntries(
    Object.keys(measured[0]).map((name) => [name, median(measured.map((one) => one[name]))]),
  );
  rows.push({ path, ...row });
}
console.table(rows);
await browser.close();

async function measure(url) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (process.env.NETWORK === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  const requests = followRequests(session);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  const loaded = requests.summary();
  await waitForQuiet(page, requests);
  const shown = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return { ...globalThis.seen, load: navigation.loadEventEnd, elements: document.querySelectorAll('*').length };
  });
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  const settled = requests.summary();
  await context.close();
  return {
    'KB to load': kilobytes(loaded.bytes),
    requests: loaded.count,
    'KB settled': kilobytes(settled.bytes),
    'script KB': kilobytes(settled.script),
    'LCP ms': Math.round(shown.lcp),
    'load ms': Math.round(shown.load),
    'long tasks ms': Math.round(shown.long.reduce((sum, [, duration]) => sum + duration, 0)),
    'quiet ms': Math.round(Math.max(0, ...shown.long.map(([start, duration]) => start + duration))),
    CLS: Math.round(shown.cls * 1000) / 1000,
    'heap MB': Math.round((heap / 1048576) * 10) / 10,
    elements: shown.elements,
  };
}

function observe() {
  globalThis.seen = { lcp: 0, cls: 0, long: [] };
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => (globalThis.seen.lcp = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => (globalThis.seen.cls += hadRecentInput ? 0 : value));
  on('longtask', ({ startTime, duration }) => globalThis.seen.long.push([startTime, duration]));
}

function followRequests(session) {
  const requests = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, { url: request.url }));
  session.on('Network.responseReceived', ({ requestId, type }) =>
    Object.assign(requests.get(requestId) ?? {}, { type }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    Object.assign(requests.get(requestId) ?? {}, { bytes: encodedDataLength }),
  );
  return {
    summary() {
      const done = [...requests.values()].filter(({ bytes, url }) => bytes !== undefined && url.startsWith('http'));
      const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);
      return { count: done.length, bytes: sum(done), script: sum(done.filter(({ type }) => type === 'Script')) };
    },
  };
}

async function waitForQuiet(page, requests) {
  let last = -1;
  let since = Date.now();
  while (Date.now() - since < QUIET_MS) {
    await page.waitForTimeout(250);
    const now = requests.summary().count + (await page.evaluate(() => globalThis.seen.long.length));
    if (now !== last) [last, since] = [now, Date.now()];
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function kilobytes(bytes) {
  return Math.round(bytes / 102.4) / 10;
}
