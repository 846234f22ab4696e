import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openPage, PHONE } from './browser';
import { startSite, stopSites, type SiteProcess } from './site-process';

let site: SiteProcess;
let browser: Browser;
let page: Page;
let context: BrowserContext;
let messages: string[];

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await stopSites();
});

beforeEach(async () => {
  ({ page, context, messages } = await openPage(browser, { base: site.url }));
});

afterEach(() => context.close());

const open = (path: string) => page.goto(site.url + path);
/** A mark that a full reload would wipe out. */
const mark = () => page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
const isSameDocument = () => page.evaluate(() => 'isSameDocument' in globalThis);
const fragments = '**/*_fragment=*';

describe('the colour mode', () => {
  test('is light whatever the system prefers', async () => {
    const dark = await openPage(browser, { base: site.url, colorScheme: 'dark' });
    await dark.page.goto(site.url);
    expect(await dark.page.getAttribute('html', 'data-theme')).toBe('light');
    await dark.context.close();
  });

  test('is stored, and set before the first paint of the next page', async () => {
    await open('/docs/intro');
    await page.locator('.theme-switch button').click();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.locator('.theme-switch button').getAttribute('aria-label')).toContain('тёмный режим)');
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body)
          Object.assign(globalThis, {
            modeAtBody: (globalThis as { modeAtBody?: string }).modeAtBody ?? document.documentElement.dataset['theme'],
          });
      }).observe(document, { childList: true, subtree: true });
    });
    await open('/api/payments');
    expect(await page.evaluate(() => (globalThis as { modeAtBody?: string }).modeAtBody)).toBe('dark');
  });

  test.each(['theme', 'docusaurus-theme'])('can be chosen for one visit by ?%s=dark', async (name) => {
    await open(`/docs/intro?${name}=dark`);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await open('/docs/intro');
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
  });

  test('is that of diagrams, too', async () => {
    await open('/docs/integration/payments/payments-overview');
    const colours = () =>
      page.locator('figure.diagram svg').evaluateAll((all) =>
        all.map((svg) => {
          const [text, shape] = [svg.querySelector('text')!, svg.querySelector('rect, path')!];
          return [getComputedStyle(text).fill, getComputedStyle(shape).fill, getComputedStyle(shape).stroke].join();
        }),
      );
    const light = await colours();
    await page.locator('.theme-switch button').click();
    const dark = await colours();
    expect(light.length).toBeGreaterThan(3);
    expect(dark.filter((colour, at) => colour === light[at])).toEqual([]);
  });
});

