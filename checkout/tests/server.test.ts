import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { startCheckout } from './checkout-process';

let checkout: Awaited<ReturnType<typeof startCheckout>>;

beforeAll(async () => {
  checkout = await startCheckout({ API_URL: 'https://api.example/' });
});

afterAll(() => checkout.stop());

const directives = (answer: Response) => {
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
};

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the page runs only its own scripts, calls only the API, and sends no referrer', async () => {
  const answer = await fetch(`${checkout.url}/pay`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('data-api="https://api.example"');
  expect(html).not.toMatch(/\son[a-z]+=|\sstyle=/);
  const policy = directives(answer);
  expect(policy.get('default-src')).toBe("'none'");
  const [begin, ...more] = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => hashOf(text));
  const [styles] = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => hashOf(text));
  expect(more).toEqual([]);
  expect(policy.get('script-src')).toBe(`'self' ${begin}`);
  expect(policy.get('style-src')).toBe(styles);
  expect(policy.get('connect-src')).toBe("'self' https://api.example");
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
});

test('the page is in the browser’s language, describes itself, and stays out of search engines', async () => {
  const pageIn = async (language: string) => {
    const answer = await fetch(`${checkout.url}/pay`, { headers: { 'Accept-Language': language } });
    expect(answer.headers.get('Vary')).toContain('Accept-Language');
    return answer.text();
  };
  const lang = /<html lang="(\w+)"/;
  expect(lang.exec(await pageIn('en-GB,en;q=0.9'))?.[1]).toBe('en');
  expect(lang.exec(await pageIn('de, kk;q=0.5'))?.[1]).toBe('kk');
  const html = await pageIn('de');
  expect(lang.exec(html)?.[1]).toBe('ru');
  expect(html).toContain('<title>Оплата</title>');
  expect(html).toMatch(/<meta name="description" content="[^"%]{30,}"/);
  expect(html).toContain('Данные карты уходят только в платёжную систему');
  // The content depends on the fragment, which crawlers do not see.
  expect(html).not.toContain('robots');
  expect(await (await fetch(`${checkout.url}/robots.txt`)).text()).toBe('User-agent: *\nAllow: /\n');
});

test('assets are cached forever and compressed in either encoding', async () => {
  const html = await (await fetch(`${checkout.url}/pay`)).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(checkout.url + path, { headers: { 'Accept-Encoding': encoding } });
      expect(answer.headers.get('Content-Encoding')).toBe(encoding);
      expect(answer.headers.get('Cache-Control')).toContain('immutable');
    }
  }
});

test('the script is readable from any origin and can be pinned by its hash', async () => {
  const pinned = (await (await fetch(`${checkout.url}/integrity.json`)).json()) as { src: string; integrity: string };
  for (const path of ['/checkout.js', pinned.src]) {
    const answer = await fetch(checkout.url + path);
    const digest = createHash('sha384').update(Buffer.from(await answer.arrayBuffer()));
    expect(`sha384-${digest.digest('base64')}`).toBe(pinned.integrity);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(answer.headers.get('Cache-Control')).toMatch(path === pinned.src ? /immutable/ : /^public, max-age=3600$/);
  }
});

test('in production only configured shops may frame a page', async () => {
  const ancestors = async (settings: Record<string, string>) => {
    const other = await startCheckout({ NODE_ENV: 'production', ...settings });
    const answer = await fetch(`${other.url}/pay`).finally(() => other.stop());
    return directives(answer).get('frame-ancestors');
  };
  expect(await ancestors({})).toBe("'self'");
  const shops = 'https://shop.example, https://two.example:8443/';
  expect(await ancestors({ CHECKOUT_FRAME_ANCESTORS: shops })).toBe(
    "'self' https://shop.example https://two.example:8443",
  );
  // Pages opened from a file match no source expression, so development sets none.
  expect(directives(await fetch(`${checkout.url}/pay`)).has('frame-ancestors')).toBe(false);
});

test('configured wallets are allowed by the policy and passed in an attribute', async () => {
  const own = {
    CHECKOUT_GOOGLE_PAY_GATEWAY: 'own',
    CHECKOUT_APPLE_PAY_SESSION_URL: 'https://wallets.example/"x"',
  };
  const other = await startCheckout({ API_URL: 'https://api.example/', ...own });
  const answer = await fetch(`${other.url}/pay`);
  const html = await answer.text().finally(() => other.stop());
  expect(directives(answer).get('connect-src')).toBe(
    "'self' https://api.example https://wallets.example https://google.com/pay https://www.google.com/pay https://pay.google.com",
  );
  const reported = /data-wallets="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(JSON.parse(reported.replaceAll('&quot;', '"'))).toEqual({
    country: 'RU',
    google: { gateway: 'own' },
    apple: { sessionUrl: 'https://wallets.example/"x"' },
  });
  expect(await (await fetch(`${checkout.url}/pay`)).text()).toContain('data-wallets=""');
});

test.each(['/', '/pay.html', '/assets/../pay.html', '/%', '/assets/absent.js'])(
  '%s answers 404 without details',
  async (path) => {
    // `fetch` would normalise the path.
    const { status, body } = await rawGet(new URL(checkout.url).port, path);
    expect([400, 404]).toContain(status);
    expect(body).toBe(`${status}\n`);
  },
);

function rawGet(port: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', port, path }, (answer) => {
      let body = '';
      answer.on('data', (part: Buffer) => (body += part.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    requested.on('error', reject).end();
  });
}

test('the script weighs at most 6 KB in either encoding', async () => {
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(`${checkout.url}/checkout.js`, { headers: { 'Accept-Encoding': encoding } });
    await answer.arrayBuffer();
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    expect(Number(answer.headers.get('Content-Length'))).toBeLessThanOrEqual(6 * 1024);
  }
});
