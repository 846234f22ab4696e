import type { HttpClient } from '../../../testing/http-client';
import {
  aCardToken,
  anAuthorisedDestination,
  aDestination,
  anIdentity,
  aWalletProvider,
  aWallet,
  balanceOf,
  fund,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../testing/factories/wallet';
import { verifyLedger } from '../../../store/ledger/verify';
import { grantDestination, readGrant } from '../../../store/grant/grant-tokens';
import { createQuote } from '../../../store/quote/quote.create';
import { recordPayOut, recordPayOutFailure } from '../../../store/withdrawal/withdrawal.transitions';

/* Withdrawals, quotes and grants as far as they are decided before a provider is asked: over HTTP, on PostgreSQL. */

let api: WalletApi;
let integrator: HttpClient;
let stranger: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  stranger = api.stranger.merchant;
  identity = await anIdentity(integrator);
  destination = await anAuthorisedDestination(api.store, integrator, { identity });
});

afterAll(() => api?.stop());

beforeEach(async () => {
  wallet = await aWallet(integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
});

afterEach(async () => {
  expect(await verifyLedger(api.store.database)).toEqual([]);
});

const rub = (amount: number) => ({ amount, currency: 'RUB' });
const withdraw = (fields: object = {}, client = integrator) =>
  client.post(`${WALLET}/withdrawals`, { wallet, destination, body: rub(10_000), ...fields });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a withdrawal', () => {
  test('holds its funds at once, and gives them away or back when it ends', async () => {
    const first = await withdraw({ metadata: { order: 1 }, customer: { firstName: 'Анна' }, externalID: 'w-1' });
    expect(first.status).toBe(202);
    expect(first.headers.get('location')).toBe(`${WALLET}/withdrawals/${first.body.id}`);
    expect(first.body).toMatchObject({ wallet, destination, body: rub(10_000), status: 'Pending', externalID: 'w-1' });
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 990_000]);
    await recordPayOut(api.store, first.body.id, 'reference');
    expect(await balanceOf(integrator, wallet)).toEqual([990_000, 990_000]);

    const second = await withdraw();
    await recordPayOutFailure(api.store, second.body.id, { code: 'RejectedByIssuer' });
    expect(await balanceOf(integrator, wallet)).toEqual([990_000, 990_000]);
    const failed = await integrator.get(`${WALLET}/withdrawals/${second.body.id}`);
    expect(failed.body).toMatchObject({ status: 'Failed', failure: { code: 'RejectedByIssuer' } });
    const found = await integrator.get(`${WALLET}/external-ids/withdrawals/w-1`);
    expect(found.body).toEqual({ ...first.body, status: 'Succeeded' });
    expect((await stranger.get(`${WALLET}/external-ids/withdrawals/w-1`)).status).toBe(404);
  });

  test('ends once, however often its end is recorded', async () => {
    const { body } = await withdraw();
    await recordPayOut(api.store, body.id, 'reference');
    await recordPayOut(api.store, body.id, 'reference');
    await recordPayOutFailure(api.store, body.id, { code: 'RejectedByIssuer' });
    expect(await balanceOf(integrator, wallet)).toEqual([990_000, 990_000]);
  });

  test('tells its story in events', async () => {
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

  test('is the same one under the same external id', async () => {
    const fields = { externalID: 'again' };
    const first = await withdraw(fields);
    const again = await withdraw(fields);
    expect([again.status, again.body]).toEqual([202, first.body]);
    const other = await withdraw({ ...fields, body: rub(1) });
    expect([other.status, other.body.id]).toEqual([409, first.body.id]);
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });

  test('under one external id happens once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw({ externalID: 'twenty' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });
});

test('200 concurrent withdrawals of one wallet never overdraw it and never lose one', async () => {
  await fund(api.store, wallet, 500_000);
  const answers = await Promise.all(Array.from({ length: 200 }, () => withdraw({ body: rub(10_000) })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const statuses = answers.map(({ body }) => body.status);
  expect(statuses.filter((status) => status === 'Pending')).toHaveLength(150);
  expect(statuses.filter((status) => status === 'Failed')).toHaveLength(50);
  expect(await balanceOf(integrator, wallet)).toEqual([1_500_000, 0]);
  const ids = new Set<string>();
  let token = '';
  do {
    const { body } = await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=60${token}`);
    for (const { id } of body.result) ids.add(id);
    token = body.continuationToken ? `&continuationToken=${body.continuationToken}` : '';
  } while (token);
  expect(ids).toEqual(new Set(answers.map(({ body }) => body.id)));
});

describe('has failed from the start', () => {
  test('for lack of funds', async () => {
    const { status, body } = await withdraw({ body: rub(1_000_001) });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'Failed', failure: { code: 'InsufficientFunds' } });
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 1_000_000]);
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
    expect(await balanceOf(integrator, limited)).toEqual([1_000_000, 986_000]);
    const [held] = answers.filter(({ body }) => body.status === 'Pending');
    await recordPayOutFailure(api.store, held?.body.id, { code: 'RejectedByIssuer' });
    expect((await withdraw({ wallet: limited, body: rub(7_000) })).body.status).toBe('Pending');
  });

  test('where no route leads', async () => {
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

describe('is refused with 422', () => {
  test.each([
    ['no such wallet', { wallet: 'nobody' }],
    ['no such destination', { destination: 'nobody' }],
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

  test('a destination that is not authorised, or no longer', async () => {
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

  test('a blocked wallet, a resource that is no longer allowed, a card whose issuer is not known', async () => {
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

const grantOf = async (asset = rub(20_000), validUntil = tomorrow()) =>
  (await integrator.post(`${WALLET}/wallets/${wallet}/grants`, { asset, validUntil })).body.token as string;

describe('with a grant', () => {
  test('another party withdraws once, within asset and time', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await grantOf();
    const fields = { destination: own, walletGrant, externalID: 'granted' };
    const first = await withdraw(fields, stranger);
    expect([first.status, first.body.status]).toEqual([202, 'Pending']);
    expect((await withdraw(fields, stranger)).body.id).toBe(first.body.id);
    const second = await withdraw({ destination: own, walletGrant }, stranger);
    expect([second.status, second.body.errorType]).toEqual([400, 'InvalidToken']);
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 990_000]);
    const seen = await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=5`);
    expect(seen.body.result.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
    expect((await integrator.get(`${WALLET}/withdrawals/${first.body.id}`)).status).toBe(200);
  });

  test('another party withdraws once, however many of its requests come at once', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await grantOf();
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw({ destination: own, walletGrant }, stranger)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 990_000]);
  });

  test('of a destination another party withdraws to it once', async () => {
    const { body } = await integrator.post(`${WALLET}/destinations/${destination}/grants`, { validUntil: tomorrow() });
    const own = await aWallet(stranger);
    await fund(api.store, own, 50_000);
    const fields = { wallet: own, destinationGrant: body.token };
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(fields, stranger)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
  });

  test('that was changed, is over, is too small or for something else, nobody withdraws', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const soon = await grantOf(rub(20_000), new Date(Date.now() + 3_000).toISOString());
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    const good = await grantOf();
    const { body } = await integrator.post(`${WALLET}/destinations/${destination}/grants`, { validUntil: tomorrow() });
    const tries = [{ walletGrant: `${good.slice(0, -4)}AAAA` }, { walletGrant: soon }, { walletGrant: body.token }];
    for (const fields of [...tries, { walletGrant: good, body: rub(20_001) }, { walletGrant: 'x' }]) {
      const answer = await withdraw({ destination: own, ...fields }, stranger);
      expect([answer.status, answer.body.errorType]).toEqual([400, 'InvalidToken']);
    }
    const elsewhere = await aWallet(integrator, { identity });
    const answer = await withdraw({ wallet: elsewhere, destination: own, walletGrant: good }, stranger);
    expect([answer.status, answer.body.errorType]).toEqual([400, 'InvalidToken']);
  });

  test('for something else does not tell whether what is asked for exists', async () => {
    const destination = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await grantOf();
    const elsewhere = await aWallet(integrator, { identity });
    const answers = await Promise.all(
      [elsewhere, 'nowhere'].map((walletID) => withdraw({ wallet: walletID, destination, walletGrant }, stranger)),
    );
    expect(answers[0]).toMatchObject({ status: 400, body: { errorType: 'InvalidToken', name: 'walletGrant' } });
    expect([answers[1]?.status, answers[1]?.body]).toEqual([answers[0]?.status, answers[0]?.body]);
  });

  test('is not given for nothing, in another currency, or for the past', async () => {
    const path = `${WALLET}/wallets/${wallet}/grants`;
    for (const [asset, validUntil] of [
      [rub(0), tomorrow()],
      [{ amount: 1, currency: 'USD' }, tomorrow()],
      [rub(1), '2020-01-01T00:00:00Z'],
    ]) {
      expect((await integrator.post(path, { asset, validUntil })).status).toBe(422);
    }
  });
});