describe('moving between pages', () => {
  test('replaces the page without loading the document anew', async () => {
    await open('/docs/intro');
    await mark();
    await page.locator('.tree').getByRole('link', { name: '3-D Secure' }).click();
    await page.waitForURL(/3ds$/);
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(await page.title()).toContain('3-D Secure');
    expect(await page.getAttribute('link[rel=canonical]', 'href')).toMatch(/\/3ds$/);
    expect(await page.locator('link[rel=canonical]').count()).toBe(1);
    expect(await page.locator('.tree a[aria-current=page]').innerText()).toBe('3-D Secure');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('crosses between guides and references with their sidebars and styles', async () => {
    await open('/docs/intro');
    await mark();
    await page.locator('article').getByRole('link', { name: 'API платежей' }).first().click();
    await page.locator('details.operation').first().waitFor();
    expect(await page.locator('.tree.operations').count()).toBe(1);
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('details.operation')!).borderTopStyle),
    ).toBe('solid');
    await page.locator('.navbar').getByRole('link', { name: 'Документация' }).click();
    await page.locator('h1', { hasText: 'Документация' }).waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(await page.locator('.navbar-links > a[aria-current=page]').innerText()).toBe('Документация');
  });

  test('goes back and forth to where the reader was', async () => {
    await open('/docs/integration/payments/payments-overview');
    await page.evaluate(() => scrollTo(0, 1500));
    await page.locator('.pagination-next').evaluate((link) => (link as HTMLElement).click());
    await page.waitForURL(/checkout$/);
    await page.locator('h1', { hasText: 'оплаты' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Приём платежей' }).waitFor();
    await page.waitForFunction(() => Math.abs(scrollY - 1500) < 5);
    await page.goForward();
    await page.locator('h1', { hasText: 'оплаты' }).waitFor();
  });

  test('comes to a heading of another page', async () => {
    await open('/docs/intro');
    await page.locator('article a[href*="payments-overview#vebhuki"]').first().click();
    await page.locator('#vebhuki').waitFor();
    await page.waitForFunction(
      () => Math.abs(document.getElementById('vebhuki')!.getBoundingClientRect().top - 80) < 40,
    );
  });

  test('leaves clicks with a modifier, other hosts and files to the browser', async () => {
    await open('/docs/refs/postman');
    const download = page.waitForEvent('download');
    await page.locator('.downloads a').first().click();
    expect((await download).suggestedFilename()).toContain('postman_collection.json');
  });

  test('shows a bar and a spinner after 200 ms, with the numbers of the specification', async () => {
    await open('/docs/intro');
    await page.route(fragments, async (route) => {
      await new Promise((done) => setTimeout(done, 2500));
      await route.fallback();
    });
    await page.evaluate(() => {
      const started = performance.now();
      const seen: { at: number; progress: number; transition: string }[] = [];
      Object.assign(globalThis, { seen });
      const note = (bar: HTMLElement) =>
        seen.push({
          at: performance.now() - started,
          progress: Number(bar.dataset['progress']),
          transition: bar.style.transition,
        });
      new MutationObserver((changes) => {
        const bar = document.querySelector<HTMLElement>('.progress-bar');
        if (bar && changes.some(({ type, target }) => type === 'childList' || target === bar)) note(bar);
      }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-progress'] });
      document.querySelector<HTMLElement>('a[href="/docs/refs/testcards"]')?.click();
    });
    await page.locator('.progress-bar').waitFor();
    expect(await page.locator('.page-spinner[role=status]').count()).toBe(1);
    await page.locator('h1', { hasText: 'Тестовые карты' }).waitFor();
    await page.locator('.progress-bar').waitFor({ state: 'detached' });
    expect(await page.locator('.page-spinner').count()).toBe(0);
    const seen = await page.evaluate(
      () => (globalThis as unknown as { seen: { at: number; progress: number; transition: string }[] }).seen,
    );
    expect(seen[0]?.progress).toBe(0.08);
    expect(seen[0]?.at).toBeGreaterThanOrEqual(195);
    expect(seen[0]?.transition).toContain('200ms');
    const steps = seen.map(({ progress }) => progress).filter((progress, at, all) => progress !== all[at - 1]);
    expect(steps.at(-1)).toBe(1);
    const trickled = steps.slice(0, -1);
    expect(trickled.length).toBeGreaterThan(1);
    for (const [at, progress] of trickled.entries()) {
      if (at > 0) expect(progress - trickled[at - 1]!).toBeLessThanOrEqual(0.021);
    }
  });

  test('shows no bar for a page that comes at once', async () => {
    await open('/docs/intro');
    await page.evaluate(() => {
      Object.assign(globalThis, { bars: 0 });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if ((node as HTMLElement).className === 'progress-bar')
              (globalThis as unknown as { bars: number }).bars += 1;
      }).observe(document.body, { childList: true });
    });
    const link = page.locator('.tree').getByRole('link', { name: 'Postman' });
    const prefetched = page.waitForResponse(/postman\?_fragment/);
    await link.hover();
    await (await prefetched).finished();
    await link.click();
    await page.locator('h1', { hasText: 'Postman' }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { bars: number }).bars)).toBe(0);
  });

  test.each([
    ['a page', '.tree a[href$="/3ds"]', /\/3ds$/],
    ['a place in a page', 'article a[href*="payments-overview#vebhuki"]', /#vebhuki$/],
  ])('warns and loads the whole document where a part of %s does not load', async (_name, link, address) => {
    await open('/docs/intro');
    await mark();
    await page.route(fragments, (route) => route.abort());
    const loaded = page.waitForEvent('load');
    await page.locator(link).first().click();
    await loaded;
    expect(page.url()).toMatch(address);
    expect(await isSameDocument()).toBe(false);
    const place = new URL(page.url()).hash.slice(1);
    if (place)
      await page.waitForFunction(
        (id) => Math.abs(document.getElementById(id)!.getBoundingClientRect().top - 80) < 40,
        place,
      );
    expect(messages.some((message) => message.startsWith('warning:') && message.includes('could not be loaded'))).toBe(
      true,
    );
    await page.goBack();
    await page.waitForURL(/\/docs\/intro$/);
  });

  test('shows what is missing as the server says it', async () => {
    await open('/docs/intro');
    await mark();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/docs/no-such-page', textContent: 'туда' });
      document.querySelector('article')!.append(link);
      link.click();
    });
    await page.locator('h1', { hasText: 'Страница не найдена' }).waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(await page.title()).toContain('Страница не найдена');
  });

  test('offers Retry where there is no network', async () => {
    await open('/docs/intro');
    await mark();
    await context.setOffline(true);
    await page.evaluate(() => (document.querySelector('a[href="/docs/refs/testcards"]') as HTMLElement).click());
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await page.locator('.load-error[role=alert]').innerText()).toContain('Не удалось загрузить');
    await context.setOffline(false);
    await retry.click();
    await page.locator('h1', { hasText: 'Тестовые карты' }).waitFor();
    expect(await isSameDocument()).toBe(true);
  });

  test('shows the page of a crash in place of a page that crashed', async () => {
    await open('/docs/intro');
    await page.route(/recurring\?_fragment/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'text/html; charset=utf-8',
        body: '<title>x</title><div id="page" data-section="error"><main id="main" data-section="error"><h1>This page crashed.</h1></main></div>',
      }),
    );
    await page.locator('.tree').getByRole('link', { name: 'Повторные платежи' }).click();
    await page.locator('h1', { hasText: 'This page crashed.' }).waitFor();
  });
});

