import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aCardToken,
  anAuthorisedDestination,
  anIdentity,
  aWalletProvider,
  aWallet,
  fund,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

/* Quotes by the document's own parameters: sender card, receiver card, owner, amount. */

const CARD = '4242424242424242';
const OTHER_CARD = '5555555555554444';

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let sender: string;
let receiver: string;
let wallet: string;

const rub = (amount: number) => ({ amount, currency: 'RUB' });

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
  sender = await aCardToken(integrator, OTHER_CARD);
  receiver = await aCardToken(integrator, CARD);
});

afterAll(() => api?.stop());

const parameters = (fields: object = {}) => ({
  sender: { type: 'BankCardSenderResource', token: sender },
  receiver: { type: 'BankCardReceiverResource', token: receiver },
  identityID: identity,
  body: rub(10_000),
  ...fields,
});

const ask = (fields: object = {}, client = integrator) =>
  client.post(`${WALLET}/withdrawal-quotes`, parameters(fields));

const toCard = (token: string) =>
  anAuthorisedDestination(api.store, integrator, {
    identity,
    resource: { type: 'BankCardDestinationResource', token },
  });

const withdraw = (fields: object) => integrator.post(`${WALLET}/withdrawals`, { wallet, body: rub(10_000), ...fields });

test('a card quote shows the received amount and serves one withdrawal of its owner to that card', async () => {
  const { status, body } = await ask();
  expect([status, body]).toEqual([
    202,
    {
      cashFrom: rub(10_000),
      cashTo: rub(9_900),
      createdAt: expect.any(String),
      expiresOn: expect.any(String),
      quoteToken: expect.any(String),
    },
  ]);
  const { quoteToken, cashFrom, cashTo } = body;
  const destination = await toCard(receiver);
  const made = await withdraw({ destination, quoteToken });
  expect([made.status, made.body]).toEqual([202, expect.objectContaining({ status: 'Pending', fee: rub(100) })]);
  expect(made.body.quote).toMatchObject({ cashFrom, cashTo });
  expect(await withdraw({ destination, quoteToken })).toMatchObject({
    status: 400,
    body: { errorType: 'InvalidToken' },
  });
});

test('a card quote is valid only for its card, owner, amount and party', async () => {
  const { quoteToken } = (await ask()).body;
  const [destination, elsewhere] = [await toCard(receiver), await toCard(sender)];
  const noCard = await anAuthorisedDestination(api.store, integrator, { identity });
  const otherWallet = await aWallet(integrator);
  await fund(api.store, otherWallet, 1_000_000);
  const messages = [
    (await withdraw({ quoteToken, destination: elsewhere })).body.message,
    (await withdraw({ quoteToken, destination: noCard })).body.message,
    (await withdraw({ quoteToken, destination, wallet: otherWallet })).body.message,
    (await withdraw({ quoteToken, destination, body: rub(9_999) })).body.message,
  ];
  expect(messages).toEqual([
    'quote is for another card',
    'quote is for another card',
    'quote is for a wallet of another identity',
    'quote is for another amount',
  ]);
});

test.each([
  ['an unknown identity', () => ({ identityID: 'unknown' }), 'no such identity'],
  ['an amount below the terms', () => ({ body: rub(1) }), 'amount is outside of the terms'],
  [
    'a currency without terms',
    () => ({ body: { amount: 10_000, currency: 'CHF' } }),
    'currency is not allowed by the terms',
  ],
])('%s is refused', async (_, fields, message) => {
  expect(await ask(fields())).toMatchObject({ status: 422, body: { message } });
});

test('cards without payouts by the provider are refused', async () => {
  const provider = await aWalletProvider(api.store, 'no-visa', (test) => ({
    ...test,
    terms: { ...test.terms, cardPaymentSystems: ['nspkmir'] },
  }));
  const identityID = await anIdentity(integrator, { provider });
  expect(await ask({ identityID })).toMatchObject({
    status: 422,
    body: { message: 'issuer of the card is not known' },
  });
});

test('cards and identities of another party are not found', async () => {
  const { merchant: stranger } = api.stranger;
  expect(await ask({}, stranger)).toMatchObject({ status: 422, body: { message: 'no such identity' } });
  const own = await anIdentity(stranger);
  expect(await ask({ identityID: own }, stranger)).toMatchObject({
    status: 400,
    body: { errorType: 'InvalidResourceToken', name: 'sender.token' },
  });
  const theirs = { type: 'BankCardReceiverResource', token: await aCardToken(stranger, CARD) };
  expect(await ask({ receiver: theirs })).toMatchObject({
    status: 400,
    body: { errorType: 'InvalidResourceToken', name: 'receiver.token' },
  });
});

test.each([
  ['neither a wallet nor an owner', () => ({ cash: rub(1) })],
  ['an owner without a receiver', () => parameters({ receiver: undefined })],
  ['a receiver of an unknown kind', () => parameters({ receiver: { type: 'Cash', token: 'x' } })],
  ['a token of nothing', () => parameters({ sender: { type: 'BankCardSenderResource', token: '' } })],
  ['a list', () => [parameters()]],
])('a body with %s violates the schema', async (_, body) => {
  const answer = await integrator.post(`${WALLET}/withdrawal-quotes`, body());
  expect([answer.status, answer.body.errorType]).toEqual([400, 'SchemaViolated']);
});

test.each([
  ['cash', () => ({ walletID: wallet, currencyFrom: 'RUB', currencyTo: 'RUB' })],
  ['receiver.token', () => parameters({ receiver: { type: 'BankCardReceiverResource' } })],
])('a body without %s is refused with its name', async (name, body) => {
  const answer = await integrator.post(`${WALLET}/withdrawal-quotes`, body());
  expect(answer).toMatchObject({ status: 400, body: { errorType: 'SchemaViolated', name } });
});
