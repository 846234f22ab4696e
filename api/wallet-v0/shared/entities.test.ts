import {
  startWalletApi,
  anIdentity,
  aWallet,
  aDestination,
  RUB_ACCOUNT,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import type { HttpClient } from '../../../tests/harness/http-client';

let api: WalletApi;
let integrator: HttpClient;
let stranger: HttpClient;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  stranger = api.stranger.merchant;
});

afterAll(() => api?.stop());

describe('reference data', () => {
  test('a currency is found in either case, with its Russian name and its sign', async () => {
    const { status, body } = await integrator.get(`${WALLET}/currencies/rub`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: 'RUB', numericCode: '643', name: 'российский рубль', sign: '₽', exponent: 2 });
    expect((await integrator.get(`${WALLET}/currencies/JPY`)).body.exponent).toBe(0);
  });

  test('an unknown currency code is 404 without a body', async () => {
    const { status, body } = await integrator.get(`${WALLET}/currencies/ZZZ`);
    expect(status).toBe(404);
    expect(body).toBeUndefined();
  });

  test('a residence has its Russian name and its flag', async () => {
    const { body } = await integrator.get(`${WALLET}/residences/rus`);
    expect(body).toEqual({ id: 'RUS', name: 'Российская Федерация', flag: '🇷🇺' });
    expect((await integrator.get(`${WALLET}/residences/ZZZ`)).status).toBe(404);
  });

  test('providers are listed and filtered by residence', async () => {
    const all = await integrator.get(`${WALLET}/providers`);
    expect(all.body.map(({ id }: { id: string }) => id)).toEqual(['dpl', 'test', 'test-reviewed']);
    const kazakh = await integrator.get(`${WALLET}/providers?residence=kaz`);
    expect(kazakh.body.map(({ id }: { id: string }) => id)).toEqual(['test']);
    expect((await integrator.get(`${WALLET}/providers/dpl`)).body.residences).toEqual(['RUS']);
    expect((await integrator.get(`${WALLET}/providers/unknown`)).status).toBe(404);
  });
});

describe('an identity', () => {
  test('can be created and read by its Location', async () => {
    const given = { name: 'Ivan', provider: 'test', metadata: { city: 'Пермь' }, externalID: 'identity-1' };
    const created = await integrator.post(`${WALLET}/identities`, given);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${WALLET}/identities/${created.body.id}`);
    expect(created.body).toMatchObject({ ...given, isBlocked: false, partyID: api.own.partyID });
    const read = await integrator.get(created.headers.get('location') ?? '');
    expect(read.body).toEqual(created.body);
    const named = await integrator.post(`${WALLET}/identities`, { ...given, partyID: api.own.partyID });
    expect([named.status, named.body]).toEqual([201, created.body]);
  });

  test('returns the first one for the same external id, or a conflict for other parameters', async () => {
    const given = { name: 'Olga', provider: 'test', externalID: 'identity-2' };
    const first = await integrator.post(`${WALLET}/identities`, given);
    const again = await integrator.post(`${WALLET}/identities`, given);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await integrator.post(`${WALLET}/identities`, { ...given, name: 'Anna' });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ externalID: 'identity-2', id: first.body.id });
  });

  test('belongs to its party alone', async () => {
    const id = await anIdentity(integrator);
    const { status, body } = await stranger.get(`${WALLET}/identities/${id}`);
    expect([status, body]).toEqual([404, undefined]);
    const withForeign = await stranger.post(`${WALLET}/wallets`, { name: 'Mine', identity: id, currency: 'RUB' });
    expect([withForeign.status, withForeign.body]).toEqual([422, { message: 'no such identity' }]);
  });

  test.each([
    ['no such provider', { provider: 'unknown' }],
    ['party does not exist', { partyID: 'another-party' }],
  ])('gets 422: %s', async (message, change) => {
    const answer = await integrator.post(`${WALLET}/identities`, { name: 'Ivan', provider: 'test', ...change });
    expect([answer.status, answer.body]).toEqual([422, { message }]);
  });

  test('cannot be created while its party is suspended', async () => {
    const suspend = (value: boolean) =>
      api.store.database.run({ name: 'test-suspend', text: 'UPDATE parties SET is_suspended = $2 WHERE id = $1' }, [
        api.foreign.partyID,
        value,
      ]);
    await suspend(true);
    const answer = await stranger.post(`${WALLET}/identities`, { name: 'Ivan', provider: 'test' });
    await suspend(false);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('party is inaccessible: blocked or suspended');
  });

  test('shows the withdrawal methods of its provider', async () => {
    const { body } = await integrator.get(`${WALLET}/identities/${await anIdentity(integrator)}/withdrawal-methods`);
    expect(body.methods.map(({ method }: { method: string }) => method)).toEqual([
      'WithdrawalMethodBankCard',
      'WithdrawalMethodDigitalWallet',
      'WithdrawalMethodGeneric',
    ]);
  });
});

describe('a wallet', () => {
  test('starts empty and can be found by its external id', async () => {
    const identity = await anIdentity(integrator);
    const given = {
      name: 'Main',
      identity,
      currency: 'RUB',
      externalID: 'wallet-1',
      metadata: { a: [1, { b: null }] },
    };
    const created = await integrator.post(`${WALLET}/wallets`, given);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${WALLET}/wallets/${created.body.id}`);
    const account = await integrator.get(`${WALLET}/wallets/${created.body.id}/account`);
    const nothing = { amount: 0, currency: 'RUB' };
    expect(account.body).toEqual({ own: nothing, available: nothing });
    const found = await integrator.get(`${WALLET}/external/wallets?externalID=wallet-1`);
    expect(found.body).toEqual(created.body);
    expect((await stranger.get(`${WALLET}/external/wallets?externalID=wallet-1`)).status).toBe(404);
    expect((await stranger.get(`${WALLET}/wallets/${created.body.id}/account`)).status).toBe(404);
  });

  test('returns the first one for the same external id, or a conflict for other parameters', async () => {
    const identity = await anIdentity(integrator);
    const given = { name: 'Main', identity, currency: 'RUB', externalID: 'wallet-2' };
    const first = await integrator.post(`${WALLET}/wallets`, given);
    const again = await integrator.post(`${WALLET}/wallets`, given);
    expect([again.status, again.body]).toEqual([201, first.body]);
    for (const change of [{ name: 'Other' }, { currency: 'USD' }, { identity: await anIdentity(integrator) }]) {
      const other = await integrator.post(`${WALLET}/wallets`, { ...given, ...change });
      const message = 'externalID has been used with other parameters';
      expect([other.status, other.body]).toEqual([409, { externalID: 'wallet-2', id: first.body.id, message }]);
    }
  });

  test('rejects a currency that the provider does not support', async () => {
    const identity = await anIdentity(integrator);
    const answer = await integrator.post(`${WALLET}/wallets`, { name: 'Main', identity, currency: 'XAU' });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('currency is not supported by the identity’s provider');
  });
});