describe('prefetching', () => {
  const requested = (where: Page): string[] => {
    const paths: string[] = [];
    where.on(
      'request',
      (request) => request.url().includes('_fragment=') && paths.push(new URL(request.url()).pathname),
    );
    return paths;
  };

  test('fetches pages whose links are in view, once each, within a budget', async () => {
    const paths = requested(page);
    await open('/docs/intro');
    await page.waitForFunction(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('_fragment=')).length > 2,
    );
    await page.waitForTimeout(1000);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).not.toContain('/search');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('_fragment='))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    );
    expect(bytes).toBeLessThan(60_000);
  });

  test.each([
    ['a 2G connection', { effectiveType: '2g', saveData: false }],
    ['a slow 2G connection', { effectiveType: 'slow-2g', saveData: false }],
    ['data saver', { effectiveType: '4g', saveData: true }],
  ])('is skipped on %s', async (_name, connection) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    const paths = requested(page);
    await open('/docs/intro');
    await page.locator('.tree').getByRole('link', { name: 'Postman' }).hover();
    await page.waitForTimeout(1500);
    expect(paths).toEqual([]);
  });
});

describe('a guide', () => {
  test('shows the sections below its window at once where a place is named, and soon after the first paint otherwise', async () => {
    const hidden = () =>
      page
        .locator('.prose .later')
        .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'hidden').length);
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        Object.assign(globalThis, { waiting: document.querySelectorAll('.arriving .below').length }),
      ),
    );
    const waitingAtFirst = () => page.evaluate(() => (globalThis as unknown as { waiting: number }).waiting);
    await open('/docs/integration/payments/payments-overview');
    expect(await waitingAtFirst()).toBeGreaterThan(5);
    await page.waitForFunction(() => document.querySelector('.arriving, .below') === null);
    expect(await hidden()).toBe(0);
    await page.goto('about:blank');
    await open('/docs/integration/payments/payments-overview#vebhuki');
    expect(await waitingAtFirst()).toBe(0);
    expect(await hidden()).toBe(0);
    await page.waitForFunction(
      () => Math.abs(document.getElementById('vebhuki')!.getBoundingClientRect().top - 80) < 40,
    );
  });

  test('copies its code and says so for one second', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/docs/intro');
    const block = page.locator('.code').first();
    await block.hover();
    const button = block.getByRole('button', { name: 'Скопировать в буфер обмена' });
    await button.evaluate((element) => {
      const seen: [text: string, at: number][] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => seen.push([element.textContent ?? '', performance.now()])).observe(element, {
        childList: true,
      });
    });
    await button.click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: unknown[] }).seen.length === 2);
    const [said, ended] = await page.evaluate(
      () => (globalThis as unknown as { seen: [text: string, at: number][] }).seen,
    );
    expect([said?.[0], ended?.[0]]).toEqual(['Скопировано', 'Скопировать']);
    expect(ended![1] - said![1]).toBeGreaterThan(990);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('HOLDFAST_API_URL');
  });

  test('wraps lines of code that are longer than their block', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    const long = await page
      .locator('.code')
      .evaluateAll((all) => all.findIndex((one) => one.querySelector('pre')!.scrollWidth > one.clientWidth));
    const block = page.locator('.code').nth(long);
    await page.locator('.code .code-tools').nth(long).waitFor({ state: 'attached' });
    await block.hover();
    await block.getByRole('button', { name: 'Переключить перенос по строкам' }).click();
    expect(await block.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  });

  test('colours php and json on the server', async () => {
    await open('/docs/integration/payments/examples/php-kkt-cart-webhooks');
    expect(await page.locator('.code[data-lang=php] i.k').count()).toBeGreaterThan(3);
    await open('/docs/integration/payments/payments-overview');
    expect(await page.locator('.code[data-lang=json] i').count()).toBeGreaterThan(5);
  });

  test('marks in its contents the heading that the reader has come to', async () => {
    await open('/docs/integration/payments/payments-overview');
    await page.waitForFunction(() => document.querySelector('.arriving, .below') === null);
    const links = page.locator('.toc a');
    const isMarked = (name: string) =>
      page.waitForFunction(
        (text) => document.querySelector('.toc a[aria-current=location]')?.textContent === text,
        name,
      );
    await isMarked('Понятия');
    // Sections that fill the upper part of the window, so that the next heading is not passed as well.
    for (const name of ['2. Токенизируйте карту', 'Чарджбэк', 'Как проходит платёж']) {
      await page.locator('.prose :is(h2, h3)', { hasText: name }).evaluate((heading) => {
        heading.scrollIntoView({ behavior: 'instant', block: 'start' });
      });
      await isMarked(name);
      expect(await page.locator('.toc a[aria-current]').count()).toBe(1);
    }
    expect(await links.count()).toBe(await page.locator('.prose :is(h2, h3)').count());
  });

  test('links its headings', async () => {
    await open('/docs/intro');
    const link = page.locator('h2 .hash-link').first();
    expect(await link.getAttribute('aria-label')).toContain('Прямая ссылка на');
    await link.focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toMatch(/^#[a-z0-9-]+$/);
  });

  test('begins with a link that skips to its content', async () => {
    await open('/docs/intro');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Перейти к основному содержимому');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('keeps the sidebar open: no category folds another', async () => {
    await open('/docs/intro');
    expect(await page.locator('.tree details:not([open])').count()).toBe(0);
    await page.locator('.tree summary').last().click();
    expect(await page.locator('.tree details:not([open])').count()).toBe(1);
    await page.locator('.tree').getByRole('link', { name: '3-D Secure' }).click();
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await page.locator('.tree details:not([open])').count()).toBe(1);
  });
});