describe('with a quote', () => {
  const ask = (fields: object = {}, client = integrator) =>
    client.post(`${WALLET}/withdrawal-quotes`, {
      ...{ walletID: wallet, currencyFrom: 'RUB', currencyTo: 'USD', cash: rub(90_000) },
      ...fields,
    });

  test('the wallet gives one currency and the destination gets another', async () => {
    const dollars = await anAuthorisedDestination(api.store, integrator, { identity, currency: 'USD' });
    const quote = await ask({ destinationID: dollars });
    expect(quote.status).toBe(202);
    expect(quote.body).toMatchObject({ cashFrom: rub(90_000), cashTo: { amount: 1_000, currency: 'USD' } });
    expect(Date.parse(quote.body.expiresOn) - Date.parse(quote.body.createdAt)).toBe(900_000);
    const { quoteToken } = quote.body;
    const first = await withdraw({ destination: dollars, body: rub(90_000), quoteToken });
    expect([first.status, first.body.status]).toEqual([202, 'Pending']);
    expect(first.body.quote.cashTo).toEqual({ amount: 1_000, currency: 'USD' });
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 910_000]);
    const again = await withdraw({ destination: dollars, body: rub(90_000), quoteToken });
    expect([again.status, again.body.errorType]).toEqual([400, 'InvalidToken']);
    await recordPayOut(api.store, first.body.id, 'reference');
    expect(await balanceOf(integrator, wallet)).toEqual([910_000, 910_000]);
  });

  test('the wallet gives its money once, however many show the quote at once', async () => {
    const { quoteToken } = (await ask({ currencyTo: 'RUB', destinationID: destination })).body;
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw({ body: rub(90_000), quoteToken })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 910_000]);
  });

  test('an external id gives the same quote again, also when it is over, and with other parameters a conflict', async () => {
    const fields = { currencyTo: 'RUB', externalID: 'quote-1' };
    const first = await ask(fields);
    const again = await Promise.all([ask(fields), ask(fields), ask({ ...fields, walletGrant: undefined })]);
    for (const { status, body } of again) expect([status, body]).toEqual([202, first.body]);
    const other = await ask({ ...fields, cash: rub(80_000) });
    expect(other).toMatchObject({ status: 409, body: { externalID: 'quote-1', message: expect.any(String) } });
    expect((await ask({ currencyTo: 'RUB' })).body.quoteToken).not.toBe(first.body.quoteToken);
    const { quoteToken } = first.body;
    expect((await withdraw({ body: rub(90_000), quoteToken })).status).toBe(202);
    const reused = await withdraw({ body: rub(90_000), quoteToken: (await ask(fields)).body.quoteToken });
    expect([reused.status, reused.body.errorType]).toEqual([400, 'InvalidToken']);
  });

  test('of two that come at once under one external id both get the same quote', async () => {
    const fields = { currencyTo: 'RUB', externalID: 'quote-2' };
    const quotes = await Promise.all(Array.from({ length: 8 }, () => ask(fields)));
    expect(new Set(quotes.map(({ body }) => body.quoteToken)).size).toBe(1);
  });

  test('that has expired nothing is withdrawn', async () => {
    const cash = { amountMinor: 90_000n, currency: 'RUB' };
    const request = { partyID: api.own.partyID, walletID: wallet, currencyFrom: 'RUB', currencyTo: 'RUB', cash };
    const quoted = async (minutesAgo: number) => {
      const now = new Date(Date.now() - minutesAgo * 60_000);
      return (await createQuote(api.store, request, { signingKey: api.signingKey, now })).quoteToken;
    };
    const late = await withdraw({ body: rub(90_000), quoteToken: await quoted(16) });
    expect([late.status, late.body]).toEqual([
      400,
      { errorType: 'InvalidToken', name: 'quoteToken', description: 'quote has expired' },
    ]);
    expect((await withdraw({ body: rub(90_000), quoteToken: await quoted(14) })).status).toBe(202);
  });

  test('that is for something else is refused: owner, wallet, destination, body', async () => {
    const { quoteToken } = (await ask({ currencyTo: 'RUB', destinationID: destination })).body;
    const other = await aWallet(integrator, { identity });
    const elsewhere = await anAuthorisedDestination(api.store, integrator, { identity });
    const { token } = (
      await integrator.post(`${WALLET}/wallets/${wallet}/grants`, { asset: rub(90_000), validUntil: tomorrow() })
    ).body;
    const own = await anAuthorisedDestination(api.store, stranger);
    const messages = [
      (await withdraw({ quoteToken, body: rub(90_000), destination: own, walletGrant: token }, stranger)).body.message,
      (await withdraw({ quoteToken, body: rub(90_000), wallet: other })).body.message,
      (await withdraw({ quoteToken, body: rub(90_000), destination: elsewhere })).body.message,
      (await withdraw({ quoteToken, body: rub(10_000) })).body.message,
    ];
    expect(messages).toEqual([
      'quote was given to another party',
      'quote is for another wallet',
      'quote is for another destination',
      'quote is for another amount',
    ]);
    const bad = await withdraw({ quoteToken: 'nonsense', body: rub(90_000) });
    expect([bad.status, bad.body.errorType]).toEqual([400, 'InvalidToken']);
  });

  test('another party withdraws as it was granted', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await grantOf(rub(90_000));
    const quote = await ask({ currencyTo: 'RUB', destinationID: own, walletGrant }, stranger);
    expect(quote.status).toBe(202);
    const { quoteToken } = quote.body;
    const fields = { destination: own, body: rub(90_000), walletGrant, quoteToken };
    expect((await withdraw(fields, stranger)).body.status).toBe('Pending');
    expect(await balanceOf(integrator, wallet)).toEqual([1_000_000, 910_000]);
  });

  test('another party gets none beyond its grants: too much, or no longer', async () => {
    const token = await grantOf(rub(90_000));
    const { status, body } = await ask({ currencyTo: 'RUB', walletGrant: token, cash: rub(90_001) }, stranger);
    const tooMuch = { name: 'walletGrant', description: 'amount is above what the grant allows' };
    expect([status, body]).toEqual([400, { errorType: 'InvalidToken', ...tooMuch }]);

    const terms = { partyID: api.own.partyID, validUntil: new Date(tomorrow()), signingKey: api.signingKey };
    const ofDestination = await grantDestination(api.store, { ...terms, destinationID: destination });
    const walletGrant = await readGrant('wallet', token, api.signingKey);
    const destinationGrant = await readGrant('destination', ofDestination, api.signingKey);
    const own = await aWallet(stranger);
    const cash = { amountMinor: 90_000n, currency: 'RUB' };
    const asked = { partyID: api.stranger.partyID, currencyFrom: 'RUB', currencyTo: 'RUB', cash };
    const now = new Date(Date.now() + 2 * 86_400_000);
    for (const [place, fields] of [
      ['walletGrant', { walletID: wallet, walletGrant }],
      ['destinationGrant', { walletID: own, destinationID: destination, destinationGrant }],
    ] as const) {
      const late = createQuote(api.store, { ...asked, ...fields }, { signingKey: api.signingKey, now });
      await expect(late).rejects.toMatchObject({ code: 'badToken', message: 'grant has expired', place });
    }
  });

  test('there is no destination in another currency than the quote’s', async () => {
    const message = 'currencies of wallet, destination and body differ';
    const asked = await ask({ destinationID: destination });
    expect([asked.status, asked.body]).toEqual([422, { message }]);
    const { quoteToken } = (await ask()).body;
    const shown = await withdraw({ body: rub(90_000), quoteToken });
    expect([shown.status, shown.body]).toEqual([422, { message }]);
  });

  test.each([
    [422, { walletID: 'nobody' }],
    [422, { currencyFrom: 'USD' }],
    [422, { currencyTo: 'XAU' }],
    [422, { cash: { amount: 1, currency: 'EUR' } }],
    [422, { cash: rub(0) }],
    [422, { destinationID: 'nobody' }],
    [400, { walletGrant: 'nonsense' }],
  ])('there is none (%i) for %j', async (status, fields) => {
    expect((await ask(fields)).status).toBe(status);
  });
});

