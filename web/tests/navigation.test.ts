import type { Page } from 'playwright-core';
import { context, messages, open, page, visitSite } from './visit';

visitSite();

const mark = () => page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
const isSameDocument = () => page.evaluate(() => 'isSameDocument' in globalThis);
const fragments = '**/*_fragment=*';

/** Sections above the window take their exact heights as they are laid out, and the browser moves the position with them. */
const settledScroll = () =>
  page.evaluate(async () => {
    for (let last = -1, same = 0; same < 10; last = scrollY) {
      await new Promise((done) => requestAnimationFrame(done));
      same = scrollY === last ? same + 1 : 0;
    }
    return scrollY;
  });

describe('navigation', () => {
  test('replaces the page without a reload', async () => {
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

  test('switches between guides and references with their sidebars and styles', async () => {
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

  test('restores scroll positions going back and forth', async () => {
    await open('/docs/integration/payments/payments-overview');
    await page.evaluate(() => scrollTo(0, 1500));
    const left = await settledScroll();
    expect(left).toBeGreaterThan(1000);
    await page.locator('.pagination-next').evaluate((link) => (link as HTMLElement).click());
    await page.waitForURL(/checkout$/);
    await page.locator('h1', { hasText: 'оплаты' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Как принять платёж' }).waitFor();
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 5, left);
    await page.goForward();
    await page.locator('h1', { hasText: 'оплаты' }).waitFor();
  });

  test('scrolls to a heading of another page', async () => {
    await open('/docs/intro');
    await page.locator('article a[href*="idempotency#chto-povtoryat"]').first().click();
    await page.locator('#chto-povtoryat').waitFor();
    await page.waitForFunction(
      () => Math.abs(document.getElementById('chto-povtoryat')!.getBoundingClientRect().top - 80) < 40,
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

  test('shows no bar for a fast page', async () => {
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
    ['a place in a page', 'article a[href*="idempotency#chto-povtoryat"]', /#chto-povtoryat$/],
  ])('warns and loads the whole document when a fragment of %s fails', async (_name, link, address) => {
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

  test('shows the server’s page for a missing address', async () => {
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

  test.each([
    ['there is no network', () => context.setOffline(true), () => context.setOffline(false)],
    [
      'the server is away, though the browser is online',
      () => page.route('**/*', (route) => route.abort('connectionrefused')),
      () => page.unrouteAll(),
    ],
    [
      'a gateway says that the server is away',
      () =>
        page.route('**/*', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' })),
      () => page.unrouteAll(),
    ],
  ])('keeps the current page and offers to retry when %s', async (_name, takeAway, bringBack) => {
    await open('/docs/intro');
    await mark();
    await takeAway();
    const box = page.locator('.load-error[role=alert]');
    const retry = box.getByRole('button', { name: 'Повторить' });
    const ways: (() => Promise<void>)[] = [
      () => page.evaluate(() => (document.querySelector('a[href="/docs/refs/postman"]') as HTMLElement).click()),
      () => page.evaluate(() => document.querySelector<HTMLFormElement>('.navbar-search')!.requestSubmit()),
      () => page.evaluate(() => (document.querySelector('a[href="/docs/refs/testcards"]') as HTMLElement).click()),
    ];
    for (const go of ways) {
      const before = page.url();
      await go();
      await page.waitForURL((url) => url.href !== before);
      await retry.waitFor();
      expect(await box.locator('p').innerText()).not.toMatch(/[a-z]/i);
      expect(await page.locator('h1').innerText()).toBe('Введение');
    }
    expect(await box.count()).toBe(1);
    await bringBack();
    await retry.click();
    await page.locator('h1', { hasText: 'Тестовые карты' }).waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(await box.count()).toBe(0);
  });

  test('shows the crash page instead of a crashed page', async () => {
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
  ])('does not run on %s', async (_name, connection) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    const paths = requested(page);
    await open('/docs/intro');
    await page.locator('.tree').getByRole('link', { name: 'Postman' }).hover();
    await page.waitForTimeout(1500);
    expect(paths).toEqual([]);
  });
});
