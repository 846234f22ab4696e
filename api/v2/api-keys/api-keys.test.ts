import { KEY_SCOPES, type KeyScope } from '../../../domain/merchants/api-key/scopes';
import { createApiKey } from '../../../store/merchants/api-key/api-key.create';
import { verifyAudit } from '../../../store/platform/audit/verify';
import { startApi, type TestApi } from '../../../tests/harness/api';
import { anOperator } from '../../../tests/harness/factories/operator';
import { httpClient, type HttpClient } from '../../../tests/harness/http-client';

const KEYS = '/v2/processing/api-keys';
const SECRET = /^hf_[\w-]{43}$/;
const DAY_MS = 86_400_000;

let api: TestApi;
/** Of a party of its own in each test, so that limits and lists do not meet. */
let partyID: string;
let manager: HttpClient;
let managerID: string;
let parties = 0;

beforeAll(async () => {
  api = await startApi({
    rates: { KEY_REQUESTS_PER_SECOND: 10_000, TOKEN_REQUESTS_PER_SECOND: 100, WRONG_KEYS_PER_MINUTE: 10_000 },
  });
});

afterAll(() => api?.stop());

beforeEach(async () => {
  partyID = `party-of-keys-${(parties += 1)}`;
  await api.store.database.run({ name: 'test-party', text: 'INSERT INTO parties (id) VALUES ($1)' }, [partyID]);
  [manager, managerID] = await aKey([...KEY_SCOPES]);
});

const as = (token: string): HttpClient => httpClient({ baseUrl: api.url, token });

async function aKey(scopes: KeyScope[], expiresAt?: Date): Promise<[HttpClient, string]> {
  const key = await createApiKey(api.store.database, { partyID, name: 'given', scopes, expiresAt });
  return [as(key.secret), key.id];
}

const listed = async (): Promise<any[]> => (await manager.get(KEYS)).body.result;
const create = (by: HttpClient, fields: object = {}) => by.post(KEYS, { name: 'new', scopes: ['read'], ...fields });
const revoke = (by: HttpClient, id: string, body: object = {}) => by.post(`${KEYS}/${id}/revoke`, body);
const rotate = (by: HttpClient, id: string, fields: object = {}) =>
  by.post(`${KEYS}/${id}/rotate`, { overlapSeconds: 3_600, ...fields });
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

async function setParty(change: 'is_blocked' | 'is_suspended'): Promise<void> {
  const text = `UPDATE parties SET ${change} = true WHERE id = $1`;
  await api.store.database.run({ name: `test-${change}`, text }, [partyID]);
}