describe('the top bar', () => {
  test('opens the API menu by click and keyboard, with four pages, and closes it by Escape', async () => {
    await open('/');
    const menu = page.locator('.dropdown', { hasText: 'API' });
    const button = menu.locator('button');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await menu.locator('a:visible').count()).toBe(4);
    await page.keyboard.press('Escape');
    expect(await menu.locator('a:visible').count()).toBe(0);
    await menu.hover();
    expect(await menu.locator('a:visible').count()).toBe(4);
  });

  test('changes at 996 pixels', async () => {
    await page.setViewportSize({ width: 997, height: 800 });
    await open('/docs/intro');
    expect(await page.locator('.navbar-links').isVisible()).toBe(true);
    expect(await page.locator('#sidebar').isVisible()).toBe(true);
    await page.setViewportSize({ width: 996, height: 800 });
    expect(await page.locator('.navbar-links').isVisible()).toBe(false);
    expect(await page.locator('.navbar-menu').isVisible()).toBe(true);
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
  });

  test('opens the sidebar on a phone and closes it by going somewhere', async () => {
    await page.setViewportSize(PHONE);
    await open('/docs/intro');
    const button = page.locator('.navbar-menu');
    await button.click();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.locator('#sidebar').getByRole('link', { name: '3-D Secure' }).click();
    await page.locator('h1', { hasText: '3-D Secure' }).waitFor();
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
    expect(await page.locator('details.toc-folded').isVisible()).toBe(true);
  });

  test('focuses the search by Ctrl+K and finds pages, operations and error codes', async () => {
    await open('/docs/intro');
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('navbar__search-input');
    await page.keyboard.type('подпись');
    await page.locator('[class*=suggestion_]').first().waitFor();
    expect(await page.locator('[role=option]').count()).toBeLessThanOrEqual(8);
    await page.locator('input.navbar__search-input').fill('createInvoice');
    await page.locator('[role=option]', { hasText: 'инвойс' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/_highlight=/);
  });
});

