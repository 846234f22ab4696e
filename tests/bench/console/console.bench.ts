import type { Page } from 'playwright-core';
import { openStore } from '../../../store/store';
import { launchBrowser } from '../../harness/browser';
import { makeManyPayments } from '../../harness/factories/many-payments';
import { startPlatform, type Platform } from '../../harness/platform';
import { withoutIndexes } from '../analytics/everywhere.bench';
import type { Bench, BenchResult } from '../bench';

const COUNT = 950_000;
const YEAR_MS = 365 * 86_400_000;
const ROWS = 100;
const MAX_LIST_MS = 500;
const MAX_RENDER_MS = 100;
const RUNS = 7;

const QUERIES = {
  'e-mail': 'payer77@example.com',
  RRN: '000000777123',
  'last four': '0777',
  amount: '1 250,00 ₽',
  'payment id': 'many0000777123.1',
  'nothing at all': 'no such thing',
} as const;

/** Measures what a person waits for in Chromium: from the key to the results, and from the last byte of data to the page. */
export const consolePages: Bench = {
  title: 'The console over 1,000,000 payments',
  isOnDemand: true,
  run: async () => {
    const environment = { KEY_REQUESTS_PER_SECOND: '1000000' };
    const platform = await startPlatform({ processes: ['api', 'console'], environment });
    const browser = await launchBrowser();
    try {
      await fill(platform);
      const context = await browser.newContext({ viewport: { width: 1_350, height: 940 } });
      const { url } = platform.processes.console;
      const data = { key: platform.demo.operatorKey };
      await context.request.post(`${url}/session`, { data, headers: { Origin: url } });
      const page = await context.newPage();
      await page.goto(`${url}/queue`);
      await page.locator('.search-button').waitFor();
      return [...(await searches(page)), await lists(page, platform), ...(await routes(page, platform))];
    } finally {
      await browser.close();
      await platform.stop();
    }
  },
};

async function fill({ databaseUrl, demo }: Platform): Promise<void> {
  const store = openStore({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 2);
  const { database } = store;
  const { partyID, shopID } = demo;
  try {
    await withoutIndexes(database, () =>
      makeManyPayments(database, { partyID, shopID, count: COUNT, since: new Date(Date.now() - YEAR_MS) }),
    );
    for (const table of ['payments', 'invoices']) await database.search(`VACUUM ANALYZE ${table}`, []);
  } finally {
    await database.close();
  }
}

async function searches(page: Page): Promise<BenchResult[]> {
  const findings: BenchResult[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await page.keyboard.press('Control+KeyK');
      const field = page.getByRole('searchbox');
      await field.fill(query);
      const began = performance.now();
      await field.press('Enter');
      await page.locator('.found-link .found-main, .search .state').first().waitFor();
      times.push(performance.now() - began);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      // The page keeps results for two seconds.
      await page.waitForTimeout(2_100);
    }
    findings.push(finding(`search by ${name}`, times, MAX_LIST_MS));
  }
  return findings;
}

/** From the press of the filter's button to a hundred rows. */
async function lists(page: Page, platform: Platform): Promise<BenchResult> {
  const { url } = platform.processes.console;
  const times: number[] = [];
  for (const status of ['captured', 'failed', 'captured', 'failed', 'captured', 'failed', 'captured']) {
    await page.goto(`${url}/payments?shopID=${platform.demo.shopID}&last4=1234`);
    await page.locator('select[name=status]').selectOption(status);
    await page.locator('input[name=last4]').fill('');
    const began = performance.now();
    await page.locator('.filters button[type=submit]').press('Enter');
    await page.locator(`tbody tr:nth-child(${ROWS})`).waitFor();
    times.push(performance.now() - began);
  }
  return finding(`a list of ${ROWS} rows`, times, MAX_LIST_MS);
}

async function routes(page: Page, { processes, demo }: Platform): Promise<BenchResult[]> {
  const places: [path: string, shows: string][] = [
    [`/payments?shopID=${demo.shopID}`, `tbody tr:nth-child(${ROWS})`],
    ['/payments/many0000777123/1', '.money-amount'],
    ['/invoices/many0000777123', '.money-amount'],
    ['/today', '.figure'],
    ['/merchants', 'tbody tr'],
    [`/merchants/${demo.partyID}`, '.card'],
    ['/audit', 'tbody tr'],
    ['/queue/endingHolds', '.queue-list h2'],
  ];
  const findings: BenchResult[] = [];
  for (const [path, shows] of places) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await page.goto(`${processes.console.url}/nothing`);
      await page.locator('.state').waitFor();
      times.push(await page.evaluate(renderTime, { path, shows }));
    }
    findings.push(finding(`${path.split('?', 1)[0]}: from its data to the page`, times, MAX_RENDER_MS));
  }
  return findings;
}

/** What `renderTime` uses of the browser. */
interface BrowserGlobal {
  document: { querySelector: (selector: string) => unknown };
  history: { pushState: (state: object, unused: string, path: string) => void };
  performance: {
    now: () => number;
    clearResourceTimings: () => void;
    getEntriesByType: (type: 'resource') => { name: string; responseEnd: number }[];
  };
  PopStateEvent: new (type: string, given: { state: object }) => Event;
  dispatchEvent: (event: Event) => void;
  requestAnimationFrame: (callback: (at: number) => void) => void;
}

/** Runs in the page: opens a route and measures from the end of the last response to the first frame that shows it. */
async function renderTime({ path, shows }: { path: string; shows: string }): Promise<number> {
  const browser = globalThis as unknown as BrowserGlobal;
  const { performance: clock } = browser;
  const state = { idx: 0, key: 'bench' };
  clock.clearResourceTimings();
  browser.history.pushState(state, '', path);
  browser.dispatchEvent(new browser.PopStateEvent('popstate', { state }));
  while (!browser.document.querySelector(shows)) {
    await new Promise((done) => browser.requestAnimationFrame(done));
  }
  const shownAt = clock.now();
  const calls = clock.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
  const ends = calls.map(({ responseEnd }) => responseEnd).filter((end) => end > 0 && end <= shownAt);
  return ends.length === 0 ? 0 : shownAt - Math.max(...ends);
}

function finding(name: string, times: number[], maxMs: number): BenchResult {
  const sorted = [...times].sort((one, other) => one - other);
  const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return {
    name,
    found: `median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
    aim: { text: `within ${maxMs} ms`, isReached: median <= maxMs },
  };
}
