import type { Browser } from 'playwright-core';
import { accessibilityViolations } from '../../../tests/harness/axe';
import { launchBrowser } from '../../tests/browser';
import { startSite, type SiteProcess } from '../../tests/site-process';
import { aPage } from '../testing/a-site';
import { algoliaRecords } from './algolia-records';
import { startAlgolia, type AlgoliaStandIn } from '../testing/algolia-stand-in';

const INPUT = 'input.navbar__search-input';
const MODAL_INPUT = '.DocSearch-Input';

let algolia: AlgoliaStandIn;
let site: SiteProcess;
let browser: Browser;

beforeAll(async () => {
  algolia = await startAlgolia();
  const environment = {
    ALGOLIA_APP_ID: 'APP',
    ALGOLIA_API_KEY: 'search-key',
    ALGOLIA_INDEX: 'docs',
    ALGOLIA_HOSTS: algolia.url,
  };
  [site, browser] = await Promise.all([startSite({ environment }), launchBrowser()]);
  const page = aPage({ url: '/docs/from-algolia', title: 'Вебхуки от Algolia', breadcrumbs: ['Документация'] });
  (algolia.indexes as Map<string, unknown>).set(
    'docs',
    algoliaRecords([page], { siteUrl: site.url, version: 'current' }),
  );
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await algolia?.stop();
});

async function ask(query: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/docs/intro`);
  await page.keyboard.press('Control+k');
  await page.waitForSelector(MODAL_INPUT);
  await page.fill(MODAL_INPUT, query);
  return { page, context };
}

test('the box queries Algolia when it is configured', async () => {
  const { page, context } = await ask('вебхук');
  const hit = page.locator('.DocSearch-Hit a').first();
  await hit.waitFor();
  expect(await hit.getAttribute('href')).toBe(`${site.url}/docs/from-algolia`);
  expect(algolia.queries).toContain('вебхук');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForFunction((modal) => document.querySelector(modal) === null, MODAL_INPUT);
  await context.close();
});

test('the box shows "No results", Russian texts and a link to all results', async () => {
  const { page, context } = await ask('щщщщщщ');
  await page.locator('.DocSearch-NoResults').waitFor();
  expect(await page.locator('.DocSearch-NoResults .DocSearch-Title').innerText()).toBe('No results "щщщщщщ"');
  const modal = await page.locator('.DocSearch-Modal').innerText();
  expect(modal.replace(/No results|Algolia|esc/gi, '')).not.toMatch(/[a-z]{3}/i);
  await page.fill(MODAL_INPUT, 'вебхук');
  const all = page.getByRole('link', { name: 'Все результаты' });
  await all.waitFor();
  expect(new URL((await all.getAttribute('href'))!, site.url).search).toBe(`?q=${encodeURIComponent('вебхук')}`);
  await context.close();
});

test('the site’s own index answers when Algolia does not', async () => {
  algolia.fallSilent();
  const { page, context } = await ask('подпись');
  const hit = page.locator('.DocSearch-Hit a').first();
  await hit.waitFor();
  expect(await hit.getAttribute('href')).toContain('/docs/integration/webhooks?');
  expect(await page.inputValue(INPUT)).toBe('');
  await context.close();
});
