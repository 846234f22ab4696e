import { AUDIENCE, signInOnPages, startOpenIdProvider, type OpenIdProvider } from '../../tests/harness/openid/provider';
import { startApi, type TestApi } from '../../tests/harness/api';
import { portToKeep } from '../../tests/harness/ports';
import { runFolder, service } from '../../tests/harness/services';
import { getProbeUrl, startPlatformProcess, untilReady } from '../../scripts/services/platform-process';
import { join } from 'node:path';
import { sessions } from './sessions';

let provider: OpenIdProvider;
let api: TestApi;
let stop: () => Promise<void>;
let url: string;

beforeAll(async () => {
  await service('console');
  const port = await portToKeep();
  url = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider({ redirectUris: [`${url}/session/callback`], tokenSeconds: 12 });
  provider.setPeople({
    olga: { email: 'olga@staff.example', email_verified: true, name: 'Ольга', groups: ['payments'] },
    guest: { email: 'guest@staff.example', email_verified: true, name: 'Гость', groups: [] },
  });
  api = await startApi({
    openId: {
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: 'holdfast-cli',
      OIDC_SCOPE: 'openid profile email offline_access',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_ROLES: ['payments=support'],
    },
  });
  const environment = {
    ...{ NODE_ENV: 'test', HOST: '127.0.0.1', CONSOLE_PORT: String(port), CONSOLE_URL: url, API_URL: api.url },
    CONSOLE_SESSION_KEY: Buffer.alloc(32, 7).toString('base64'),
    CONSOLE_OIDC_CLIENT_ID: 'holdfast-console',
  };
  const logFile = join(runFolder('logs'), `console-${port}.log`);
  const child = startPlatformProcess({ name: 'console', environment, logFile });
  stop = async () => child.stop();
  await untilReady(child, getProbeUrl('console', environment));
});

afterAll(async () => {
  await stop?.();
  await api?.stop();
  await provider?.stop();
});

describe('sessions', () => sessions(() => ({ api, url })));

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

/** Signs in on the provider's pages and returns the callback's answer. */
async function signIn(login: string, next = '/queue'): Promise<Response> {
  const begun = await fetch(`${url}/session/provider?next=${encodeURIComponent(next)}`, { redirect: 'manual' });
  const kept = cookiesOf(begun);
  const callback = await signInOnPages(begun.headers.get('Location') ?? '', login, `${url}/session/callback`);
  return fetch(callback, { redirect: 'manual', headers: { Cookie: kept } });
}

test('a person signs in at the provider, and tokens are refreshed out of sight of the browser', async () => {
  const answer = await signIn('olga', '/payments');
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/payments']);
  let Cookie = cookiesOf(answer);
  const session = await fetch(`${url}/session`, { headers: { Cookie } });
  expect(await session.json()).toMatchObject({ person: { kind: 'operator', name: 'Ольга', roles: ['support'] } });
  // Tokens are renewed ten seconds before they expire, so concurrent requests share one refresh.
  await new Promise((done) => setTimeout(done, 2_500));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${url}/api/operators/v1/me`, { headers: { Cookie } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  Cookie = answers[0] ? cookiesOf(answers[0]) : '';
  expect(Cookie).toContain('console-0=');
  expect((await fetch(`${url}/api/operators/v1/me`, { headers: { Cookie } })).status).toBe(200);
});

test('a person without a role, a foreign state or an address of another site is refused', async () => {
  const guest = await signIn('guest');
  expect(guest.headers.get('Location')).toBe('/sign-in?failed=provider');
  const evil = await signIn('olga', '//evil.example/');
  expect(evil.headers.get('Location')).toBe('/');
  const begun = await fetch(`${url}/session/provider`, { redirect: 'manual' });
  const forged = await fetch(`${url}/session/callback?code=x&state=forged`, {
    redirect: 'manual',
    headers: { Cookie: cookiesOf(begun) },
  });
  expect(forged.headers.get('Location')).toBe('/sign-in?failed=provider');
  expect(cookiesOf(forged)).not.toContain('console-0=ey');
});

test('a copied cookie of a person of the provider is refused after the sign-out', async () => {
  const Cookie = cookiesOf(await signIn('olga'));
  const { csrfToken } = (await (await fetch(`${url}/session`, { headers: { Cookie } })).json()) as {
    csrfToken: string;
  };
  const headers = { Cookie, Origin: url, 'X-CSRF-Token': csrfToken };
  expect((await fetch(`${url}/session`, { method: 'DELETE', headers })).status).toBe(204);
  expect((await fetch(`${url}/api/operators/v1/me`, { headers: { Cookie } })).status).toBe(401);
});
