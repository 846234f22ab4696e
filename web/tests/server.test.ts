import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { startSite, stopSites, type SiteProcess } from './site-process';

let site: SiteProcess;

beforeAll(async () => {
  site = await startSite();
});

afterAll(stopSites);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' });

const buildUrl = (base: string) => ({ host: new URL(base).hostname, port: new URL(base).port });

/** Returns the raw response; `fetch` would decompress it. */
async function getRaw(
  path: string,
  encoding: string,
  headers: Record<string, string> = {},
  { base = site.url, method = 'GET' } = {},
): Promise<{ status: number | undefined; headers: Headers; body: Buffer }> {
  const { request } = await import('node:http');
  return new Promise((done, fail) => {
    // A new connection, because the server may close a kept-alive one at the same moment.
    const options = { agent: false, method, headers: { 'accept-encoding': encoding, ...headers } };
    request({ ...options, ...buildUrl(base), path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({
          status: response.statusCode,
          headers: new Headers(response.headers as Record<string, string>),
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', fail)
      .end();
  });
}

describe('the server', () => {
  test('logs the page and the answer to the question about it, at most sixty a minute', async () => {
    const fresh = await startSite();
    const send = (query: string, headers: Record<string, string> = { 'X-Page-Feedback': '1' }) =>
      fetch(`${fresh.url}/feedback?${query}`, { method: 'POST', headers }).then(({ status }) => status);
    expect(await send('page=/docs/intro&helpful=no')).toBe(204);
    expect(await send('page=/docs/no-such-page&helpful=no')).toBe(400);
    expect(await send('page=/docs/intro&helpful=perhaps')).toBe(400);
    expect(await send('page=/docs/intro&helpful=yes', {})).toBe(403);
    const line = fresh.lines.find((each) => each.includes('page feedback')) ?? '{}';
    const { level: _level, time: _time, ...logged } = JSON.parse(line) as Record<string, unknown>;
    expect(logged).toEqual({ process: 'web', page: '/docs/intro', helpful: 'no', msg: 'page feedback' });
    const statuses = await Promise.all(Array.from({ length: 60 }, () => send('page=/docs/intro&helpful=yes')));
    expect(statuses).toContain(429);
    await fresh.stop();
  });

  test('answers liveness at once, and readiness when every page is rendered', async () => {
    const fresh = await startSite({ environment: { RENDER_AHEAD: '1' } });
    const answer = await fetch(`${fresh.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'warming up' }]);
    expect((await fetch(`${fresh.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${fresh.url}/docs/intro`)).status).toBe(200);
    while (!(await fetch(`${fresh.url}/readyz`)).ok) await pause(50);
    const report = fresh.lines.find((line) => line.includes('every page is rendered')) ?? '{}';
    const sitemap = await (await fetch(`${fresh.url}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
    // The sitemap lists only the default version, whose guides the other one inherits.
    const guides = listed.filter((path) => path.startsWith('/docs/'));
    expect((JSON.parse(report) as { pages: number }).pages).toBeGreaterThan(listed.length + guides.length);
    await fresh.stop();
  });

  test('answers readiness at once when it renders nothing ahead', async () => {
    expect((await get('/readyz')).status).toBe(200);
    expect(site.lines.join('\n')).not.toContain('every page is rendered');
  });

  test.each(['/docs/intro', '/api/payments', '/specs/payments.json', '/favicon.svg'])(
    'sends %s in brotli, gzip or uncompressed, each with its own ETag',
    async (path) => {
      const [plain, br, gzip] = [await getRaw(path, 'identity'), await getRaw(path, 'br'), await getRaw(path, 'gzip')];
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(br.headers.get('content-encoding')).toBe('br');
      expect(gzip.headers.get('content-encoding')).toBe('gzip');
      expect(brotliDecompressSync(br.body)).toEqual(plain.body);
      expect(gunzipSync(gzip.body)).toEqual(plain.body);
      expect(new Set([plain, br, gzip].map(({ headers }) => headers.get('etag'))).size).toBe(3);
      expect(br.headers.get('vary')).toContain('Accept-Encoding');
    },
  );

  test('answers 304 when the ETag matches', async () => {
    const first = await getRaw('/docs/intro', 'br');
    const second = await getRaw('/docs/intro', 'br', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(second.status).toBe(304);
    expect(second.body.length).toBe(0);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  });

  test('allows permanent caching of scripts, styles, fonts and of the versioned index', async () => {
    const html = await (await get('/docs/intro')).text();
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    const page = await (await get('/docs/intro?_fragment=main')).text();
    assets.push(/<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '');
    expect(assets).toHaveLength(4);
    const index = /data-search-index="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(index).toMatch(/^\/ru\/search-index\.json\?_=[0-9a-f]{8}$/);
    for (const path of [...assets, index]) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('forbids foreign sources, and inline styles and scripts without a hash', async () => {
    const answer = await get('/docs/integration/payments/payments-overview');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-/);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    const html = await answer.text();
    expect(html).not.toMatch(/ style="/);
    for (const [, text = ''] of html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/ on[a-z]+="/);
  });

  test('prevents cache growth and open redirects', async () => {
    for (let n = 0; n < 5; n += 1) expect((await get(`/docs/none-${n}`)).headers.get('cache-control')).toBe('no-store');
    const answer = await fetch(`${site.url}/preferences`, {
      method: 'POST',
      redirect: 'manual',
      headers: { referer: 'https://evil.example/page', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'theme=toggle',
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
  });

  test.each(['junk', '', 'main&_fragment=page', 'toString'])(
    'treats an unknown part “%s” as the whole page and caches it once',
    async (fragment) => {
      const [whole, answer] = [
        await getRaw('/docs/intro', 'br'),
        await getRaw(`/docs/intro?_fragment=${fragment}`, 'br'),
      ];
      expect(answer.headers.get('etag')).toBe(whole.headers.get('etag'));
      expect(answer.body).toEqual(whole.body);
    },
  );

  test('caches a page by its path, ignoring other query parameters', async () => {
    // Cached pages are compressed more than uncached ones.
    const size = async (path: string) => (await getRaw(path, 'br')).body.length;
    const kept = await size('/docs/intro');
    for (const path of ['/docs/intro?n=1', '/docs/intro?theme=dark&n=2']) expect(await size(path)).toBe(kept);
    for (const path of ['/docs/%69ntro', '/docs/intro/', '/docs/in%74ro']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
      expect(await size(path)).toBeGreaterThan(kept);
    }
  });

  test('answers 404 to a path that begins like another host', async () => {
    for (const path of ['//evil.example/docs/intro', '//evil.example', '/http://evil.example/docs/intro'])
      expect([path, (await getRaw(path, 'identity')).status]).toEqual([path, 404]);
  });

  test('allows a popup to keep its opener', async () => {
    const answer = await get('/docs/intro');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });

  test('shows no stack for invalid requests, also in development', async () => {
    const development = await startSite({ environment: { NODE_ENV: 'development' } });
    const wrong: [method: string, path: string, headers: Record<string, string>][] = [
      ...[
        '/%',
        '/docs/%ff',
        '/docs/%E0%A4%A',
        '/specs/%ff',
        '/api/payments/%ff',
        '/docs/%ff.md',
        '//',
        '/\\\\',
        '/%00',
      ].map((path): [string, string, Record<string, string>] => ['GET', path, {}]),
      ['POST', '/docs/intro', {}],
      ['POST', '/preferences', { host: '[' }],
      ['POST', '/preferences', { host: 'a b' }],
      ['GET', '/docs/intro', { cookie: 'theme=%ff' }],
    ];
    for (const [method, path, headers] of wrong) {
      const answer = await getRaw(path, 'identity', headers, { base: development.url, method });
      const text = answer.body.toString();
      expect([path, answer.status]).toEqual([path, expect.any(Number) as number]);
      expect(answer.status).toBeLessThan(500);
      expect([path, /\bat .*:\d+:\d+|node_modules|Error:/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
    const unreadable = await getRaw(
      '/preferences',
      'identity',
      { host: '[' },
      { base: development.url, method: 'POST' },
    );
    expect([unreadable.status, unreadable.body.toString()]).toEqual([400, 'Запрос не разобран\n']);
    await development.stop();
  });

  test('escapes search queries', async () => {
    const html = await (await get(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)).text();
    expect(html).not.toContain('<img src=x');
    expect((await get('/search?q=%00%ff')).status).toBeLessThan(500);
    expect((await get('/docs/%E0%A4%A')).status).toBeLessThan(500);
    expect((await get('/..%2f..%2fetc/passwd')).status).toBe(404);
  });
});
