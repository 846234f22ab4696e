// Measures pages of a running site in Chromium: node dist/web/measure/pages.js http://127.0.0.1:3000 [/docs/intro …]
//
// Bytes include headers, up to the load event and after prefetching. Times are medians of RUNS (5) at CPU_RATE (4), and with
// NETWORK=slow at 1.6 Mbit/s and 150 ms. Compare two sites only by alternate runs on a quiet machine. CHROMIUM: the browser.
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { median } from './median';

const QUIET_MS = 3000;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const DEFAULT_PAGES = [
  '/',
  '/docs/intro',
  '/docs/integration/payments/payments-overview',
  '/api/payments',
  '/api/payments/createPayment',
];

interface Seen {
  lcp: number;
  cls: number;
  long: [start: number, duration: number][];
}

type Observing = typeof globalThis & { seen: Seen };

interface Asked {
  url: string;
  type?: string;
  bytes?: number;
}

const [base = 'http://127.0.0.1:3000', ...paths] = process.argv.slice(2);
const runs = Number(process.env['RUNS'] ?? 5);
const rate = Number(process.env['CPU_RATE'] ?? 4);

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
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
    const measured: Record<string, number>[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(browser, base + path));
    const names = Object.keys(measured[0] ?? {});
    rows.push({
      path,
      ...Object.fromEntries(names.map((name) => [name, median(measured.map((one) => one[name] ?? NaN))])),
    });
  }
  console.table(rows);
  await browser.close();
}

async function measure(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  if (process.env['NETWORK'] === 'slow') await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  const requests = followRequests(session);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  const loaded = requests.summary();
  await waitForQuiet(page, requests);
  const shown = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const { seen } = globalThis as Observing;
    return { ...seen, load: navigation?.loadEventEnd ?? NaN, elements: document.querySelectorAll('*').length };
  });
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
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

function observe(): void {
  const seen: Seen = { lcp: 0, cls: 0, long: [] };
  Object.assign(globalThis, { seen });
  const on = <Entry extends PerformanceEntry>(type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  on<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
    'layout-shift',
    ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value),
  );
  on('longtask', ({ startTime, duration }) => seen.long.push([startTime, duration]));
}

type Requests = ReturnType<typeof followRequests>;

function followRequests(session: CDPSession) {
  const requests = new Map<string, Asked>();
  const note = (id: string, more: Partial<Asked>) => Object.assign(requests.get(id) ?? {}, more);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, { url: request.url }));
  session.on('Network.responseReceived', ({ requestId, type }) => note(requestId, { type }));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    note(requestId, { bytes: encodedDataLength }),
  );
  return {
    summary() {
      const done = [...requests.values()].filter(({ bytes, url }) => bytes !== undefined && url.startsWith('http'));
      const sum = (list: Asked[]) => list.reduce((total, { bytes = 0 }) => total + bytes, 0);
      return { count: done.length, bytes: sum(done), script: sum(done.filter(({ type }) => type === 'Script')) };
    },
  };
}

async function waitForQuiet(page: Page, requests: Requests): Promise<void> {
  let last = -1;
  let since = Date.now();
  while (Date.now() - since < QUIET_MS) {
    await page.waitForTimeout(250);
    const now = requests.summary().count + (await page.evaluate(() => (globalThis as Observing).seen.long.length));
    if (now !== last) [last, since] = [now, Date.now()];
  }
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}

void main();
