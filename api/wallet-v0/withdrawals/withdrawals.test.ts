import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aCardToken,
  anAuthorisedDestination,
  aDestination,
  anIdentity,
  aWalletProvider,
  aWallet,
  readBalance,
  fund,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import * as factory from '../../../tests/harness/factories/withdrawal';
import { rub, withdrawalDesk } from '../../../tests/harness/factories/withdrawal';
import { recordPayOut, recordPayOutFailure } from '../../../store/wallets/withdrawal/withdrawal.transitions';

/* Withdrawals up to the connector request. */

const desk = withdrawalDesk();
const withdraw = (fields?: object, client?: HttpClient) => factory.withdraw(desk, fields, client);

let api: WalletApi;
let integrator: HttpClient;
let stranger: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeEach(() => {
  ({ api, integrator, stranger, identity, wallet, destination } = desk);
});

describe('a withdrawal', () => {
  test('holds its funds at once and pays or returns them at its end', async () => {
    const first = await withdraw({ metadata: { order: 1 }, customer: { firstName: 'Анна' }, externalID: 'w-1' });
    expect(first.status).toBe(202);
    expect(first.headers.get('location')).toBe(`${WALLET}/withdrawals/${first.body.id}`);
    expect(first.body).toMatchObject({ wallet, destination, body: rub(10_000), status: 'Pending', externalID: 'w-1' });
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
    await recordPayOut(api.store, first.body.id, 'reference');
    expect(await readBalance(integrator, wallet)).toEqual([990_000, 990_000]);

    const second = await withdraw();
    await recordPayOutFailure(api.store, second.body.id, { code: 'RejectedByIssuer' });
    expect(await readBalance(integrator, wallet)).toEqual([990_000, 990_000]);
    const failed = await integrator.get(`${WALLET}/withdrawals/${second.body.id}`);
    expect(failed.body).toMatchObject({ status: 'Failed', failure: { code: 'RejectedByIssuer' } });
    const found = await integrator.get(`${WALLET}/external-ids/withdrawals/w-1`);
    expect(found.body).toEqual({ ...first.body, status: 'Succeeded' });
    expect((await stranger.get(`${WALLET}/external-ids/withdrawals/w-1`)).status).toBe(404);
  });

  test('ends once although its end is recorded repeatedly', async () => {
    const { body } = await withdraw();
    await recordPayOut(api.store, body.id, 'reference');
    await recordPayOut(api.store, body.id, 'reference');
    await recordPayOutFailure(api.store, body.id, { code: 'RejectedByIssuer' });
    expect(await readBalance(integrator, wallet)).toEqual([990_000, 990_000]);
  });

  test('records its history in events', async () => {
    const { body } = await withdraw();
    await recordPayOutFailure(api.store, body.id, { code: 'InvalidReceiverResource' });
    const path = `${WALLET}/withdrawals/${body.id}/events`;
    const events = await integrator.get(`${path}?limit=10`);
    const type = 'WithdrawalStatusChanged';
    const failure = { code: 'InvalidReceiverResource' };
    expect(events.body).toEqual([
      { eventID: 1, occuredAt: body.createdAt, changes: [{ type, status: 'Pending' }] },
      { eventID: 2, occuredAt: expect.any(String), changes: [{ type, status: 'Failed', failure }] },
    ]);
    expect((await integrator.get(`${path}?limit=1`)).body).toEqual([events.body[0]]);
    expect((await integrator.get(`${path}?limit=10&eventCursor=1`)).body).toEqual([events.body[1]]);
    expect((await integrator.get(`${path}/2`)).body).toEqual(events.body[1]);
    expect((await integrator.get(`${path}/3`)).status).toBe(404);
    expect((await stranger.get(`${path}?limit=10`)).status).toBe(404);
  });

  test('returns the first one for the same external id', async () => {
    const fields = { externalID: 'again' };
    const first = await withdraw(fields);
    const again = await withdraw(fields);
    expect([again.status, again.body]).toEqual([202, first.body]);
    for (const other of [{ body: rub(1) }, { fee: rub(7) }, { metadata: { a: 1 } }, { wallet: 'no such wallet' }]) {
      const answer = await withdraw({ ...fields, ...other });
      expect([other, answer.status, answer.body.id]).toEqual([other, 409, first.body.id]);
    }
    const bad = await withdraw({ ...fields, body: rub(1), quoteToken: 'nonsense' });
    expect([bad.status, bad.body.id]).toEqual([409, first.body.id]);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });

  test('happens once per external id despite concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw({ externalID: 'twenty' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });
});

test('200 concurrent withdrawals never overdraw a wallet and lose none', async () => {
  await fund(api.store, wallet, 500_000);
  const answers = await Promise.all(Array.from({ length: 200 }, () => withdraw({ body: rub(10_000) })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const statuses = answers.map(({ body }) => body.status);
  expect(statuses.filter((status) => status === 'Pending')).toHaveLength(150);
  expect(statuses.filter((status) => status === 'Failed')).toHaveLength(50);
  expect(await readBalance(integrator, wallet)).toEqual([1_500_000, 0]);
  const ids = new Set<string>();
  let token = '';
  do {
    const { body } = await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=60${token}`);
    for (const { id } of body.result) ids.add(id);
    token = body.continuationToken ? `&continuationToken=${body.continuationToken}` : '';
  } while (token);
  expect(ids).toEqual(new Set(answers.map(({ body }) => body.id)));
});

describe('fails at its creation', () => {
  test('for lack of funds', async () => {
    const { status, body } = await withdraw({ body: rub(1_000_001) });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'Failed', failure: { code: 'InsufficientFunds' } });
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 1_000_000]);
    const events = await integrator.get(`${WALLET}/withdrawals/${body.id}/events?limit=9`);
    expect(events.body).toHaveLength(2);
  });

  test('above the limit of its wallet', async () => {
    const provider = await aWalletProvider(api.store, 'limited', (test) => ({
      ...test,
      terms: {
        ...test.terms,
        currencies: [
          { currency: 'RUB', minAmountMinor: 1n, maxAmountMinor: 10n ** 9n, withdrawalsPerDayMinor: 15_000n },
        ],
      },
    }));
    const limited = await aWallet(integrator, { identity: await anIdentity(integrator, { provider }) });
    await fund(api.store, limited, 1_000_000);
    const answers = await Promise.all([1, 2, 3].map(() => withdraw({ wallet: limited, body: rub(7_000) })));
    expect(answers.filter(({ body }) => body.status === 'Pending')).toHaveLength(2);
    const [failed] = answers.filter(({ body }) => body.status === 'Failed');
    expect(failed?.body.failure).toEqual({ code: 'account_limit_exceeded', subError: { code: 'amount' } });
    expect(await readBalance(integrator, limited)).toEqual([1_000_000, 986_000]);
    const [held] = answers.filter(({ body }) => body.status === 'Pending');
    await recordPayOutFailure(api.store, held?.body.id, { code: 'RejectedByIssuer' });
    expect((await withdraw({ wallet: limited, body: rub(7_000) })).body.status).toBe('Pending');
  });

  test('without a route', async () => {
    const provider = await aWalletProvider(api.store, 'no-routes', (test) => ({
      ...test,
      terms: { ...test.terms, routes: [] },
    }));
    const stuck = await aWallet(integrator, { identity: await anIdentity(integrator, { provider }) });
    await fund(api.store, stuck, 10_000);
    const { body } = await withdraw({ wallet: stuck });
    expect(body).toMatchObject({ status: 'Failed', failure: { code: 'no_route_found' } });
  });
});

describe('gets 422 for', () => {
  test.each([
    ['no such wallet', { wallet: 'unknown' }],
    ['no such destination', { destination: 'unknown' }],
    ['currency is not allowed by the terms', { body: { amount: 1, currency: 'XAU' } }],
    ['currencies of wallet, destination and body differ', { body: { amount: 1, currency: 'USD' } }],
    ['amount is outside of the terms', { body: rub(1) }],
    ['amount is outside of the terms', { body: rub(0) }],
    ['amount is outside of the terms', { body: rub(-5) }],
  ])('%s', async (message, fields) => {
    const { status, body } = await withdraw(fields);
    expect([status, body]).toEqual([422, { message }]);
  });

  test('a wallet or a destination of another party', async () => {
    expect((await withdraw({}, stranger)).body.message).toBe('no such wallet');
    const own = await aWallet(stranger);
    expect((await withdraw({ wallet: own }, stranger)).body.message).toBe('no such destination');
  });

  test('a destination without a current authorisation', async () => {
    const waiting = await aDestination(integrator, { identity });
    const message = 'destination is not authorised, or its authorisation has run out';
    expect((await withdraw({ destination: waiting })).body.message).toBe(message);
    const provider = await aWalletProvider(api.store, 'brief', (test) => ({
      ...test,
      authorisationLifetimeSeconds: 1,
    }));
    const brief = await anAuthorisedDestination(api.store, integrator, {
      identity: await anIdentity(integrator, { provider }),
    });
    const shown = await integrator.get(`${WALLET}/destinations/${brief}`);
    expect(Date.parse(shown.body.validUntil)).toBeLessThanOrEqual(Date.now() + 1_000);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await withdraw({ destination: brief })).body.message).toBe(message);
  });

  test('a wallet and a destination of different realms', async () => {
    const live = await anAuthorisedDestination(api.store, integrator, {
      identity: await anIdentity(integrator, { provider: 'dpl' }),
    });
    const { message } = (await withdraw({ destination: live })).body;
    expect(message).toBe('wallet and destination cannot be combined: one is a test one');
  });

  test('a blocked wallet, a forbidden resource, a card with an unknown issuer', async () => {
    const block = 'UPDATE wallets SET is_blocked = $2 WHERE id = $1';
    await api.store.database.run({ name: 'test-block', text: block }, [wallet, true]);
    const { message } = (await withdraw()).body;
    expect(message).toBe('wallet is inaccessible: it, its identity or its party is blocked');
    await api.store.database.run({ name: 'test-block', text: block }, [wallet, false]);

    const provider = await aWalletProvider(api.store, 'changing', (test) => test);
    const changing = await aWallet(integrator, { identity: await anIdentity(integrator, { provider }) });
    const token = await aCardToken(integrator, '2201382000000013');
    const resource = { type: 'BankCardDestinationResource', token };
    const card = await anAuthorisedDestination(api.store, integrator, { identity, resource });
    await aWalletProvider(api.store, 'changing', (test) => ({
      ...test,
      terms: { ...test.terms, cardPaymentSystems: ['visa'] },
    }));
    expect((await withdraw({ wallet: changing, destination: card })).body.message).toBe(
      'issuer of the card is not known',
    );
    await aWalletProvider(api.store, 'changing', (test) => ({ ...test, terms: { ...test.terms, resourceTypes: [] } }));
    const forbidden = (await withdraw({ wallet: changing, destination: card })).body;
    expect(forbidden.message).toBe('destination resource is no longer allowed');
  });
});

describe('a list', () => {
  test('supports every filter', async () => {
    const { body: made } = await withdraw({ body: rub(20_000), externalID: 'listed' });
    await withdraw({ body: rub(30_000), externalID: 'listed too' });
    const list = async (query: string) =>
      (await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=10&${query}`)).body.result.length;
    expect(await list(`withdrawalID=${made.id}`)).toBe(1);
    expect(await list(`destinationID=${destination}`)).toBe(2);
    expect(await list(`identityID=${identity}`)).toBe(2);
    expect(await list('identityID=unknown')).toBe(0);
    expect(await list('externalID=listed')).toBe(1);
    expect(await list('externalID=unknown')).toBe(0);
    expect(await list('status=Pending')).toBe(2);
    expect(await list('status=Failed')).toBe(0);
    expect(await list('amountFrom=20001')).toBe(1);
    expect(await list('amountTo=20000')).toBe(1);
    expect(await list('currencyID=USD')).toBe(0);
    expect(await list(`createdAtFrom=${made.createdAt}`)).toBe(2);
    expect(await list(`createdAtTo=${made.createdAt}`)).toBe(1);
    expect(await list('partyID=another-party')).toBe(0);
    expect(await list(`partyID=${api.own.partyID}`)).toBe(2);
  });

  test.each(['createdAtFrom=2026-02-01T00:00:00Z&createdAtTo=2026-01-01T00:00:00Z', 'amountFrom=2&amountTo=1'])(
    'is refused for a range that ends before it begins: %s',
    async (query) => {
      const { status, body } = await integrator.get(`${WALLET}/withdrawals?limit=1&${query}`);
      expect([status, body.errorType]).toEqual([400, 'NoMatch']);
    },
  );

  test.each([
    ['amountFrom', '-1', 'NoMatch'],
    ['amountTo', '-1', 'NoMatch'],
    ['amountFrom', '15.50', 'WrongType'],
    ['amountFrom', '1e3', 'WrongType'],
    ['amountTo', '9007199254740993', 'NotInRange'],
  ])('is refused for an amount that no withdrawal has: %s=%s', async (name, amount, errorType) => {
    const { status, body } = await integrator.get(`${WALLET}/withdrawals?limit=1&${name}=${amount}`);
    expect([status, body.errorType, body.name]).toEqual([400, errorType, name]);
  });

  test('rejects an unknown filter value', async () => {
    const { status, body } = await integrator.get(`${WALLET}/withdrawals?limit=1&status=Foo`);
    expect([status, body.errorType, body.name]).toEqual([400, 'NoMatch', 'status']);
  });

  test('rejects a day outside of the calendar', async () => {
    const query = 'limit=1&createdAtFrom=2026-02-30T00:00:00Z';
    const { status, body } = await integrator.get(`${WALLET}/withdrawals?${query}`);
    expect([status, body.errorType, body.name]).toEqual([400, 'NoMatch', 'createdAtFrom']);
  });
});
