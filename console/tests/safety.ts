import { request as httpRequest } from 'node:http';
import type { HttpClient } from '../../tests/harness/http-client';
import { anOperatorKey } from '../../tests/harness/operator-key';
import { people, visit } from './people';

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Browsers decide about sessions by headers, which `fetch` does not let a test set. */
async function send(url: string, given: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const request = httpRequest(url, { method: given.method ?? 'GET', headers: given.headers ?? {} }, (response) => {
      let text = '';
      response.on('data', (part) => (text += String(part)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(given.body);
  });
}

/** What attackers try: forged requests, frames, stolen cookies, other paths. */
export function safety(): void {
  let cookie: string;
  let csrfToken: string;
  const json = { 'Content-Type': 'application/json' };

  beforeAll(async () => {
    const { url, keys } = people;
    const answer = await send(`${url}/session`, {
      method: 'POST',
      headers: { ...json, Origin: url },
      body: JSON.stringify({ key: keys.support }),
    });
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(answer.text).not.toContain(keys.support);
    expect(set).not.toContain(keys.support);
    cookie = set.split(';', 1)[0] ?? '';
    const session = await send(`${url}/session`, { headers: { Cookie: cookie } });
    ({ csrfToken } = JSON.parse(session.text) as { csrfToken: string });
  });

  test('changes need the origin of the console and the token of the session', async () => {
    const { url } = people;
    const post = async (headers: Record<string, string>) =>
      (
        await send(`${url}/api/operators/v1/commands`, {
          ...{ method: 'POST', body: '{}' },
          headers: { ...json, Cookie: cookie, ...headers },
        })
      ).status;
    expect(await post({ Origin: url, 'X-CSRF-Token': csrfToken })).toBe(400);
    expect(await post({ Origin: url })).toBe(403);
    expect(await post({ Origin: url, 'X-CSRF-Token': 'x'.repeat(csrfToken.length) })).toBe(403);
    expect(await post({ Origin: 'https://evil.example', 'X-CSRF-Token': csrfToken })).toBe(403);
    expect(await post({ 'X-CSRF-Token': csrfToken })).toBe(403);
    expect(await post({ Origin: url, 'X-CSRF-Token': csrfToken, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await post({ Origin: url, 'X-CSRF-Token': csrfToken, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
  });

  test('reads and sign-ins from pages of other origins are refused', async () => {
    const { url, keys } = people;
    const foreign = { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(`${url}/api/operators/v1/me`, { headers: foreign })).status).toBe(403);
    const body = JSON.stringify({ key: keys.viewer });
    const headers = { ...json, Origin: 'https://evil.example' };
    expect((await send(`${url}/session`, { method: 'POST', headers, body })).status).toBe(403);
  });

  test('a session reaches only the API of its kind, whatever dots the path has', async () => {
    const { url } = people;
    const read = async (path: string) => (await send(url + path, { headers: { Cookie: cookie } })).status;
    expect(await read('/api/operators/v1/me')).toBe(200);
    for (const path of [
      '/api/v2/processing/me',
      '/api/wallet/v0/wallets',
      '/api/operators/v1/../../v2/processing/me',
      '/api/operators/v1/%2e%2e/%2e%2e/healthz',
      '/api/healthz',
      '/api/@127.0.0.1:1/operators/v1/me',
      '/api//evil.example/operators/v1/me',
    ]) {
      expect([path, await read(path)]).toEqual([path, 404]);
    }
  });

  test('a changed or foreign cookie is no session', async () => {
    const { url } = people;
    const [name, value = ''] = cookie.split('=');
    for (const given of ['', `${name}=x`, `${name}=${value.slice(0, -4)}AAAA`, `${name}=${value.slice(1)}`]) {
      const answer = await send(`${url}/api/operators/v1/me`, { headers: { Cookie: given } });
      expect([given.slice(0, 20), answer.status]).toEqual([given.slice(0, 20), 401]);
    }
  });

  test('an operator who is deactivated loses the session at once', async () => {
    const { url, operators, shop } = people;
    const leaver = await anOperatorKey(shop.platform.databaseUrl, { name: 'leaver', roles: ['viewer'] });
    const body = JSON.stringify({ key: leaver.secret });
    const signedIn = await send(`${url}/session`, { method: 'POST', headers: { ...json, Origin: url }, body });
    const Cookie = (signedIn.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? '';
    expect((await send(`${url}/api/operators/v1/me`, { headers: { Cookie } })).status).toBe(200);
    await operators.post(`/operators/${leaver.operatorID}/deactivate`, { reason: 'left' });
    expect((await send(`${url}/api/operators/v1/me`, { headers: { Cookie } })).status).toBe(401);
  });

  test('an invited person makes a key on the sign-in page, once, and signs in with it', async () => {
    const { url, browser, administrators, shop } = people;
    const { operatorID } = await anOperatorKey(shop.platform.databaseUrl, { name: 'invited', roles: ['viewer'] });
    const { outcome } = await administrators.carryOut('inviteOperator', { operatorID });
    const take = async (client: HttpClient): Promise<string> =>
      (await client.post<any>(`/operators/v1/invitations/${outcome.invitationID}/code`, {})).body.code as string;
    const codes = [await take(administrators.requester), await take(administrators.approver)];
    const { page } = await visit({ browser, url });
    await page.goto(`${url}/invitation`);
    await page.getByLabel('Код первого администратора').fill(codes[0] ?? '');
    await page.getByLabel('Код второго администратора').fill(codes[0] ?? '');
    await page.getByLabel('Название ключа').fill('Ноутбук');
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    await page.getByText('Коды не подходят').waitFor();
    await page.getByLabel('Код второго администратора').fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const secret = await page.locator('.secret code').textContent();
    await page.getByRole('button', { name: 'Войти с ключом' }).click();
    await page.getByLabel('Ключ').fill(secret ?? '');
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await page.locator('nav').first().waitFor();
    expect(new URL(page.url()).pathname).not.toBe('/invitation');
    const again = JSON.stringify({ codes, name: 'again' });
    const headers = { ...json, Origin: url };
    const refused = await send(`${url}/session/invitation`, { method: 'POST', headers, body: again });
    expect([refused.status, refused.text.includes('hfo_')]).toEqual([400, false]);
    const foreign = { ...json, Origin: 'https://evil.example' };
    expect((await send(`${url}/session/invitation`, { method: 'POST', headers: foreign, body: again })).status).toBe(
      403,
    );
  });

  test('a session survives a restart of the console', async () => {
    const { url, shop } = people;
    await shop.platform.processes.console.stop();
    await shop.platform.processes.console.start();
    expect((await send(`${url}/api/operators/v1/me`, { headers: { Cookie: cookie } })).status).toBe(200);
  });

  test('large bodies and repeated sign-ins with wrong keys are refused', async () => {
    const { url } = people;
    const headers = { ...json, Cookie: cookie, Origin: url, 'X-CSRF-Token': csrfToken };
    const large = { method: 'POST', headers, body: `"${'x'.repeat(300_000)}"` };
    expect((await send(`${url}/api/operators/v1/commands`, large)).status).toBe(413);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const body = JSON.stringify({ key: 'hfo_wrong' });
      statuses.push((await send(`${url}/session`, { method: 'POST', headers: { ...json, Origin: url }, body })).status);
    }
    expect(statuses).toContain(401);
    expect(statuses.at(-1)).toBe(429);
    // The count is kept in memory, and the following tests sign in too.
    const { console: process } = people.shop.platform.processes;
    await process.stop();
    await process.start();
  });

  test('a page of another origin can neither frame the console nor use its session', async () => {
    const { page } = await visit(people);
    await page.route('http://attacker.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${people.url}/" title="x"></iframe>` }),
    );
    await page.goto('http://attacker.test/');
    await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument === null);
    expect(await page.frames()[1]?.locator('#root').count()).toBe(0);
    const answer = await send(`${people.url}/payments/x/1`);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });

  test('the provider page of sign-ins leads to no other site', async () => {
    const { url } = people;
    expect((await send(`${url}/session/provider`)).status).toBe(404);
    const answer = await send(`${url}/session/callback?code=x&state=y`);
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?failed=provider']);
  });
}
