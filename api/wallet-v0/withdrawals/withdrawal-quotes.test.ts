import type { HttpClient } from '../../../tests/harness/http-client';
import {
  anAuthorisedDestination,
  aWallet,
  readBalance,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import * as factory from '../../../tests/harness/factories/withdrawal';
import { rub, tomorrow, withdrawalDesk } from '../../../tests/harness/factories/withdrawal';
import { grantDestination, readGrant } from '../../../store/wallets/grant/grant-tokens';
import { createQuote } from '../../../store/wallets/quote/quote.create';
import { recordPayOut } from '../../../store/wallets/withdrawal/withdrawal.transitions';

const desk = withdrawalDesk();
const withdraw = (fields?: object, client?: HttpClient) => factory.withdraw(desk, fields, client);
const getGrant = (asset?: ReturnType<typeof rub>, validUntil?: string) => factory.readGrant(desk, asset, validUntil);

let api: WalletApi;
let integrator: HttpClient;
let stranger: HttpClient;
let identity: string;
let wallet: string;
let destination: string;

beforeEach(() => {
  ({ api, integrator, stranger, identity, wallet, destination } = desk);
});

describe('with a quote', () => {
  const ask = (fields: object = {}, client = integrator) =>
    client.post(`${WALLET}/withdrawal-quotes`, {
      ...{ walletID: wallet, currencyFrom: 'RUB', currencyTo: 'USD', cash: rub(90_000) },
      ...fields,
    });

  test('the wallet pays one currency and the destination receives another', async () => {
    const dollars = await anAuthorisedDestination(api.store, integrator, { identity, currency: 'USD' });
    const quote = await ask({ destinationID: dollars });
    expect(quote.status).toBe(202);
    expect(quote.body).toMatchObject({ cashFrom: rub(90_000), cashTo: { amount: 1_000, currency: 'USD' } });
    expect(Date.parse(quote.body.expiresOn) - Date.parse(quote.body.createdAt)).toBe(900_000);
    const { quoteToken } = quote.body;
    const first = await withdraw({ destination: dollars, body: rub(90_000), quoteToken });
    expect([first.status, first.body.status]).toEqual([202, 'Pending']);
    expect(first.body.quote.cashTo).toEqual({ amount: 1_000, currency: 'USD' });
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 910_000]);
    const again = await withdraw({ destination: dollars, body: rub(90_000), quoteToken });
    expect([again.status, again.body.errorType]).toEqual([400, 'InvalidToken']);
    await recordPayOut(api.store, first.body.id, 'reference');
    expect(await readBalance(integrator, wallet)).toEqual([910_000, 910_000]);
  });

  test('concurrent withdrawals use the quote once', async () => {
    const { quoteToken } = (await ask({ currencyTo: 'RUB', destinationID: destination })).body;
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw({ body: rub(90_000), quoteToken })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400]);
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 910_000]);
  });

  test('an external id returns the same quote, even an expired one, or a conflict', async () => {
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

  test('concurrent requests under one external id get the same quote', async () => {
    const fields = { currencyTo: 'RUB', externalID: 'quote-2' };
    const quotes = await Promise.all(Array.from({ length: 8 }, () => ask(fields)));
    expect(new Set(quotes.map(({ body }) => body.quoteToken)).size).toBe(1);
  });

  test('expired, a withdrawal is refused', async () => {
    const cash = { amountMinor: 90_000n, currency: 'RUB' };
    const request = { partyID: api.own.partyID, walletID: wallet, currencyFrom: 'RUB', currencyTo: 'RUB', cash };
    const quoted = async (minutesAgo: number) => {
      const now = new Date(Date.now() - minutesAgo * 60_000);
      return (await createQuote(api.store, request, { signingKeys: api.signingKeys, now })).quoteToken;
    };
    const late = await withdraw({ body: rub(90_000), quoteToken: await quoted(16) });
    expect([late.status, late.body]).toEqual([
      400,
      { errorType: 'InvalidToken', name: 'quoteToken', description: 'quote has expired' },
    ]);
    expect((await withdraw({ body: rub(90_000), quoteToken: await quoted(14) })).status).toBe(202);
  });

  test('another owner, wallet, destination or body is refused', async () => {
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

  test('another party withdraws by its grants', async () => {
    const own = await anAuthorisedDestination(api.store, stranger);
    const walletGrant = await getGrant(rub(90_000));
    const quote = await ask({ currencyTo: 'RUB', destinationID: own, walletGrant }, stranger);
    expect(quote.status).toBe(202);
    const { quoteToken } = quote.body;
    const fields = { destination: own, body: rub(90_000), walletGrant, quoteToken };
    expect((await withdraw(fields, stranger)).body.status).toBe('Pending');
    expect(await readBalance(integrator, wallet)).toEqual([1_000_000, 910_000]);
  });

  test('another party gets no quote beyond its grants', async () => {
    const token = await getGrant(rub(90_000));
    const { status, body } = await ask({ currencyTo: 'RUB', walletGrant: token, cash: rub(90_001) }, stranger);
    const tooMuch = { name: 'walletGrant', description: 'amount is above what the grant allows' };
    expect([status, body]).toEqual([400, { errorType: 'InvalidToken', ...tooMuch }]);

    const terms = { partyID: api.own.partyID, validUntil: new Date(tomorrow()), signingKeys: api.signingKeys };
    const ofDestination = await grantDestination(api.store, { ...terms, destinationID: destination });
    const walletGrant = await readGrant('wallet', token, api.signingKeys);
    const destinationGrant = await readGrant('destination', ofDestination, api.signingKeys);
    const own = await aWallet(stranger);
    const cash = { amountMinor: 90_000n, currency: 'RUB' };
    const requested = { partyID: api.stranger.partyID, currencyFrom: 'RUB', currencyTo: 'RUB', cash };
    const now = new Date(Date.now() + 2 * 86_400_000);
    for (const [place, fields] of [
      ['walletGrant', { walletID: wallet, walletGrant }],
      ['destinationGrant', { walletID: own, destinationID: destination, destinationGrant }],
    ] as const) {
      const late = createQuote(api.store, { ...requested, ...fields }, { signingKeys: api.signingKeys, now });
      await expect(late).rejects.toMatchObject({ code: 'badToken', message: 'grant has expired', place });
    }
  });

  test('a destination in another currency than the quote is refused', async () => {
    const message = 'currencies of wallet, destination and body differ';
    const requested = await ask({ destinationID: destination });
    expect([requested.status, requested.body]).toEqual([422, { message }]);
    const { quoteToken } = (await ask()).body;
    const shown = await withdraw({ body: rub(90_000), quoteToken });
    expect([shown.status, shown.body]).toEqual([422, { message }]);
  });

  test.each([
    [422, { walletID: 'unknown' }],
    [422, { currencyFrom: 'USD' }],
    [422, { currencyTo: 'XAU' }],
    [422, { cash: { amount: 1, currency: 'EUR' } }],
    [422, { cash: rub(0) }],
    [422, { destinationID: 'unknown' }],
    [400, { walletGrant: 'nonsense' }],
  ])('no quote (%i) is created for %j', async (status, fields) => {
    expect((await ask(fields)).status).toBe(status);
  });
});
