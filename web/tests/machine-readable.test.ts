import { CATEGORIES, GUIDES, OPERATIONS, REFERENCES } from './route-table';
import { startSite, stopSites, type SiteProcess } from './site-process';

const OWN = 'https://docs.provider.example';

let site: SiteProcess;

beforeAll(async () => {
  site = await startSite({ environment: { SITE_URL: OWN, API_URL: 'https://api.provider.example' } });
});

afterAll(stopSites);

const text = async (path: string) => (await fetch(site.url + path)).text();

interface Collection {
  info: { name: string; schema: string };
  item: { item: { name: string; request: { method: string; url: { raw: string } } }[] }[];
}

describe('machine-readable data', () => {
  test('the sitemap lists every page once, operations too, and nothing else', async () => {
    const locations = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');
    expect(new Set(locations).size).toBe(locations.length);
    for (const path of ['/', '/docs', ...GUIDES, ...REFERENCES, ...OPERATIONS]) expect(locations).toContain(OWN + path);
    expect(locations).not.toContain(`${OWN}/search`);
    for (const url of locations) expect((await fetch(site.url + url.slice(OWN.length))).status).toBe(200);
  });

  test('robots.txt names the sitemap and keeps searches out', async () => {
    const robots = await text('/robots.txt');
    expect(robots).toContain(`Sitemap: ${OWN}/sitemap.xml`);
    expect(robots).toContain('Disallow: /search');
  });

  test.each([...GUIDES, ...REFERENCES, ...OPERATIONS])(
    '%s has metadata and a Markdown twin in llms.txt',
    async (path) => {
      const html = await text(path);
      expect(html).toContain(`<link rel="canonical" href="${OWN}${path}"/>`);
      expect(html).toContain(`<meta property="og:url" content="${OWN}${path}"/>`);
      expect(html).toContain('<meta property="og:title" content="');
      const crumbs = JSON.parse(/<script type="application\/ld\+json">(.+?)<\/script>/.exec(html)?.[1] ?? 'null') as {
        '@type': string;
        itemListElement: { position: number; name: string; item: string }[];
      };
      expect(crumbs['@type']).toBe('BreadcrumbList');
      expect(crumbs.itemListElement.length).toBeGreaterThan(1);
      const items = crumbs.itemListElement.map(({ item }) => item);
      expect(items.at(-1)).toBe(OWN + path);
      expect(new Set(items).size).toBe(items.length);
      const answer = await fetch(`${site.url}${path}.md`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      const markdown = await answer.text();
      expect(markdown).toMatch(/^# .*\S/);
      expect(markdown).toMatch(/[а-яё]{4}/i);
      expect(markdown).not.toMatch(/^:::|<StateDiagram|<TestCards|<PostmanLinks|^---$|\]\([^)]*\.mdx/m);
      expect(await text('/llms.txt')).toContain(`(${OWN}${path}.md)`);
    },
  );

  test('the twin of a guide names the files of its code', async () => {
    const twin = await text('/docs/integration/payments/examples/nodejs-webhook-verification.md');
    expect(twin).toContain('**signature.mjs**\n\n```js\n');
    expect(twin).toContain('**server.mjs**\n\n```js\n');
    expect(await text('/docs/integration/payments/payments-overview.md')).not.toMatch(/<span/);
  });

  test('no page uses the English word for minor units', async () => {
    for (const path of GUIDES) expect(await text(`${path}.md`)).not.toMatch(/минорн/i);
    for (const api of REFERENCES) expect(await text(`${api.replace('/api/', '/specs/')}.json`)).not.toMatch(/минорн/i);
  });

  test('samples call the configured platform', async () => {
    const html = (await text('/api/payments/createInvoice')).replace(/<!-- -->|<\/?(?:code|i)[^>]*>|&quot;/g, '');
    for (const page of [html, (await text('/api/payments/createInvoice.md')).replace(/[`"]/g, '')]) {
      expect(page).toContain('curl $HOLDFAST_API_URL/v2/processing/invoices');
      expect(page).toContain('$HOLDFAST_API_URL – адрес API: https://api.provider.example');
    }
  });

  test.each(['/docs', ...CATEGORIES])('%s has a Markdown twin with links to its pages', async (path) => {
    const html = await text(path);
    const twin = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(twin).toBe(`${path}.md`);
    const links = [...(await text(twin)).matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, url]) => url ?? '');
    expect(links.length).toBeGreaterThan(1);
    for (const url of links) expect(html).toContain(`href="${url.slice(OWN.length)}"`);
  });

  test('every operation has a unique title and description', async () => {
    const index = await text('/llms.txt');
    const paths = [...index.matchAll(/\((https:[^)]+\/api\/[^)]+)\.md\)/g)].map(([, url]) =>
      (url ?? '').slice(OWN.length),
    );
    const titles = new Map<string, string>();
    for (const path of paths) {
      const html = await text(path);
      const title = /<title>([^<]+)/.exec(html)?.[1] ?? '';
      expect({ path, twin: titles.get(title) }).toEqual({ path, twin: undefined });
      titles.set(title, path);
      expect(/<meta name="description" content="([^"]+)"/.exec(html)?.[1]?.length).toBeGreaterThan(15);
    }
    expect(paths.length).toBeGreaterThan(20);
  });

  test('the home page is canonical and searches are not indexed', async () => {
    expect(await text('/')).toContain(`<link rel="canonical" href="${OWN}/"/>`);
    expect(await text('/search?q=а')).toContain('<meta name="robots" content="noindex, follow"/>');
  });

  test.each(['payments', 'wallets'])('the Postman collection of %s has a request for every operation', async (api) => {
    const collection = JSON.parse(await text(`/postman/${api}.json`)) as Collection;
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    const requests = collection.item.flatMap(({ item }) => item);
    const operations = [...(await text('/llms.txt')).matchAll(new RegExp(`/api/${api}/\\w+\\.md`, 'g'))];
    expect(requests.length).toBe(operations.length);
    for (const { request } of requests) expect(request.url.raw).toMatch(/^\{\{baseUrl\}\}\/\w/);
  });

  test('specifications can be downloaded from any origin', async () => {
    for (const name of ['payments', 'wallets', 'payments-webhook-events', 'wallets-webhook-events']) {
      const answer = await fetch(`${site.url}/specs/${name}.json`);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(((await answer.json()) as { openapi: string }).openapi).toMatch(/^3\./);
    }
  });
});
