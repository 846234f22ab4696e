import { anOperator } from '../../../tests/harness/factories/operator';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

const BASE = '/operators/v1';

let api: TestApi;
let root: { id: string; operatorID: string; secret: string };
let admin: HttpClient;

beforeAll(async () => {
  api = await startApi();
  root = await anOperator(api.store.database, { name: 'root' });
  admin = httpClient({ baseUrl: api.url, token: root.secret });
});

afterAll(() => api?.stop());

const as = (token: string): HttpClient => httpClient({ baseUrl: api.url, token });

async function aPerson(name: string, roles: string[]): Promise<string> {
  const body = { name, email: `${name}@staff.example`, roles };
  return (await admin.post<any>(`${BASE}/operators`, body)).body.operatorID as string;
}

async function audited(id: string): Promise<string[]> {
  const { body } = await admin.get<any>(`${BASE}/audit?subjectType=operator&subjectID=${id}`);
  return body.actions.map((action: any) => `${action.operation} by ${action.caller}: ${action.reason}`);
}

test('an operator is created once, and another with the same e-mail is refused', async () => {
  const body = { name: 'Alice', email: 'Alice@Staff.example', roles: ['support'] };
  const first = await admin.post<any>(`${BASE}/operators`, body);
  expect(first).toMatchObject({ status: 200, body: { email: 'alice@staff.example', isChanged: true } });
  expect((await admin.post<any>(`${BASE}/operators`, body)).body).toEqual({ ...first.body, isChanged: false });
  const other = await admin.post<any>(`${BASE}/operators`, { ...body, roles: ['administrator'] });
  expect(other).toMatchObject({ status: 403, body: { code: 'operationNotPermitted' } });
  for (const wrong of [
    { ...body, roles: ['king'] },
    { ...body, email: 'no-address' },
    { ...body, name: ' ' },
  ]) {
    expect((await admin.post(`${BASE}/operators`, wrong)).status).toBe(400);
  }
});

test('a changed role and an ended access hold from the next request and are audited with the reason', async () => {
  const id = await aPerson('bob', ['viewer']);
  const { body } = await admin.post<any>(`${BASE}/operators/${id}/keys`, { name: 'laptop' });
  const bob = as(body.operatorKey);
  expect((await bob.get<any>(`${BASE}/me`)).body).toMatchObject({ operatorID: id, roles: ['viewer'] });
  expect((await bob.get(`${BASE}/operators`)).status).toBe(403);
  await admin.put(`${BASE}/operators/${id}/roles`, { roles: ['administrator', 'support'], reason: 'new task' });
  expect((await bob.get(`${BASE}/operators`)).status).toBe(200);
  await admin.put(`${BASE}/operators/${id}/roles`, { roles: ['support'], reason: 'task done' });
  expect((await bob.get(`${BASE}/operators`)).status).toBe(403);
  await admin.post(`${BASE}/operators/${id}/deactivate`, { reason: 'left' });
  expect((await bob.get(`${BASE}/me`)).status).toBe(401);
  expect((await admin.post<any>(`${BASE}/operators/${id}/deactivate`, { reason: 'left' })).body.isChanged).toBe(false);
  await admin.post(`${BASE}/operators/${id}/activate`, { reason: 'back' });
  expect((await bob.get(`${BASE}/me`)).status).toBe(200);
  const by = `by operator/${root.operatorID}`;
  expect((await audited(id)).slice(0, 4)).toEqual([
    `activateOperator ${by}: activated: back`,
    `deactivateOperator ${by}: deactivated: left`,
    `setOperatorRoles ${by}: roles: support: task done`,
    `setOperatorRoles ${by}: roles: support, administrator: new task`,
  ]);
});

test('the last active administrator stays, even if two are removed at once', async () => {
  const other = await aPerson('second', ['administrator']);
  const remove = (id: string) => admin.put(`${BASE}/operators/${id}/roles`, { roles: ['viewer'], reason: 'x' });
  const deactivate = (id: string) => admin.post(`${BASE}/operators/${id}/deactivate`, { reason: 'x' });
  await Promise.all([remove(other), deactivate(root.operatorID), remove(other), deactivate(other)]);
  const text = `SELECT count(*)::int AS count FROM operators WHERE is_active AND 'administrator' = ANY (roles)`;
  const count = async () =>
    (await api.store.database.run<{ count: number }>({ name: 'test-admins', text }, []))[0]?.count;
  expect(await count()).toBe(1);
  const restore = `UPDATE operators SET is_active = id = $1, roles = CASE WHEN id = $1 THEN ARRAY['administrator'] ELSE roles END
    WHERE id = $1 OR 'administrator' = ANY (roles)`;
  await api.store.database.run({ name: 'test-restore', text: restore }, [root.operatorID]);
  for (const refused of [await remove(root.operatorID), await deactivate(root.operatorID)]) {
    expect(refused).toMatchObject({ status: 403, body: { message: 'this is the last active administrator' } });
  }
  expect(await count()).toBe(1);
});

test('a key has at most the roles of its operator, and ends at its expiry or when it is revoked', async () => {
  const id = await aPerson('carol', ['support', 'finance']);
  const create = (body: object) => admin.post<any>(`${BASE}/operators/${id}/keys`, { name: 'job', ...body });
  expect((await create({ roles: ['administrator'] })).status).toBe(403);
  expect((await create({ roles: [] })).status).toBe(400);
  expect((await create({ expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
  expect((await create({ expiresAt: '2999-01-01T00:00:00Z' })).status).toBe(400);
  const soon = new Date(Date.now() + 1_500).toISOString();
  const { body: made } = await create({ roles: ['finance'], expiresAt: soon });
  const carol = as(made.operatorKey);
  expect((await carol.get<any>(`${BASE}/me`)).body.roles).toEqual(['finance']);
  await new Promise((done) => setTimeout(done, 2_000));
  expect((await carol.get(`${BASE}/me`)).status).toBe(401);
  const { body: next } = await create({ roles: ['finance'] });
  await admin.put(`${BASE}/operators/${id}/roles`, { roles: ['support'], reason: 'x' });
  expect((await as(next.operatorKey).get(`${BASE}/me`)).status).toBe(403);
  expect((await admin.post<any>(`${BASE}/operator-keys/${next.keyID}/revoke`, { reason: 'lost' })).body).toMatchObject({
    isChanged: true,
    revokedAt: expect.any(String),
  });
  expect((await as(next.operatorKey).get(`${BASE}/me`)).status).toBe(401);
  const listed = (await admin.get<any>(`${BASE}/operators/${id}/keys`)).body.keys;
  expect(JSON.stringify(listed)).not.toContain('hfo_');
  expect(listed).toHaveLength(2);
});

test('the time when an operator was last seen is recorded after the request', async () => {
  const { operatorID, secret } = await anOperator(api.store.database, { name: 'seen', roles: ['viewer'] });
  expect((await as(secret).get(`${BASE}/me`)).status).toBe(200);
  const end = Date.now() + 10_000;
  const lastSeen = async () => (await admin.get<any>(`${BASE}/operators/${operatorID}`)).body.lastSeenAt;
  while ((await lastSeen()) === undefined && Date.now() < end) await new Promise((done) => setTimeout(done, 500));
  expect(Date.parse(await lastSeen())).toBeGreaterThan(Date.now() - 60_000);
});
