import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { anInvoice } from '../../../tests/harness/factories/payment';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';
import { insertApiKey } from '../../../store/merchants/api-key/api-key.create';
import { makeKeyAlone } from '../../../store/merchants/api-key/party-key.take';
import { endingTestKeys } from '../../../store/merchants/api-key/test-keys';
import { approveAndExecute } from '../../../tests/harness/second-person';

/* A key of a party moves its money, so an administrator alone makes none for a party with live money. */

let api: TestApi;
let mallory: HttpClient;
let anna: HttpClient;

const rows = (text: string, values: unknown[] = []) => api.store.database.search<any>(text, values);

beforeAll(async () => {
  api = await startApi();
  const [one, two] = [
    await anOperator(api.store.database, { name: 'mallory', roles: ['administrator'] }),
    await anOperator(api.store.database, { name: 'anna', roles: ['administrator'] }),
  ];
  mallory = httpClient({ baseUrl: `${api.url}/operators/v1`, token: one.secret });
  anna = mallory.as(two.secret);
  await anInvoice(api.own.merchant, api.own.shopID);
});
afterAll(() => api?.stop());

/** Makes the party's money live, or test money. */
const setRealm = (realm: 'test' | 'live') => rows('UPDATE payment_institutions SET realm = $1', [realm]);
const setAge = (interval: string) =>
  rows('UPDATE parties SET created_at = now() - $2::interval WHERE id = $1', [api.own.partyID, interval]);
const keysOf = () => `/parties/${api.own.partyID}/api-keys`;
const countKeys = async () => (await rows('SELECT count(*)::int AS count FROM api_keys'))[0].count;
const aKey = (name: string) => ({ name, reason: 'ledger export', scopes: ['read', 'payments'] });

afterEach(() => setRealm('test'));

test('one administrator makes keys of a party with test money', async () => {
  expect(await mallory.post<any>(keysOf(), { name: 'test' })).toMatchObject({ status: 200, body: { name: 'test' } });
});

test('on a platform with live money the first key of a new party takes another administrator', async () => {
  await setRealm('live');
  await rows(`INSERT INTO parties (id) VALUES ('new-party')`);
  const first = await mallory.post<any>('/parties/new-party/api-keys', aKey('first'));
  expect(first).toMatchObject({ status: 202, body: { state: 'AwaitingApproval', type: 'createPartyKey' } });
});

test('on a platform whose live wallet provider pays out every key takes another administrator', async () => {
  const setRoutes = (routes: object[]) =>
    rows(`UPDATE wallet_providers SET terms = jsonb_set(terms, '{routes}', $1) WHERE realm = 'live'`, [
      JSON.stringify(routes),
    ]);
  await setRoutes([{ connector: 'sandbox' }]);
  const answer = await mallory.post<any>(keysOf(), aKey('payouts'));
  await setRoutes([]);
  expect(answer).toMatchObject({ status: 202, body: { type: 'createPartyKey' } });
});

test('a key of a party with live money is made for its requester, once, after another administrator approved it', async () => {
  await setRealm('live');
  await setAge('2 days');
  const before = await countKeys();
  expect(await mallory.post<any>(keysOf(), { name: 'alone' })).toMatchObject({ status: 400 });
  const waiting = await mallory.post<any>(keysOf(), aKey('alone'));
  expect(waiting).toMatchObject({ status: 202, body: { state: 'AwaitingApproval', type: 'createPartyKey' } });
  const take = (caller: HttpClient) => caller.post<any>(`/commands/${waiting.body.id}/party-key`, {});
  expect((await mallory.post(`/commands/${waiting.body.id}/approve`, {})).status).toBe(403);
  expect((await take(mallory)).status).toBe(403);
  expect(await countKeys()).toBe(before);

  expect((await approveAndExecute(api.store, waiting)).state).toBe('Succeeded');
  expect(await countKeys()).toBe(before);
  expect((await take(anna)).status).toBe(403);
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(mallory)));
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  expect(await countKeys()).toBe(before + 1);
  const { created } = taken.find(({ status }) => status === 200)?.body ?? {};
  expect(created).toMatchObject({ partyID: api.own.partyID, name: 'alone', scopes: ['read', 'payments'] });
  expect((await httpClient({ baseUrl: api.url, token: created.apiKey }).get('/v2/processing/me')).status).toBe(200);
  const stored = await rows('SELECT c::text FROM operator_commands c UNION ALL SELECT a::text FROM audit_log a');
  expect(JSON.stringify(stored)).not.toContain(created.apiKey);
});