describe('a reference', () => {
  test('brings the whole operation when it is unfolded', async () => {
    await open('/api/payments');
    const operation = page.locator('details.operation#createInvoice');
    await operation.locator('summary').first().click();
    await operation.locator('.operation-samples').waitFor();
    expect(await operation.locator('.fields > li').count()).toBeGreaterThan(5);
  });

  test('shows a spinner, then an error with Retry, where an operation does not load', async () => {
    let isDown = true;
    await page.route(/createInvoice\?_fragment/, async (route) => {
      if (!isDown) return route.fallback();
      await new Promise((done) => setTimeout(done, 600));
      return route.abort();
    });
    await open('/api/payments');
    const operation = page.locator('details.operation#createInvoice');
    await operation.locator('summary').first().click();
    await operation.locator('.spinner').waitFor();
    const retry = operation.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    isDown = false;
    await retry.click();
    await operation.locator('.operation-samples').waitFor();
  });

  test.each(['#createInvoice', '#operation/createInvoice'])(
    'opens the operation that the link %s names',
    async (hash) => {
      await open(`/api/payments${hash}`);
      await page.locator('details.operation#createInvoice[open] .operation-samples').waitFor();
    },
  );

  test('goes to the group that a link of an older reference names', async () => {
    await open('/api/payments#tag/Refunds');
    await page.waitForFunction(
      () => Math.abs(document.getElementById('Refunds')!.getBoundingClientRect().top - 80) < 60,
    );
  });

  test('gives the meaning of every error code, and the specification to download', async () => {
    await open('/api/payments/createPayment');
    const refusal = page.locator('details.response#response-400');
    expect(await refusal.textContent()).toMatch(/invalidInvoiceStatus.{3,}[а-яё]{4}/);
    await open('/api/payments');
    const download = page.waitForEvent('download');
    await page.locator('main a[download]').first().click();
    expect((await download).suggestedFilename()).toBe('holdfast-payments.json');
  });

  test('remembers the language of samples on every page', async () => {
    await open('/api/payments/createInvoice');
    await page.locator('.samples label', { hasText: 'Node.js' }).click();
    await open('/api/payments/createPayment');
    expect(await page.locator('.samples .code:visible').getAttribute('data-lang')).toBe('node');
  });

  test('opens folded fields that a link leads to', async () => {
    await open('/api/payments/createInvoice#cart.product');
    const field = page.locator('[id="cart.product"]');
    await field.waitFor({ state: 'visible' });
  });
});
