import type { Browser } from 'playwright-core';
import { service } from '../../tests/harness/services';
import { launchBrowser, openPage } from './browser';

let site: { url: string };
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([service('site'), launchBrowser()]);
});

afterAll(() => browser?.close());

async function visit(path: string, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  const opened = await openPage(browser, { base: site.url, reducedMotion });
  await opened.page.goto(site.url + path, { waitUntil: 'load' });
  return opened;
}

describe('the home page', () => {
  test('shows a payment in motion for less than five seconds, and at rest to readers who prefer that', async () => {
    const { page, context } = await visit('/');
    const ends = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(ends.length).toBeGreaterThan(5);
    expect(Math.max(...ends)).toBeLessThan(5000);
    await context.close();
    const { page: still, context: ofStill } = await visit('/', 'reduce');
    expect(await still.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await still.locator('.flow-after').allInnerTexts()).toEqual(['paid', 'captured', '200 OK']);
    await ofStill.close();
  });

  test('links every step to its reference', async () => {
    const { page, context } = await visit('/');
    const paths = await page
      .locator('.flow a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(paths).toHaveLength(3);
    for (const path of paths) expect((await fetch(site.url + path)).status).toBe(200);
    await context.close();
  });
});

test('pages use the fonts of the site, at most 40 KB, from the site itself', async () => {
  const { page, context } = await visit('/docs/intro');
  await page.waitForFunction(
    () => document.fonts.check('1em "Site Code"', 'const') && document.fonts.status === 'loaded',
  );
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );
  expect([...new Set(loaded)].filter((family) => !family.includes('Fallback')).sort()).toEqual(['Onest', 'Site Code']);
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ encodedBodySize, name }) => ({ bytes: encodedBodySize, origin: new URL(name).origin })),
  );
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40_000);
  expect(new Set(sizes.map(({ origin }) => origin))).toEqual(new Set([new URL(site.url).origin]));
  await context.close();
});

test('the font of code replaces fallbacks of the same width and height', async () => {
  const { page, context } = await visit('/docs/integration/webhooks');
  const measure = () =>
    page.evaluate(() => [...document.querySelectorAll('.code pre')].map((one) => one.getBoundingClientRect().height));
  await page.waitForFunction(() => document.fonts.check('1em "Site Code"', 'const'));
  const own = await measure();
  await page.evaluate(() =>
    document.documentElement.style.setProperty(
      '--mono',
      '"Code Fallback", "Code Fallback Narrow", "Code Fallback Wide"',
    ),
  );
  expect(await measure()).toEqual(own);
  await context.close();
});

test('icons, manifest and the picture of links are files of the site', async () => {
  const html = await (await fetch(site.url)).text();
  const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links.map(([, rel]) => rel)).toEqual(['icon', 'icon', 'apple-touch-icon', 'manifest']);
  const manifest = (await (await fetch(`${site.url}/site.webmanifest`)).json()) as { icons: { src: string }[] };
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const paths = [...links.map(([, , path = '']) => path), ...manifest.icons.map(({ src }) => src)];
  for (const path of paths) expect((await fetch(site.url + path)).status).toBe(200);
  const png = Buffer.from(await (await fetch(site.url + new URL(image).pathname)).arrayBuffer());
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
});
