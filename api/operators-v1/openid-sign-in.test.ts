import { openIdChecks } from '../../operators/doctor/openid.check';
import { anOperator } from '../../tests/harness/factories/operator';
import { twoAdministrators } from '../../tests/harness/two-administrators';
import { startApi, type TestApi } from '../../tests/harness/api';
import { httpClient } from '../../tests/harness/http-client';
import { AUDIENCE, aProviderKey, startOpenIdProvider, type OpenIdProvider } from '../../tests/harness/openid/provider';

let provider: OpenIdProvider;
let api: TestApi;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  api = await startApi({
    openId: {
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: 'holdfast-cli',
      OIDC_SCOPE: 'openid',
      OIDC_GROUPS_CLAIM: 'groups',
      OIDC_ROLES: ['staff=viewer', 'payments=support', 'payments=finance', 'owners=administrator'],
    },
  });
});

afterAll(async () => {
  await api?.stop();
  await provider?.stop();
});

const claims = (name: string, ...groups: string[]) => ({
  email: `${name}@Staff.example`,
  email_verified: true,
  name,
  groups,
});

const me = (token: string) => httpClient({ baseUrl: api.url, token }).get<any>('/operators/v1/me');

let second = Math.floor(Date.now() / 1_000) - 300;
/** Each token is issued a second after the one before. */
const sign = (subject: string, given: object): Promise<string> => provider.sign(subject, given, { issuedAt: ++second });

async function rolesOnRecord(email: string): Promise<string[] | undefined> {
  const text = 'SELECT roles FROM operators WHERE email = $1';
  const [row] = await api.store.database.run<{ roles: string[] }>({ name: 'test-roles', text }, [email]);
  return row?.roles;
}

test('the first token of a person creates an operator with the roles of the groups', async () => {
  const token = await sign('s-alice', claims('alice', 'staff', 'payments', 'unknown'));
  const answer = await me(token);
  expect(answer).toMatchObject({
    status: 200,
    body: { name: 'alice', email: 'alice@staff.example', roles: ['viewer', 'support', 'finance'] },
  });
  expect((await me(token)).body.operatorID).toBe(answer.body.operatorID);
});

test('concurrent first tokens of a person create one operator', async () => {
  const token = await sign('s-many', claims('many', 'staff'));
  const answers = await Promise.all(Array.from({ length: 6 }, () => me(token)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.operatorID}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
});

test('a token with a wrong audience, issuer, key, time or algorithm is refused', async () => {
  const given = claims('mallory', 'owners');
  const now = Math.floor(Date.now() / 1_000);
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = { ...given, iss: provider.issuer, aud: AUDIENCE, sub: 's-mallory', iat: now, exp: now + 600 };
  const valid = await provider.sign('s-mallory', given);
  const [header = '', payload = '', signature = ''] = valid.split('.');
  const tokens = {
    audience: await provider.sign('s-mallory', given, { audience: 'holdfast-cli' }),
    issuer: await provider.sign('s-mallory', given, { issuer: 'http://127.0.0.1:1' }),
    key: await provider.sign('s-mallory', given, { key: await aProviderKey() }),
    sameKeyID: await provider.sign('s-mallory', given, { key: { ...(await aProviderKey()), kid: provider.key.kid } }),
    expired: await provider.sign('s-mallory', given, { issuedAt: now - 700, expiresAt: now - 90 }),
    early: await provider.sign('s-mallory', given, { notBefore: now + 300 }),
    none: `${encode({ alg: 'none', typ: 'JWT' })}.${encode(body)}.`,
    secret: `${encode({ alg: 'HS256', typ: 'JWT', kid: provider.key.kid })}.${payload}.${signature}`,
    changed: `${header}.${encode({ ...body, groups: ['owners', 'payments'] })}.${signature}`,
    long: `${header}.${'A'.repeat(10_000)}.${signature}`,
  };
  for (const [name, token] of Object.entries(tokens)) expect([name, (await me(token)).status]).toEqual([name, 401]);
  expect(await rolesOnRecord('mallory@staff.example')).toBeUndefined();
  expect((await me(valid)).status).toBe(200);
});

test('a person without a role or a verified e-mail is refused and not recorded', async () => {
  expect((await me(await sign('s-guest', claims('guest', 'strangers')))).status).toBe(401);
  const unverified = { ...claims('unverified', 'owners'), email_verified: false };
  expect((await me(await sign('s-unverified', unverified))).status).toBe(401);
  expect(await rolesOnRecord('guest@staff.example')).toBeUndefined();
  expect(await rolesOnRecord('unverified@staff.example')).toBeUndefined();
});

test('a clock that is up to a minute wrong does not keep a person out', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const given = claims('slow', 'staff');
  const ended = await provider.sign('s-slow', given, { issuedAt: now - 700, expiresAt: now - 45 });
  const early = await provider.sign('s-slow', given, { issuedAt: now + 45, notBefore: now + 45 });
  expect([(await me(ended)).status, (await me(early)).status]).toEqual([200, 200]);
});

