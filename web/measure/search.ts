// Measures the search of a running site in Chromium: node dist/web/measure/search.js http://127.0.0.1:3000
//
// Milliseconds from the input event to the results: `first` includes loading the box and its index, `warm` is five new queries
// after it. Medians of ROUNDS (5) fresh visits at each of CPU_RATES (1,4). CHROMIUM: the browser.
import { chromium, type Browser } from 'playwright-core';
import { median } from './median';

const INPUT = 'input.navbar__search-input';
const BOX_INPUT = '.DocSearch-Input';
const FIRST = ['вебхук', 'подпись', 'инвойс', 'депозит', 'карта'];
const WARM = ['платёж', 'инвойс', 'кошелёк', 'подпись уведомления', 'рекуррентный платёж карты'];
const SETTLE_MS = 3000;
const PAUSE_MS = 500;

const [base = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const rounds = Number(process.env['ROUNDS'] ?? 5);

/** When a query was typed, and when its results were in the document. */
type Watching = typeof globalThis & { typedAt: number; shownAt: number };

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  const rows = [];
  for (const rate of (process.env['CPU_RATES'] ?? '1,4').split(',').map(Number)) {
    const first: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const visit = await visitAt(browser, rate);
      first.push(await visit.readTime(FIRST[round % FIRST.length]!));
      for (const query of WARM) warm.push(await visit.readTime(query));
      await visit.end();
    }
    rows.push({
      'times slower': rate,
      'first ms': Math.round(median(first)),
      'warm ms': Math.round(median(warm)),
      'warm max ms': Math.round(Math.max(...warm)),
    });
  }
  console.table(rows);
  await browser.close();
}

async function visitAt(browser: Browser, rate: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/docs/intro`);
  await page.waitForTimeout(SETTLE_MS);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.evaluate(watch);
  return {
    async readTime(query: string): Promise<number> {
      // The first query is typed while the box loads; the others wait until the box is empty and idle.
      if ((await page.locator(BOX_INPUT).count()) === 0) await page.focus(INPUT);
      else {
        await page.locator(BOX_INPUT).selectText();
        await page.keyboard.press('Backspace');
        await page.waitForTimeout(PAUSE_MS);
        await page.evaluate(() => Object.assign(globalThis, { shownAt: 0 }));
      }
      await page.keyboard.insertText(query);
      await page.waitForFunction(() => (globalThis as Watching).shownAt > 0, undefined, { polling: 10 });
      return page.evaluate(() => (globalThis as Watching).shownAt - (globalThis as Watching).typedAt);
    },
    end: () => context.close(),
  };
}

function watch(): void {
  const page = globalThis as Watching;
  document.addEventListener('input', () => Object.assign(page, { typedAt: performance.now(), shownAt: 0 }), true);
  new MutationObserver(() => {
    if (page.typedAt && !page.shownAt && document.querySelector('.DocSearch-Hit')) page.shownAt = performance.now();
  }).observe(document.body, { childList: true, subtree: true });
}

void main();