describe('a list', () => {
  test('is filtered by everything it may be', async () => {
    const { body: made } = await withdraw({ body: rub(20_000), externalID: 'listed' });
    await withdraw({ body: rub(30_000), externalID: 'listed too' });
    const list = async (query: string) =>
      (await integrator.get(`${WALLET}/withdrawals?walletID=${wallet}&limit=10&${query}`)).body.result.length;
    expect(await list(`withdrawalID=${made.id}`)).toBe(1);
    expect(await list(`destinationID=${destination}`)).toBe(2);
    expect(await list(`identityID=${identity}`)).toBe(2);
    expect(await list('identityID=nobody')).toBe(0);
    expect(await list('externalID=listed')).toBe(1);
    expect(await list('externalID=nobody')).toBe(0);
    expect(await list('status=Pending')).toBe(2);
    expect(await list('status=Failed')).toBe(0);
    expect(await list('amountFrom=20001')).toBe(1);
    expect(await list('amountTo=20000')).toBe(1);
    expect(await list('currencyID=USD')).toBe(0);
    expect(await list(`createdAtFrom=${made.createdAt}`)).toBe(2);
    expect(await list(`createdAtTo=${made.createdAt}`)).toBe(1);
    expect(await list('partyID=somebody-else')).toBe(0);
    expect(await list(`partyID=${api.own.partyID}`)).toBe(2);
  });

  test.each(['createdAtFrom=2026-02-01T00:00:00Z&createdAtTo=2026-01-01T00:00:00Z', 'amountFrom=2&amountTo=1'])(
    'is refused for a range that ends before it begins: %s',
    async (query) => {
      const { status, body } = await integrator.get(`${WALLET}/withdrawals?limit=1&${query}`);
      expect([status, body.errorType]).toEqual([400, 'NoMatch']);
    },
  );

  test('is refused for a value that the filter does not have', async () => {
    const { status, body } = await integrator.get(`${WALLET}/withdrawals?limit=1&status=Foo`);
    expect([status, body.errorType, body.name]).toEqual([400, 'NoMatch', 'status']);
  });

  test('is refused for a day that the calendar does not have', async () => {
    const query = 'limit=1&createdAtFrom=2026-02-30T00:00:00Z';
    const { status, body } = await integrator.get(`${WALLET}/withdrawals?${query}`);
    expect([status, body.errorType, body.name]).toEqual([400, 'NoMatch', 'createdAtFrom']);
  });
});
