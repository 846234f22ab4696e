import { createConsoleSession } from '../../../store/operators/console-session/console-session';
import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { httpClient, untilBody, type HttpClient } from '../../../tests/harness/http-client';
import { twoAdministrators, type TwoAdministrators } from '../../../tests/harness/two-administrators';

const BASE = '/operators/v1';

let api: TestApi;
let root: { id: string; operatorID: string; secret: string };
let admin: HttpClient;
let administrators: TwoAdministrators;

beforeAll(async () => {
  api = await startApi();
  root = await anOperator(api.store.database, { name: 'root' });
  admin = httpClient({ baseUrl: api.url, token: root.secret });
  administrators = await twoAdministrators({ apiUrl: api.url, databaseUrl: api.databaseUrl, store: api.store });
});

afterAll(() => api?.stop());

const as = (token: string): HttpClient => httpClient({ baseUrl: api.url, token });

async function aPerson(name: string, roles: string[]): Promise<string> {
  const body = { name, email: `${name}@staff.example`, roles };
  return (await administrators.carryOut('createOperator', body)).outcome.operatorID as string;
}

const setRoles = (operatorID: string, ...roles: string[]): Promise<any> =>
  administrators.carryOut('setOperatorRoles', { operatorID, roles });

async function audited(id: string): Promise<string[]> {
  const { body } = await admin.get<any>(`${BASE}/audit?subjectType=operator&subjectID=${id}`);
  return body.actions.map(
    ({ operation, caller, reason, after }: any) => `${operation} by ${caller}: ${reason} ${JSON.stringify(after)}`,
  );
}

test('an operator is created once, and another with the same e-mail is refused', async () => {
  const body = { name: 'Alice', email: 'Alice@Staff.example', roles: ['support'] };
  const first = await administrators.carryOut('createOperator', body);
  expect(first).toMatchObject({ state: 'Succeeded', subjectID: 'alice@staff.example' });
  const again = await administrators.carryOut('createOperator', body);
  expect(again.outcome.operatorID).toBe(first.outcome.operatorID);
  const other = await administrators.carryOut('createOperator', { ...body, roles: ['administrator'] });
  expect(other).toMatchObject({
    state: 'Failed',
    failureCode: 'operationNotPermitted',
    failure: expect.stringMatching(/^email/),
  });
  for (const wrong of [
    { ...body, roles: ['king'] },
    { ...body, roles: 'support' },
    { ...body, email: 'no-address' },
    { ...body, name: ' ' },
    { ...body, isTrusted: true },
  ]) {
    const command = { type: 'createOperator', parameters: wrong, reason: 'test' };
    expect((await administrators.requester.post(`${BASE}/commands`, command)).status).toBe(400);
  }
});

