import type { TestApi } from '../../tests/harness/api';
import { anOperator } from '../../tests/harness/factories/operator';
import { createApiKey } from '../../store/merchants/api-key/api-key.create';
import { revokeApiKey } from '../../store/merchants/api-key/api-key.transitions';
import { revokeOperatorKey } from '../../store/operators/operator-key/operator-key.transitions';

interface ConsoleUnderTest {
  api: TestApi;
  url: string;
}

interface SignedInBrowser {
  read: (path: string) => Promise<number>;
  list: () => Promise<{ id: string; browser: string; address: string; isCurrent: boolean }[]>;
  leave: (path: string) => Promise<number>;
}

async function signIn({ url }: ConsoleUnderTest, key: string, browser = 'Test/1.0'): Promise<SignedInBrowser> {
  const headers = { 'Content-Type': 'application/json', Origin: url, 'User-Agent': browser };
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) });
  expect(answer.status).toBe(200);
  const Cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const get = (path: string) => fetch(url + path, { headers: { Cookie } });
  const { csrfToken } = (await (await get('/session')).json()) as { csrfToken: string };
  const change = { method: 'DELETE', headers: { Cookie, Origin: url, 'X-CSRF-Token': csrfToken } };
  return {
    read: async (path) => (await get(path)).status,
    list: async () => (await (await get('/session/list')).json()) as never,
    leave: async (path) => (await fetch(url + path, change)).status,
  };
}

/** Sessions end on the server: every copy of a cookie ends with them. */
export function sessions(getConsole: () => ConsoleUnderTest): void {
  const [ME, MERCHANT] = ['/api/operators/v1/me', '/api/v2/processing/me'];
  const database = () => getConsole().api.store.database;
  const age = async (column: 'seen_at' | 'started_at', interval: string) =>
    database().sequelize.query(`UPDATE console_sessions SET ${column} = now() - interval '${interval}'`);

  test('a cookie copied before the sign-out is refused after it', async () => {
    const { secret } = await anOperator(database(), { name: 'vera' });
    const vera = await signIn(getConsole(), secret);
    expect(await vera.read(ME)).toBe(200);
    expect(await vera.leave('/session')).toBe(204);
    expect([await vera.read(ME), await vera.read('/session/list')]).toEqual([401, 401]);
    const merchant = await signIn(getConsole(), getConsole().api.own.apiKey);
    expect(await merchant.read(MERCHANT)).toBe(200);
    await merchant.leave('/session');
    expect(await merchant.read(MERCHANT)).toBe(401);
  });

  test('a person lists the own sessions, ends one and then all', async () => {
    const { secret } = await anOperator(database(), { name: 'olga' });
    const other = await signIn(getConsole(), (await anOperator(database(), { name: 'igor' })).secret);
    const [desk, phone] = [await signIn(getConsole(), secret), await signIn(getConsole(), secret, 'Phone/2.0')];
    const listed = await desk.list();
    expect(listed).toMatchObject([
      { browser: 'Phone/2.0', isCurrent: false, address: expect.stringContaining('127.0.0.1') },
      { browser: 'Test/1.0', isCurrent: true },
    ]);
    expect(await other.leave(`/session/list/${listed[0]?.id}`)).toBe(204);
    expect(await phone.read(ME)).toBe(200);
    expect(await desk.leave(`/session/list/${listed[0]?.id}`)).toBe(204);
    expect([await phone.read(ME), await desk.read(ME)]).toEqual([401, 200]);
    const again = await signIn(getConsole(), secret);
    expect(await again.leave('/session/all')).toBe(204);
    expect([await desk.read(ME), await again.read(ME), await other.read(ME)]).toEqual([401, 401, 200]);
  });

  test('a session ends after half an hour without a person and after twelve hours', async () => {
    const { secret } = await anOperator(database(), { name: 'idle' });
    const idle = await signIn(getConsole(), secret);
    await age('seen_at', '29 minutes');
    expect(await idle.read(ME)).toBe(200);
    const fresh = `SELECT count(*)::int AS count FROM console_sessions WHERE seen_at > now() - interval '20 minutes'`;
    expect((await database().sequelize.query(fresh))[0]).toEqual([{ count: 1 }]);
    await age('seen_at', '31 minutes');
    expect(await idle.read(ME)).toBe(401);
    const long = await signIn(getConsole(), secret);
    await age('started_at', '12 hours 1 second');
    expect(await long.read(ME)).toBe(401);
  });

  test('a revoked key ends its sessions, and they are no longer listed', async () => {
    const { id, operatorID, secret } = await anOperator(database(), { name: 'rita' });
    const rita = await signIn(getConsole(), secret);
    expect(await rita.read(ME)).toBe(200);
    await revokeOperatorKey(database(), { id, operatorID });
    expect([await rita.read(ME), await rita.read('/session/list')]).toEqual([401, 401]);
    const { partyID } = getConsole().api.own;
    const key = await createApiKey(database(), { partyID, name: 'till', scopes: ['read'] });
    const till = await signIn(getConsole(), key.secret);
    expect(await till.read(MERCHANT)).toBe(200);
    await revokeApiKey(database(), key.id);
    expect(await till.read(MERCHANT)).toBe(401);
  });
}