test('the provider is looked at, with the roles that its groups gave', async () => {
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_GROUPS_CLAIM: 'realm_access.roles',
    OIDC_ROLES: ['staff=viewer'],
  };
  const look = async (changed: Partial<typeof settings> = {}) =>
    Promise.all(openIdChecks({ ...settings, ...changed }, api.store).map(({ look: check }) => check()));
  expect(openIdChecks({ ...settings, OIDC_ISSUER: undefined }, api.store)).toEqual([]);
  expect(await look()).toMatchObject([{ status: 'ok' }, { status: 'ok', fact: { kind: 'groupsSeen' } }]);
  const unused = await look({ OIDC_ISSUER: 'http://127.0.0.1:9' });
  expect(unused[0]).toMatchObject({ status: 'failure', fact: { address: 'http://127.0.0.1:9' } });
  expect((await look({ OIDC_ROLES: [] }))[1]).toMatchObject({ status: 'failure', fact: { kind: 'groupsNotNamed' } });
  await api.store.database.sequelize.query(`UPDATE operators SET issuer = issuer || '#' WHERE issuer IS NOT NULL`);
  const unseen = { status: 'warning', fact: { name: 'realm_access.roles' } };
  expect((await look())[1]).toMatchObject(unseen);
  await api.store.database.sequelize.query(`UPDATE operators SET issuer = rtrim(issuer, '#') WHERE issuer IS NOT NULL`);
});

test('a removed group takes its roles away, and an older token does not restore them', async () => {
  const stale = await sign('s-bob', claims('bob', 'staff', 'owners'));
  expect((await me(stale)).body.roles).toEqual(['viewer', 'administrator']);
  const fresh = await sign('s-bob', claims('bob', 'staff'));
  expect((await me(fresh)).body.roles).toEqual(['viewer']);
  expect((await me(stale)).body.roles).toEqual(['viewer']);
  const list = await httpClient({ baseUrl: api.url, token: stale }).get('/operators/v1/operators');
  expect(list.status).toBe(403);
  expect(await rolesOnRecord('bob@staff.example')).toEqual(['viewer']);
  await me(await sign('s-bob', claims('bob')));
  expect(await rolesOnRecord('bob@staff.example')).toEqual([]);
  expect((await me(fresh)).status).toBe(403);
});

test('a deactivated operator is refused with a valid token', async () => {
  const token = await sign('s-carol', claims('carol', 'staff'));
  const { operatorID } = (await me(token)).body;
  const { secret } = await anOperator(api.store.database, { name: 'root' });
  const admin = httpClient({ baseUrl: api.url, token: secret });
  const path = `/operators/v1/operators/${operatorID}`;
  const two = await twoAdministrators({ apiUrl: api.url, databaseUrl: api.databaseUrl, store: api.store });
  expect(await two.carryOut('setOperatorRoles', { operatorID, roles: ['finance'] })).toMatchObject({
    state: 'Failed',
    failure: expect.stringMatching(/groups of the OpenID Connect provider$/),
  });
  expect((await admin.post(`${path}/deactivate`, { reason: 'left' })).status).toBe(200);
  expect((await me(token)).status).toBe(401);
  expect((await me(await sign('s-carol', claims('carol', 'staff', 'owners')))).status).toBe(401);
  expect((await me(await sign('s-other', claims('carol', 'owners')))).status).toBe(401);
});

