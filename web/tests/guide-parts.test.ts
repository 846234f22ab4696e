import { context, open, page, visitSite } from './visit';

visitSite();

describe('test cards', () => {
  beforeEach(() => open('/docs/refs/testcards'));

  test('are copied without spaces by a click', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.test-cards-filter').waitFor();
    await page.locator('.copy-number').first().click();
    await page.locator('.copy-number[data-done]').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4242424242424242');
  });

  test('are filtered by every word: number, system and outcome', async () => {
    const filter = page.getByLabel('Фильтр');
    const numbers = () => page.locator('.test-cards .copy-number:visible').allInnerTexts();
    const all = (await numbers()).length;
    await filter.fill('мир успешная');
    expect(await numbers()).toEqual(['2201 3820 0000 0013']);
    await filter.fill('40000000 0000');
    expect((await numbers()).length).toBeGreaterThan(0);
    expect((await numbers()).every((number) => number.startsWith('4000 0000 0000'))).toBe(true);
    await filter.fill('такой нет');
    expect(await numbers()).toEqual([]);
    expect(await page.locator('.test-cards-filter [role=status]').innerText()).toBe('Таких карт нет');
    await filter.fill('');
    expect((await numbers()).length).toBe(all);
  });
});

test('a guide’s pictures are lazy, sized and of the mode of the site', async () => {
  await open('/docs/integration/payments/checkout#odin-teg');
  const pictures = page.locator('.pictures img:visible');
  expect(await pictures.count()).toBe(3);
  await pictures.last().scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.pictures .only-light')].every(({ naturalWidth }) => naturalWidth),
  );
  const seen = await pictures.evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ alt, loading, naturalWidth, width, height, src }) => ({
      hasAlt: alt.length > 10,
      loading,
      isWhole: naturalWidth === 390 && width > 100 && height > width,
      mode: /-(light|dark)-/.exec(src)?.[1],
    })),
  );
  expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ hasAlt: true, loading: 'lazy', isWhole: true, mode: 'light' })]),
  );
});