test('the commands about a person with the longest address are listed by it', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(254 - 61 - '.staff.example'.length)}.staff.example`;
  await administrators.carryOut('createOperator', { name: 'Long', email, roles: ['viewer'] });
  const { status, body } = await admin.get<any>(`${BASE}/commands?subjectID=${encodeURIComponent(email)}`);
  expect({ status, types: body.commands.map(({ type }: any) => type) }).toEqual({
    status: 200,
    types: ['createOperator'],
  });
});

test('a changed role and an ended access hold from the next request and are audited with the reason', async () => {
  const id = await aPerson('bob', ['viewer']);
  const bob = as(await administrators.keyOf(id));
  expect((await bob.get<any>(`${BASE}/me`)).body).toMatchObject({ operatorID: id, roles: ['viewer'] });
  expect((await bob.get(`${BASE}/operators`)).status).toBe(403);
  await setRoles(id, 'administrator', 'support');
  expect((await bob.get(`${BASE}/operators`)).status).toBe(200);
  await setRoles(id, 'support');
  expect((await bob.get(`${BASE}/operators`)).status).toBe(403);
  await admin.post(`${BASE}/operators/${id}/deactivate`, { reason: 'left' });
  expect((await bob.get(`${BASE}/me`)).status).toBe(401);
  expect((await admin.post<any>(`${BASE}/operators/${id}/deactivate`, { reason: 'left' })).body.isChanged).toBe(false);
  await administrators.carryOut('activateOperator', { operatorID: id });
  expect((await bob.get(`${BASE}/me`)).status).toBe(200);
  const by = `by operator/${administrators.requesterID}`;
  expect((await audited(id)).slice(0, 4)).toEqual([
    `activateOperator ${by}: test {"isActive":true}`,
    `deactivateOperator by operator/${root.operatorID}: left {"isActive":false}`,
    `setOperatorRoles ${by}: test {"roles":["support"]}`,
    `setOperatorRoles ${by}: test {"roles":["support","administrator"]}`,
  ]);
});

test('two active administrators stay, even if several are removed at once', async () => {
  const others = await Promise.all(['second', 'third'].map((name) => anOperator(api.store.database, { name })));
  const ids = [root, ...others].map(({ operatorID }) => operatorID);
  const deactivate = (id: string, by: HttpClient) =>
    by.post<any>(`${BASE}/operators/${id}/deactivate`, { reason: 'x' });
  const everybody = [...ids, administrators.requesterID, administrators.approverID];
  const clients = [admin, ...others.map(({ secret }) => as(secret))];
  const answers = await Promise.all(clients.flatMap((by) => everybody.map((id) => deactivate(id, by))));
  const text = `SELECT count(*)::int AS count FROM operators WHERE is_active AND 'administrator' = ANY (roles)`;
  const count = async () =>
    (await api.store.database.run<{ count: number }>({ name: 'test-admins', text }, []))[0]?.count;
  expect(await count()).toBe(2);
  expect(answers.map(({ status }) => status)).toContain(403);
  const restore = `UPDATE operators SET is_active = id IN ($1, $2) WHERE 'administrator' = ANY (roles)`;
  await api.store.database.run({ name: 'test-restore', text: restore }, [root.operatorID, administrators.requesterID]);
  expect(await deactivate(administrators.requesterID, admin)).toMatchObject({
    status: 403,
    body: { message: 'fewer than 2 active administrators would be left' },
  });
  expect(await deactivate(root.operatorID, admin)).toMatchObject({ status: 403 });
  expect(await count()).toBe(2);
  for (const set of ['is_active = true', `roles_granted_at = '-infinity'`]) {
    const text = `UPDATE operators SET ${set} WHERE 'administrator' = ANY (roles)`;
    await api.store.database.run({ name: `test-${set}`, text }, []);
  }
});

test('a key that its owner makes has at most the roles of the key that makes it, and ends when it expires or is revoked', async () => {
  const id = await aPerson('carol', ['support', 'finance']);
  const carol = as(await administrators.keyOf(id));
  const create = (body: object, by = carol) => by.post<any>(`${BASE}/me/keys`, { name: 'job', ...body });
  expect((await create({ roles: ['administrator'] })).status).toBe(403);
  expect((await create({ roles: [] })).status).toBe(400);
  expect((await create({ expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
  expect((await create({ expiresAt: '2999-01-01T00:00:00Z' })).status).toBe(400);
  const soon = new Date(Date.now() + 3_000).toISOString();
  const { body: made } = await create({ roles: ['finance'], expiresAt: soon });
  const brief = as(made.operatorKey);
  expect((await brief.get<any>(`${BASE}/me`)).body.roles).toEqual(['finance']);
  expect((await create({ roles: ['support'] }, brief)).status).toBe(403);
  const { body: child } = await create({}, brief);
  expect(child.roles).toEqual(['finance']);
  expect((await as(child.operatorKey).get<any>(`${BASE}/me`)).body.roles).toEqual(['finance']);
  await untilBody(
    () => brief.get(`${BASE}/me`),
    (body) => body?.roles === undefined,
  );
  await setRoles(id, 'support');
  expect((await as(child.operatorKey).get(`${BASE}/me`)).status).toBe(403);
  const revoked = await admin.post<any>(`${BASE}/operator-keys/${child.keyID}/revoke`, { reason: 'lost' });
  expect(revoked.body).toMatchObject({ isChanged: true, revokedAt: expect.any(String) });
  expect((await as(child.operatorKey).get(`${BASE}/me`)).status).toBe(401);
  const foreign = `${BASE}/me/keys/${root.id}/revoke`;
  expect((await carol.post(foreign, { reason: 'x' })).status).toBe(404);
  expect((await admin.get(`${BASE}/me`)).status).toBe(200);
  const listed = (await admin.get<any>(`${BASE}/operators/${id}/keys`)).body.keys;
  expect(JSON.stringify(listed)).not.toMatch(/hf[oi]_/);
  expect(listed).toHaveLength(3);
  const { keyID } = (await create({})).body;
  const own = { reason: 'rotated' };
  expect((await carol.post<any>(`${BASE}/me/keys/${keyID}/revoke`, own)).body.isChanged).toBe(true);
  expect((await carol.get<any>(`${BASE}/me/keys`)).body.keys).toHaveLength(4);
});

test('the time when an operator was last seen is recorded after the request', async () => {
  const { operatorID, secret } = await anOperator(api.store.database, { name: 'seen', roles: ['viewer'] });
  expect((await as(secret).get(`${BASE}/me`)).status).toBe(200);
  const end = Date.now() + 10_000;
  const lastSeen = async () => (await admin.get<any>(`${BASE}/operators/${operatorID}`)).body.lastSeenAt;
  while ((await lastSeen()) === undefined && Date.now() < end) await new Promise((done) => setTimeout(done, 500));
  expect(Date.parse(await lastSeen())).toBeGreaterThan(Date.now() - 60_000);
});

test('an administrator sees and ends the console sessions of the named operator only', async () => {
  const { database } = api.store;
  const [vera, igor] = [await anOperator(database, { name: 'vera' }), await anOperator(database, { name: 'igor' })];
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(22));
  const begin = (id: string, owner: string) =>
    createConsoleSession(database, { id, owner, keyID: null, address: '10.0.0.1', browser: 'Test/1.0' });
  for (const [index, { operatorID }] of [vera, vera, igor].entries())
    await begin(ids[index] ?? '', `operator/${operatorID}`);
  const path = `${BASE}/operators/${vera.operatorID}/sessions`;
  const listed = async (of = vera) =>
    (await admin.get<any>(`${BASE}/operators/${of.operatorID}/sessions`)).body.sessions.map(
      ({ sessionID }: any) => sessionID,
    );
  expect((await admin.get<any>(path)).body.sessions).toContainEqual(
    expect.objectContaining({ address: '10.0.0.1', browser: 'Test/1.0', startedAt: expect.any(String) }),
  );
  const reason = { reason: 'Lost laptop' };
  // Another operator's session is out of reach under this path.
  expect((await admin.post(`${path}/${ids[2]}/end`, reason)).body).toMatchObject({ isChanged: false });
  expect(await listed(igor)).toEqual([ids[2]]);
  expect((await admin.post(`${path}/${ids[0]}/end`, reason)).body).toMatchObject({ isChanged: true });
  expect((await admin.post(`${path}/${ids[0]}/end`, reason)).body).toMatchObject({ isChanged: false });
  expect(await listed()).toEqual([ids[1]]);
  expect((await admin.post(`${path}/end`, reason)).body).toEqual({ sessions: [], isChanged: true });
  expect(await audited(vera.operatorID)).toEqual(
    expect.arrayContaining([
      `endOperatorSession by operator/${root.operatorID}: Lost laptop {"endedSessions":1}`,
      `endOperatorSessions by operator/${root.operatorID}: Lost laptop {"endedSessions":1}`,
    ]),
  );
  expect((await admin.get(`${BASE}/operators/none/sessions`)).status).toBe(404);
  expect((await admin.post(`${BASE}/operators/none/sessions/end`, reason)).status).toBe(404);
  const support = await anOperator(database, { name: 'support', roles: ['support'] });
  expect((await as(support.secret).get(path)).status).toBe(403);
});
