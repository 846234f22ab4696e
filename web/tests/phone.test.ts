import { PHONE } from './browser';
import { open, page, visitSite } from './visit';

visitSite();

describe('on a phone', () => {
  beforeEach(() => page.setViewportSize(PHONE));

  test.each(['/docs/integration/payments/examples/binding', '/api/payments/createInvoiceWithTemplate'])(
    'the breadcrumbs of %s are one line with the parent page',
    async (path) => {
      await open(path);
      const items = page.locator('.breadcrumbs li:visible');
      const tops = await items.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect(tops.length).toBe(3);
      expect(new Set(tops).size).toBe(1);
    },
  );

  test.each(['/', '/docs/category/payments', '/docs/integration/payments/3ds'])(
    'names with a hyphen stay on one line of %s',
    async (path) => {
      await open(path);
      const rows = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        const found: number[] = [];
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent!.indexOf('3-D');
          if (at < 0 || !texts.currentNode.parentElement!.checkVisibility()) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + '3-D'.length);
          found.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size);
        }
        return found;
      });
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows)).toEqual(new Set([1]));
    },
  );

  test('the menu has a button that closes it', async () => {
    await open('/docs/intro');
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    await page.getByRole('button', { name: 'Закрыть меню' }).click();
    expect(await page.locator('#sidebar').isVisible()).toBe(false);
  });

  test('tables of two columns stack and do not scroll', async () => {
    await open('/docs/integration/payments/checkout#odin-teg');
    const tables = page.locator('.table:has(table):not(:has(tr > :nth-child(3)))');
    expect(await tables.count()).toBeGreaterThan(0);
    const wide = await tables.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(wide).toBe(0);
    const [key, text] = await tables
      .first()
      .locator('tbody tr')
      .first()
      .locator('td')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(text).toBeGreaterThan(key!);
  });

  test('the names of a diagram stay in sight while it scrolls', async () => {
    await page.setViewportSize({ width: PHONE.width, height: 320 });
    await open('/docs/integration/payments/3ds');
    const diagram = page.locator('.diagram-scroll').first();
    await diagram.scrollIntoViewIfNeeded();
    const [moved, offset] = await diagram.evaluate((box) => {
      box.scrollTop = 80;
      const names = box.querySelector('.names')!;
      return [box.scrollTop, names.getBoundingClientRect().top - box.getBoundingClientRect().top];
    });
    expect(moved).toBeGreaterThan(50);
    expect(Math.abs(offset)).toBeLessThan(3);
  });
});
