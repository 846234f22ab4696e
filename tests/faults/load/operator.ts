import type { Journal } from '../journal';
import { expectStatus, formatText, until, type LoadClient } from './client';
import { CARDS } from './payments';
import { create, type WalletDesk } from './wallets';

const FUNDS = 1_000_000_000;

const SCOPES = {
  withdrawals: {
    topic: 'WithdrawalsTopic',
    eventTypes: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'],
  },
  destinations: {
    topic: 'DestinationsTopic',
    eventTypes: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'],
  },
} as const;

export interface DeskOptions {
  client: LoadClient;
  journal: Journal;
  /** Runs an operator's command. */
  holdfast: (...words: string[]) => Promise<unknown>;
  /** Keys of two operators with the role `finance`. */
  operators: readonly [requester: string, approver: string];
  /** Subscribes a hook to the events of an identity. */
  webhook: (hook: string, identityID: string, scope: object) => Promise<void>;
}

/** Creates an identity, funded wallets, destinations and subscriptions. */
export async function openDesk(options: DeskOptions): Promise<WalletDesk> {
  const { client } = options;
  const identity = await made(client, 'identities', { name: 'Trial', provider: 'test' });
  for (const [hook, scope] of Object.entries(SCOPES)) await options.webhook(hook, identity, scope);
  const wallet = (currency: string) => made(client, 'wallets', { name: 'Trial', identity, currency });
  const destination = (currency: string, resource?: object) =>
    openDestination(options, { identity, currency, resource });
  const roubles = await destination('RUB');
  const card = { type: 'BankCardDestinationResource', token: await tokeniseCard(client) };
  const operator: WalletDesk = {
    identity,
    wallets: [await wallet('RUB'), await wallet('RUB')],
    dollars: await wallet('USD'),
    destinations: { RUB: roubles, USD: await destination('USD') },
    payees: [roubles, await destination('RUB', card), await destination('RUB', BANK_ACCOUNT)],
    source: await openSource(options, 'RUB'),
    operators: options.operators,
  };
  for (const id of operator.wallets) await fund(options, id, 'RUB');
  await fund(options, operator.dollars, 'USD');
  return operator;
}

const DIGITAL_WALLET = {
  type: 'DigitalWalletDestinationResource',
  id: 'trial-wallet-of-webmoney',
  provider: 'webmoney',
};
const BANK_ACCOUNT = { type: 'BankTransferSEPA', accountName: 'Hans Muller', iban: 'DE89370400440532013000' };

async function tokeniseCard(client: LoadClient): Promise<string> {
  const answer = await client.post('/payres/v0/bank-cards', {
    type: 'BankCard',
    cardNumber: CARDS.good,
    expDate: '12/29',
  });
  expectStatus(answer, 'a card', 201);
  return formatText(answer.body, 'token');
}

async function openDestination(
  { client, journal }: DeskOptions,
  {
    identity,
    currency,
    resource = DIGITAL_WALLET,
  }: { identity: string; currency: string; resource?: object | undefined },
): Promise<string> {
  const body = { name: 'To', identity, currency, resource };
  const externalID = `trial-destination-${currency}-${(resource as { type: string }).type.slice(0, 14)}`;
  const id = await create({ client, journal }, { kind: 'destination', path: '/destinations', externalID, body });
  await until(client, `/wallet/v0/destinations/${id}`, ['Authorized']);
  return id;
}

async function made(client: LoadClient, what: string, body: object): Promise<string> {
  const answer = await client.post(`/wallet/v0/${what}`, body);
  expectStatus(answer, what, 201);
  return formatText(answer.body, 'id');
}

/** Deposits money to a wallet, as an operator. */
async function fund(options: DeskOptions, walletID: string, currency: string): Promise<void> {
  const source = await openSource(options, currency);
  const order = { walletID, sourceID: source, amount: FUNDS, currency, externalID: `funds-${walletID}` };
  await options.holdfast('deposit', 'create', JSON.stringify(order), '--reason', 'test');
}

async function openSource({ holdfast }: DeskOptions, currency: string): Promise<string> {
  return formatText(await holdfast('source', 'create', JSON.stringify({ name: 'Bank', currency })), 'id');
}