describe('a merchant with the scope keys', () => {
  test('creates a key whose secret is shown once, and lists it without', async () => {
    const expiresAt = inDays(30);
    const created = await create(manager, { name: 'Выгрузка', scopes: ['payments', 'read', 'read'], expiresAt });
    expect(created.status).toBe(201);
    const { apiKey, ...key } = created.body;
    expect(apiKey).toMatch(SECRET);
    expect(key).toMatchObject({ name: 'Выгрузка', scopes: ['read', 'payments'], expiresAt, isCurrent: false });
    expect((await as(apiKey).get('/v2/processing/me')).body.id).toBe(partyID);
    const list = await manager.get(KEYS);
    expect(list.body.result.map(({ id, isCurrent }: any) => [id, isCurrent])).toEqual([
      [key.id, false],
      [managerID, true],
    ]);
    expect(JSON.stringify(list.body)).not.toMatch(/hf_|hash|secret/i);
    expect((await as(apiKey).get(KEYS)).body.result.find(({ isCurrent }: any) => isCurrent).id).toBe(key.id);
  });

  test('rotates a key, also its own, while the old one still works', async () => {
    const { body: key } = await create(manager, { name: 'касса', scopes: ['read', 'webhooks'] });
    const { status, body } = await rotate(manager, key.id);
    expect(status).toBe(200);
    expect(body.created).toMatchObject({
      name: 'касса',
      scopes: ['read', 'webhooks'],
      apiKey: expect.stringMatching(SECRET),
    });
    expect(Date.parse(body.previous.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
    for (const secret of [key.apiKey, body.created.apiKey]) {
      expect((await as(secret).get('/v2/processing/me')).status).toBe(200);
    }
    const own = await rotate(manager, managerID, { overlapSeconds: 0 });
    expect(own.body.previous).toMatchObject({ id: managerID, isCurrent: true });
    expect((await as(own.body.created.apiKey).get(KEYS)).body.result.length).toBe(4);
  });

  test('revokes any key once, whatever its scopes, and a repetition changes nothing', async () => {
    const [narrow] = await aKey(['read', 'keys']);
    const { body: key } = await create(manager, { scopes: [...KEY_SCOPES] });
    const first = await revoke(narrow, key.id, { reason: 'leaked' });
    expect(first).toMatchObject({ status: 200, body: { id: key.id, revokedAt: expect.any(String) } });
    expect((await revoke(narrow, key.id)).body).toEqual(first.body);
    expect((await listed()).at(-1)).toMatchObject({ id: key.id, revokedAt: first.body.revokedAt });
    expect((await rotate(manager, key.id)).status).toBe(404);
  });

  test('acts under its key in the audit log, which operators read and verify', async () => {
    const { body: key } = await create(manager);
    const { body } = await rotate(manager, key.id);
    await revoke(manager, key.id, { reason: 'из репозитория' });
    const operator = as((await anOperator(api.store.database, { name: `auditor-${partyID}` })).secret);
    const audited = async (id: string): Promise<string[]> =>
      (await operator.get(`/operators/v1/audit?subjectType=apiKey&subjectID=${id}`)).body.actions.map(
        ({ operation, caller, reason, after }: any) => `${operation} by ${caller}: ${reason ?? JSON.stringify(after)}`,
      );
    const by = `by apiKey/${managerID}`;
    expect(await audited(key.id)).toEqual([
      `revokeApiKey ${by}: из репозитория`,
      `rotateApiKey ${by}: {"replacedBy":"${body.created.id}"}`,
      `createApiKey ${by}: {"partyID":"${partyID}"}`,
    ]);
    expect(await audited(body.created.id)).toEqual([`rotateApiKey ${by}: {"partyID":"${partyID}"}`]);
    expect((await verifyAudit(api.store.database)).fault).toBeUndefined();
  });
});

describe('a key', () => {
  test('does not give scopes that it lacks, by creation or by rotation', async () => {
    const [narrow] = await aKey(['read', 'keys']);
    const created = await create(narrow, { scopes: ['read', 'payouts', 'payments'] });
    expect(created).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^body.scopes: .*payments, payouts/) },
    });
    const rotated = await rotate(narrow, managerID);
    expect(rotated).toMatchObject({ status: 403, body: { message: expect.stringMatching(/^keyID: .*payments/) } });
    expect((await listed()).length).toBe(2);
    expect((await create(narrow, { scopes: ['keys'] })).status).toBe(201);
  });

  test('gives no longer life than its own if it expires', async () => {
    const end = new Date(Date.now() + DAY_MS);
    const [expiring, id] = await aKey([...KEY_SCOPES], end);
    expect((await create(expiring)).body.expiresAt).toBe(end.toISOString());
    const late = {
      status: 400,
      body: { code: 'invalidRequest', message: expect.stringMatching(/^body.expiresAt: .*calling key/) },
    };
    expect(await create(expiring, { expiresAt: inDays(2) })).toMatchObject(late);
    expect(await rotate(expiring, managerID, { expiresAt: inDays(2) })).toMatchObject(late);
    for (const target of [managerID, id]) {
      expect((await rotate(expiring, target)).body.created.expiresAt).toBe(end.toISOString());
    }
    expect((await create(expiring)).body.expiresAt <= inDays(1 / 24)).toBe(true);
  });

  test('without the scope keys reads the list and changes nothing', async () => {
    const [reader] = await aKey(['read', 'payments', 'payouts', 'webhooks']);
    expect((await reader.get(KEYS)).status).toBe(200);
    const refused = { status: 403, body: { message: 'the key lacks the scope keys' } };
    for (const answer of [await create(reader), await rotate(reader, managerID), await revoke(reader, managerID)])
      expect(answer).toMatchObject(refused);
    const [blind] = await aKey(['keys']);
    expect((await blind.get(KEYS)).status).toBe(403);
  });

  test('creates no successor once it is revoked', async () => {
    const [stolen, stolenID] = await aKey([...KEY_SCOPES]);
    expect((await stolen.get(KEYS)).status).toBe(200);
    await revoke(manager, stolenID);
    const answers = [await create(stolen), await rotate(stolen, managerID), await revoke(stolen, managerID)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await listed()).filter(({ revokedAt }) => revokedAt === undefined).length).toBe(1);
  });

  test('created by an operator without scopes does not manage keys', async () => {
    const { secret } = await createApiKey(api.store.database, { partyID, name: 'default' });
    expect((await create(as(secret))).status).toBe(403);
  });

  test('is not found by another party', async () => {
    const { body: key } = await create(manager);
    const { merchant } = api.foreign;
    for (const act of [rotate, revoke]) {
      const [theirs, none] = [await act(merchant, key.id), await act(merchant, 'none')];
      expect([theirs.status, theirs.body]).toEqual([404, none.body]);
    }
    expect(JSON.stringify((await merchant.get(KEYS)).body)).not.toContain(key.id);
  });
});