describe('lists', () => {
  test('page by continuation tokens, newest first, without repeating or skipping any', async () => {
    const identity = await anIdentity(integrator, { name: 'Lists' });
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift(await aWallet(integrator, { identity }));
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const next = token === undefined ? '' : `&continuationToken=${token}`;
      const page = await integrator.get(`${WALLET}/wallets?identityID=${identity}&limit=2${next}`);
      expect(page.status).toBe(200);
      seen.push(...page.body.result.map(({ id }: { id: string }) => id));
      token = page.body.continuationToken;
    } while (token !== undefined);
    expect(seen).toEqual(made);
  });

  test('show a thousand identities per page', async () => {
    const made = `INSERT INTO identities (id, party_id, provider_id, name, created_at)
      SELECT 'many-' || n, $1, 'test', 'Many', $2 FROM generate_series(1, 1001) n RETURNING id`;
    const { database } = api.store;
    const values = [api.stranger.partyID, new Date('2026-01-01T00:00:00Z')];
    const rows = await database.run<{ id: string }>({ name: 'test-many', text: made }, values);
    const first = await stranger.get(`${WALLET}/identities?providerID=test`);
    expect(first.body.result).toHaveLength(1_000);
    const { continuationToken } = first.body;
    const second = await stranger.get(`${WALLET}/identities?providerID=test&continuationToken=${continuationToken}`);
    expect(second.body).not.toHaveProperty('continuationToken');
    const ids = [...first.body.result, ...second.body.result].map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(ids).toHaveLength(1_001);
  });

  test('filter identities by provider', async () => {
    const ids = async (query: string) =>
      (await integrator.get(`${WALLET}/identities?${query}`)).body.result.map(({ id }: { id: string }) => id);
    expect(await ids('providerID=test-reviewed')).toEqual([]);
    const reviewed = await anIdentity(integrator, { provider: 'test-reviewed' });
    expect(await ids('providerID=test-reviewed')).toEqual([reviewed]);
    expect(await ids('providerID=test')).not.toContain(reviewed);
  });

  test('ignore a filter by the own party', async () => {
    const identity = await anIdentity(integrator);
    await aWallet(integrator, { identity });
    await aDestination(integrator, { identity });
    for (const what of ['identities', 'wallets', 'destinations']) {
      const list = async (query: string) => (await integrator.get(`${WALLET}/${what}?limit=1000&${query}`)).body.result;
      const all = await list('');
      expect(all.length).toBeGreaterThan(0);
      expect(await list(`partyID=${api.own.partyID}`)).toEqual(all);
      expect(await list('partyID=another-party')).toEqual([]);
    }
  });

  test('refuse a continuation token of another search', async () => {
    const identity = await anIdentity(integrator);
    await aWallet(integrator, { identity });
    await aWallet(integrator, { identity });
    const page = await integrator.get(`${WALLET}/wallets?identityID=${identity}&limit=1`);
    const token = page.body.continuationToken;
    for (const path of [
      `limit=1&continuationToken=${token}`,
      'limit=1&continuationToken=nonsense',
      'limit=1&continuationToken=',
    ]) {
      const answer = await integrator.get(`${WALLET}/wallets?${path}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errorType).toMatch(/InvalidToken|WrongLength/);
    }
    const foreign = await stranger.get(`${WALLET}/wallets?identityID=${identity}&limit=1&continuationToken=${token}`);
    expect([foreign.status, foreign.body.errorType]).toEqual([400, 'InvalidToken']);
  });

  test('filter by currency, and show nothing of another party', async () => {
    const identity = await anIdentity(integrator);
    await aWallet(integrator, { identity, currency: 'USD' });
    const dollar = await integrator.get(`${WALLET}/wallets?identityID=${identity}&currencyID=USD&limit=10`);
    expect(dollar.body.result).toHaveLength(1);
    const rouble = await integrator.get(`${WALLET}/wallets?identityID=${identity}&currencyID=RUB&limit=10`);
    expect(rouble.body).toEqual({ result: [] });
    const foreign = await stranger.get(`${WALLET}/wallets?identityID=${identity}&limit=10`);
    expect(foreign.body).toEqual({ result: [] });
    const requested = await stranger.get(`${WALLET}/wallets?partyID=${api.own.partyID}&limit=10`);
    expect(requested.body).toEqual({ result: [] });
    const identities = await integrator.get(`${WALLET}/identities?providerID=dpl`);
    expect(identities.body).toEqual({ result: [] });
  });

  test.each([
    ['WrongType', 'limit=many', 'limit'],
    ['NotFound', '', 'limit'],
    ['NotInRange', 'limit=0', 'limit'],
    ['NotInRange', 'limit=1001', 'limit'],
    ['NoMatch', 'limit=1&currencyID=rub', 'currencyID'],
    ['WrongLength', `limit=1&identityID=${'x'.repeat(41)}`, 'identityID'],
  ])('refuse an invalid parameter with %s: %s', async (errorType, query, name) => {
    const { status, body } = await integrator.get(`${WALLET}/wallets?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errorType, name });
  });
});

