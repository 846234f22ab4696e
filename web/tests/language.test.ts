import type { Browser, Page } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from './browser';
import { CATEGORIES, GUIDES, NOT_FOUND, OPERATIONS, REFERENCES } from './route-table';

/** Latin words that the Russian interface may contain: names and formats. */
const NAMES =
  /^(Holdfast|API|REST|OpenAPI|Postman|PHP|Node\.js|Python|Go|Java|Secure|curl|JSON|Markdown|ctrl|K|D|RFC|URL|UTF|HTTPS?|IP|IPv4|IPv6|base64|ISO|Authorization|Bearer|X|Request|ID|Deadline|externalID|externalIDs|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|IBAN|SWIFT|SEPA|PIX|CVV|QR|GS1|json|GET|POST|PUT|DELETE|PATCH|v\d)$/;

let site: { url: string };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
  ({ page } = await openPage(browser, { base: site.url }));
});

afterAll(() => browser?.close());

/** Returns the Latin words of the interface outside articles' prose and code, including labels, titles and placeholders. */
async function strayWords(): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const skipped =
      '.prose, pre, code, .fields b, .method-path, script, style, .text, .values, .api-facts, h1, .card, .tree, .pagination a, .toc, .toc-folded, .breadcrumbs, .outline, .repeated, .variants summary';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (!text.parentElement?.closest(skipped)) found.push(text.data);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest('.prose')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  const words = texts.flatMap((text) => text.match(/[A-Za-z][\w.]*[A-Za-z0-9]|[A-Za-z]/g) ?? []);
  return [...new Set(words.filter((word) => !NAMES.test(word)))];
}

describe('the interface', () => {
  test.each(['/', '/docs', '/docs/intro', ...CATEGORIES, ...REFERENCES, '/search', NOT_FOUND])(
    'uses Russian on %s',
    async (path) => {
      await page.goto(site.url + path);
      await page.waitForTimeout(200);
      expect(await page.getAttribute('html', 'lang')).toBe('ru');
      expect(await strayWords()).toEqual([]);
    },
  );

  test.each([...GUIDES, ...OPERATIONS])('uses Russian on %s', async (path) => {
    await page.goto(site.url + path);
    await page.waitForTimeout(200);
    expect(await strayWords()).toEqual([]);
  });
});