test('tokens of payers are refused', async () => {
  const { shopID } = api.own;
  for (const kind of ['invoice', 'customer', 'invoiceTemplate'] as const) {
    const payer = as(await api.token({ kind, id: 'x', partyID, shopID }));
    const answers = [
      await payer.get(KEYS),
      await create(payer),
      await rotate(payer, managerID),
      await revoke(payer, managerID),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [401, undefined]));
  }
});

test.each([
  ['a name with control characters', { name: 'a\u001b[31mb' }, /^body.name: has a control character/],
  ['a name of two lines', { name: 'a\nb' }, /^body.name: must be one line/],
  ['a name that reverses the text', { name: 'a\u202eb' }, /^body.name: must be one line/],
  ['an empty name', { name: ' ' }, /name/],
  ['a long name', { name: 'x'.repeat(101) }, /name/],
  ['no scopes', { scopes: [] }, /scopes/],
  ['an unknown scope', { scopes: ['everything'] }, /scopes/],
  ['the name of a property as a scope', { scopes: ['__proto__'] }, /scopes/],
  ['a time in the past', { expiresAt: '2020-01-01T00:00:00Z' }, /^body.expiresAt: must be a future time/],
  ['a day that does not exist', { expiresAt: '2090-02-30T00:00:00Z' }, /^body.expiresAt/],
])('%s is refused with its place', async (_, fields, message) => {
  const answer = await create(manager, fields);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalidRequest', message: expect.stringMatching(message) },
  });
});

test('a body of a megabyte and overlaps outside the bounds are refused', async () => {
  expect([400, 413]).toContain((await create(manager, { name: 'x'.repeat(1_048_576) })).status);
  for (const overlapSeconds of [-1, 0.5, 31_622_401, '60', null]) {
    expect((await rotate(manager, managerID, { overlapSeconds })).status).toBe(400);
  }
  expect((await listed()).length).toBe(1);
});

describe('the limit of valid keys', () => {
  const fill = async (count: number, name = 'filler'): Promise<void> => {
    const text = `INSERT INTO api_keys (id, party_id, name, key_hash, scopes, created_at)
      SELECT $1 || n, $1, $3, sha256(convert_to($1 || $3 || n, 'UTF8')), '{read}', now() - interval '2 days'
      FROM generate_series(1, $2::integer) n`;
    await api.store.database.run({ name: 'test-fill-keys', text }, [partyID, count, name]);
  };

  test('holds for 64 concurrent callers', async () => {
    await fill(89);
    const managers = await Promise.all(Array.from({ length: 8 }, () => aKey([...KEY_SCOPES])));
    const callers = Array.from({ length: 8 }, () => managers.map(([client]) => client)).flat();
    const answers = await Promise.all(callers.map((caller) => create(caller)));
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(400)]).toEqual([2, 62]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 'limitExceeded', message: expect.stringContaining('revoke one') });
    expect((await listed()).length).toBe(100);
  });

  test('counts rotated keys during their overlap, and lets a key be replaced at once or revoked', async () => {
    await fill(99);
    expect((await rotate(manager, `${partyID}1`)).body.code).toBe('limitExceeded');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => rotate(manager, `${partyID}1`, { overlapSeconds: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect((await create(manager)).status).toBe(400);
    await revoke(manager, `${partyID}2`);
    expect((await create(manager)).status).toBe(201);
  });

  test('bounds the keys of a day, so that a loop does not fill the table', async () => {
    const text = `INSERT INTO api_keys (id, party_id, name, key_hash, revoked_at)
      SELECT $1 || n, $1, 'old', sha256(convert_to($1 || n, 'UTF8')), now() FROM generate_series(1, 999) n`;
    await api.store.database.run({ name: 'test-old-keys', text }, [partyID]);
    expect((await create(manager)).body).toMatchObject({
      code: 'limitExceeded',
      message: expect.stringContaining('24 hours'),
    });
    const list = await listed();
    expect([list.length, list[0].id]).toEqual([500, managerID]);
  });
});

describe('a party that is', () => {
  test('suspended manages its keys', async () => {
    await setParty('is_suspended');
    const { status, body } = await create(manager);
    expect([status, (await rotate(manager, body.id)).status, (await revoke(manager, body.id)).status]).toEqual([
      201, 200, 200,
    ]);
  });

  test('blocked creates no keys, and rotates and revokes them', async () => {
    const { body } = await create(manager);
    await setParty('is_blocked');
    expect(await create(manager)).toMatchObject({ status: 400, body: { code: 'invalidPartyStatus' } });
    expect([(await rotate(manager, body.id)).status, (await revoke(manager, body.id)).status]).toEqual([200, 200]);
  });
});
