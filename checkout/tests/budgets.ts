import { buildAddress, DESKTOP, payButton, PHONE, type Payers } from './payer';

const KB = 1000;

/** The bytes until a card can be typed: compressed, headers included. */
export function budgets(payers: () => Payers): void {
  test('the page loads 73 KB until a card can be typed, and 81 KB with API responses; nothing is loaded twice', async () => {
    const { newPage, platform, invoice } = payers();
    const address = buildAddress(platform, { ...(await invoice()), locale: 'ru' });
    await using page = await newPage();
    const loaded: { url: string; sizes: Promise<{ responseBodySize: number; responseHeadersSize: number }> }[] = [];
    const priorities = new Map<string, string>();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    devtools.on('Network.requestWillBeSent', ({ request }) => priorities.set(request.url, request.initialPriority));
    await page.addInitScript(noteUsable);
    page.on('requestfinished', (request) => void loaded.push({ url: request.url(), sizes: request.sizes() }));
    await page.goto(address);
    await payButton(page).waitFor();
    // Early requests start in parallel, and the first paint has a slow network to itself.
    const early = [...priorities].filter(([url]) => /\/assets\/(pay|session|render)-/.test(url));
    expect(early.map(([, priority]) => priority)).toEqual(['Low', 'Low', 'Low']);
    const weights = await Promise.all(
      loaded.map(async ({ url, sizes }) => {
        const { responseBodySize, responseHeadersSize } = await sizes;
        return { url, bytes: responseBodySize + responseHeadersSize };
      }),
    );
    const sum = (entries: typeof weights) => entries.reduce((total, { bytes }) => total + bytes, 0);
    const needed = weights.filter(({ url }) => !/\.woff2$|\/text-font-/.test(url));
    const own = needed.filter(({ url }) => !/\/v[0-9]\//.test(url));
    expect(new Set(own.map(({ url }) => url)).size).toBe(own.length);
    expect(sum(own)).toBeGreaterThan(40 * KB);
    expect(sum(own)).toBeLessThanOrEqual(73 * KB);
    expect(sum(needed)).toBeLessThanOrEqual(81 * KB);
    const fonts = await page.waitForFunction(fontsOf);
    const { bytes, msAfterUsable } = (await fonts.jsonValue()) ?? { bytes: Infinity, msAfterUsable: 0 };
    expect(bytes).toBeLessThanOrEqual(22 * KB);
    expect(msAfterUsable).toBeGreaterThan(0);
  });

  test('the first paint needs 8 KB, and no script', async () => {
    await using page = await payers().newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(buildAddress(payers().platform, await payers().invoice()));
    // Checks for readable content, not only a paint.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByText('Данные карты уходят').waitFor();
    const bytes = await page.evaluate(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      return loaded.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
    });
    expect(bytes).toBeGreaterThan(2 * KB);
    expect(bytes).toBeLessThanOrEqual(8 * KB);
  });

  test.each([PHONE, DESKTOP])('at $width nothing shifts when later content arrives', async (viewport) => {
    await using page = await payers().newPage({ viewport });
    await page.addInitScript(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      const note = (list: PerformanceObserverEntryList) => seen.push(...list.getEntries());
      new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
    });
    // One response at a time, so that each could shift the layout.
    let turn = 0;
    await page.route('**/v2/processing/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, (turn += 1) * 100));
      await route.continue();
    });
    await page.goto(buildAddress(payers().platform, await payers().invoice()));
    await page.getByRole('button', { name: 'Евросеть' }).waitFor();
    await payButton(page).waitFor();
    const shift = await page.evaluate(() =>
      (window as unknown as { seen: { value: number }[] }).seen.reduce((sum, { value }) => sum + value, 0),
    );
    expect(shift).toBeLessThanOrEqual(0.05);
  });
}

/** Runs in the page before its scripts: notes when the payer can type a card. */
function noteUsable(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('form input')) return;
    Object.assign(window, { usableMs: performance.now() });
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: the fonts, when both have arrived. */
function fontsOf(): { bytes: number; msAfterUsable: number } | undefined {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const fonts = all.filter(({ name }) => name.endsWith('.woff2'));
  if (fonts.length < 2 || document.fonts.status !== 'loaded') return undefined;
  const { usableMs } = window as unknown as { usableMs: number };
  return {
    bytes: fonts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    msAfterUsable: Math.min(...fonts.map(({ startTime }) => startTime)) - usableMs,
  };
}