describe('errors', () => {
  test('a schema violation names the field', async () => {
    const { status, body } = await integrator.post(`${WALLET}/identities`, { name: 'Ivan' });
    expect(status).toBe(400);
    expect(body).toEqual({ errorType: 'SchemaViolated', name: 'provider', description: "'provider' is required" });
  });

  test('a request without an id or with an invalid deadline is refused', async () => {
    const path = `${WALLET}/currencies/RUB`;
    const nameless = await integrator.get(path, { headers: { 'X-Request-ID': undefined } });
    expect(nameless).toMatchObject({ status: 400, body: { errorType: 'NotFound', name: 'X-Request-ID' } });
    const long = await integrator.get(path, { headers: { 'X-Request-ID': 'x'.repeat(33) } });
    expect(long).toMatchObject({ status: 400, body: { errorType: 'WrongLength', name: 'X-Request-ID' } });
    const late = await integrator.get(path, { headers: { 'X-Request-Deadline': '15h' } });
    expect([late.status, late.body.name]).toEqual([400, 'X-Request-Deadline']);
  });

  test('an unauthenticated request gets 401 without a body', async () => {
    const { status, body } = await integrator.as(undefined).get(`${WALLET}/currencies/RUB`);
    expect([status, body]).toEqual([401, undefined]);
  });

  test('an unknown path is 404 and no internal error', async () => {
    const { status } = await integrator.get(`${WALLET}/nothing`);
    expect(status).toBe(404);
  });
});

test('a destination is read by id and by external id, and never by another party', async () => {
  const identity = await anIdentity(integrator);
  const given = { name: 'Счёт', identity, currency: 'RUB', resource: RUB_ACCOUNT, externalID: 'destination-1' };
  const created = await integrator.post(`${WALLET}/destinations`, given);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ ...given, status: 'Unauthorized', isBlocked: false });
  expect((await integrator.get(created.headers.get('location') ?? '')).body).toEqual(created.body);
  const found = await integrator.get(`${WALLET}/external-ids/destinations/destination-1`);
  expect(found.body).toEqual(created.body);
  expect((await stranger.get(`${WALLET}/external-ids/destinations/destination-1`)).status).toBe(404);
  expect((await stranger.get(`${WALLET}/destinations/${created.body.id}`)).status).toBe(404);
  await aDestination(integrator, { identity, currency: 'USD' });
  const roubles = await integrator.get(`${WALLET}/destinations?identityID=${identity}&currencyID=RUB&limit=5`);
  expect(roubles.body.result).toEqual([created.body]);
});