test('roles that the groups of a token newly give approve nothing for a day', async () => {
  const { secret } = await anOperator(api.store.database, { name: 'asks', roles: ['administrator'] });
  const request = async (name: string): Promise<string> => {
    const parameters = { name, email: `${name}@staff.example`, roles: ['viewer'] };
    const body = { type: 'createOperator', parameters, reason: 'test' };
    const asks = httpClient({ baseUrl: api.url, token: secret });
    return (await asks.post<any>('/operators/v1/commands', body)).body.id as string;
  };
  const approve = async (token: string, id: string) =>
    httpClient({ baseUrl: api.url, token }).post<any>(`/operators/v1/commands/${id}/approve`, {});
  const age = async (interval: string) => {
    const text = `UPDATE operators SET roles_granted_at = now() - $1::interval WHERE email = 'olga@staff.example'`;
    await api.store.database.run({ name: 'test-age', text }, [interval]);
  };
  const token = await sign('s-olga', claims('olga', 'owners'));
  const id = await request('first');
  const isNew = { status: 403, body: { message: expect.stringMatching(/^the role or the key is new/) } };
  expect(await approve(token, id)).toMatchObject(isNew);
  await age('23 hours 59 minutes');
  expect(await approve(token, id)).toMatchObject(isNew);
  await age('24 hours');
  const more = await sign('s-olga', claims('olga', 'owners', 'staff'));
  expect(await approve(more, id)).toMatchObject(isNew);
  await age('24 hours');
  expect(await approve(more, id)).toMatchObject({ status: 200, body: { state: 'Approved' } });
  const fewer = await sign('s-olga', claims('olga', 'owners'));
  expect(await approve(fewer, await request('second'))).toMatchObject({ status: 200 });
});

test('a person who has keys already is linked by the verified e-mail', async () => {
  const { operatorID } = await anOperator(api.store.database, { name: 'dave', roles: ['viewer'] });
  const given = { ...claims('dave', 'payments'), email: 'dave@provider.example' };
  expect((await me(await sign('s-dave', given))).body).toMatchObject({ operatorID, roles: ['support', 'finance'] });
  expect((await me(await sign('s-thief', given))).status).toBe(401);
});

test('keys of the provider are replaced without a restart, and its outage answers 503', async () => {
  const old = await sign('s-erin', claims('erin', 'staff'));
  const oldKey = provider.key;
  expect((await me(old)).status).toBe(200);
  await provider.rotate();
  const end = Date.now() + 10_000;
  const renewed = await sign('s-erin', claims('erin', 'staff'));
  while ((await me(renewed)).status !== 200 && Date.now() < end) await new Promise((done) => setTimeout(done, 500));
  expect((await me(renewed)).status).toBe(200);
  expect((await me(await provider.sign('s-erin', claims('erin', 'staff'), { key: oldKey }))).status).toBe(401);
  await provider.stop();
  await new Promise((done) => setTimeout(done, 2_500));
  expect((await me(renewed)).status).toBe(200);
  expect((await me(await provider.sign('s-erin', claims('erin'), { key: await aProviderKey() }))).status).toBe(503);
  await provider.start();
});

test('the way to sign in is public', async () => {
  const answer = await fetch(`${api.url}/operators/v1/sign-in`, { headers: { 'X-Request-ID': 'x' } });
  expect(await answer.json()).toMatchObject({ issuer: provider.issuer, clientID: 'holdfast-cli', audience: AUDIENCE });
});