test('a rotation waits too, and the old key works until the new one is taken', async () => {
  await setRealm('live');
  await setAge('2 days');
  const { id } = (await mallory.get<any>(keysOf())).body.keys.at(-1);
  const body = { overlapSeconds: 0, reason: 'leaked' };
  const waiting = await mallory.post<any>(`/api-keys/${id}/rotate`, body);
  expect(waiting).toMatchObject({ status: 202, body: { type: 'rotatePartyKey' } });
  await approveAndExecute(api.store, waiting);
  const read = async () => (await mallory.get<any>(keysOf())).body.keys.find((key: any) => key.id === id);
  expect((await read()).expiresAt).toBeNull();
  const taken = await mallory.post<any>(`/commands/${waiting.body.id}/party-key`, {});
  expect(taken).toMatchObject({ status: 200, body: { previous: { id }, created: { apiKey: expect.any(String) } } });
  expect((await read()).expiresAt).not.toBeNull();
  expect((await mallory.post<any>(`/api-keys/${taken.body.created.id}/revoke`, { reason: 'done' })).status).toBe(200);
});

test('a key that was not taken within three days, and a command of another type, give nothing', async () => {
  await setRealm('live');
  await setAge('2 days');
  const waiting = await mallory.post<any>(keysOf(), aKey('late'));
  await approveAndExecute(api.store, waiting);
  await rows('ALTER TABLE operator_commands DISABLE TRIGGER operator_commands_immutable');
  await rows(`UPDATE operator_commands SET finished_at = now() - interval '4 days' WHERE id = $1`, [waiting.body.id]);
  await rows('ALTER TABLE operator_commands ENABLE TRIGGER operator_commands_immutable');
  expect((await mallory.post(`/commands/${waiting.body.id}/party-key`, {})).status).toBe(403);
  expect((await mallory.post('/commands/none/party-key', {})).status).toBe(404);
});

test('keys of a party end when it gets its first live contract, and only then', async () => {
  const isValid = async (id: string) =>
    (await mallory.get<any>(keysOf())).body.keys.find((key: any) => key.id === id).revokedAt === null;
  const alone = (await mallory.post<any>(keysOf(), { name: 'alone' })).body;
  const { secret } = await anOperator(api.store.database, { name: 'carol', roles: ['configuration'] });
  const addContract = async (id: string, paymentInstitution: number) => {
    const contractor = { contractorType: 'RegisteredUser', email: 'owner@flowers.example' };
    const parties = [{ id: api.own.partyID, contracts: [{ id, paymentInstitution, contractor }] }];
    const loaded = await mallory.as(secret).post<any>('/reference/load', { data: { parties }, reason: 'agreement 17' });
    if (loaded.status !== 200) await approveAndExecute(api.store, loaded);
  };
  await rows(`UPDATE payment_institutions SET realm = 'live' WHERE id = 2`);
  await addContract('other-test', 1);
  expect(await isValid(alone.id)).toBe(true);
  await addContract('first-live', 2);
  expect(await isValid(alone.id)).toBe(false);
  const waiting = await mallory.post<any>(keysOf(), aKey('live'));
  await approveAndExecute(api.store, waiting);
  const { created } = (await mallory.post<any>(`/commands/${waiting.body.id}/party-key`, {})).body;
  await addContract('second-live', 2);
  expect(await isValid(created.id)).toBe(true);
});

const pause = () => new Promise((done) => setTimeout(done, 500));

/** The first live contract of the party; the work is done before its commit. */
const beginLive = (work: () => Promise<void>) =>
  api.store.database.transaction(async (tx) => {
    const change = { database: api.store.database, origin: undefined, tx };
    await endingTestKeys(change, () =>
      change.database.search(`UPDATE payment_institutions SET realm = 'live'`, [], tx),
    );
    await work();
  });

test('a key that is requested while the first live contract is written takes another administrator', async () => {
  let answer: Promise<any> | undefined;
  await beginLive(async () => {
    answer = mallory.post<any>(keysOf(), aKey('concurrent'));
    await pause();
  });
  expect(await answer).toMatchObject({ status: 202, body: { type: 'createPartyKey' } });
});

test('a key that is made while the first live contract is written ends with it', async () => {
  let contract: Promise<void> | undefined;
  const alone = await makeKeyAlone(api.store, api.own.partyID, async (change) => {
    contract = beginLive(async () => undefined);
    await pause();
    return insertApiKey(change, { partyID: api.own.partyID, name: 'concurrent' });
  });
  await contract;
  const { keys } = (await mallory.get<any>(keysOf())).body;
  expect(keys.find(({ id }: any) => id === alone?.made.id)).toMatchObject({ revokedAt: expect.any(String) });
});
