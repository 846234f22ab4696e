import type { Acknowledged } from '../checker/evidence';
import type { Journal } from '../journal';
import type { Random } from '../../harness/random';
import { expectStatus, formatText, until, type LoadClient } from './client';

/** Flows of an integrator of `/wallet/v0`. */

const API = '/wallet/v0';

/** Entities of the wallet flows, created once for a platform. */
export interface WalletDesk {
  identity: string;
  /** Funded wallets in roubles. */
  wallets: readonly string[];
  /** A funded wallet in dollars. */
  dollars: string;
  destinations: { RUB: string; USD: string };
  /** Destinations in roubles: a wallet, a card and a bank account. */
  payees: readonly string[];
  /** A source of deposits in roubles. */
  source: string;
  /** Keys of two operators with the role `finance`. */
  operators: readonly [requester: string, approver: string];
}

export interface WalletOptions {
  client: LoadClient;
  journal: Journal;
  random: Random;
  desk: WalletDesk;
  name: string;
}

export type WalletFlow = (options: WalletOptions) => Promise<unknown>;

/** Creates an entity with an external id and records the response. */
export async function create(
  { client, journal }: Pick<WalletOptions, 'client' | 'journal'>,
  given: { kind: Acknowledged['kind']; path: string; externalID: string; body: object },
): Promise<string> {
  const { kind, path, externalID, body } = given;
  const answer = await client.post(`${API}${path}`, { ...body, externalID });
  expectStatus(answer, `a ${kind}`, 201, 202);
  const id = formatText(answer.body, 'id');
  journal.acknowledged.push({ kind, externalID, id });
  return id;
}

const FINAL = ['Succeeded', 'Failed'];
/** An amount that the sandbox declines. */
const REFUSED = 667_741;

async function withdrawal(options: WalletOptions): Promise<void> {
  const { client, random, desk, name } = options;
  const amount = random.next() < 0.15 ? REFUSED : random.int(1_000, 50_000);
  const body = {
    wallet: random.pick(desk.wallets),
    destination: random.pick(desk.payees),
    body: { amount, currency: 'RUB' },
  };
  const id = await create(options, { kind: 'withdrawal', path: '/withdrawals', externalID: name, body });
  await until(client, `${API}/withdrawals/${id}`, FINAL);
}

/** Transfers between two wallets in both directions, which therefore overlap. */
async function transfer(options: WalletOptions): Promise<void> {
  const { client, random, desk, name } = options;
  const [first = '', second = ''] = desk.wallets;
  const [sender, receiver] = random.next() < 0.5 ? [first, second] : [second, first];
  const body = { sender, receiver, body: { amount: random.int(1, 1_000), currency: 'RUB' } };
  const id = await create(options, { kind: 'transfer', path: '/w2w/transfers', externalID: name, body });
  const answer = await client.get(`${API}/w2w/transfers/${id}`);
  if (!JSON.stringify(answer.body).includes('Succeeded')) await until(client, `${API}/w2w/transfers/${id}`, FINAL);
}

/** Converts roubles to dollars or back, by a quote. */
export async function conversion(options: WalletOptions): Promise<void> {
  const { client, random, desk, name } = options;
  const [from, to] = random.next() < 0.5 ? (['RUB', 'USD'] as const) : (['USD', 'RUB'] as const);
  const wallet = from === 'RUB' ? random.pick(desk.wallets) : desk.dollars;
  const cash = { amount: from === 'RUB' ? random.int(90_000, 900_000) : random.int(100, 1_000), currency: from };
  const destination = desk.destinations[to];
  const quote = await client.post(`${API}/withdrawal-quotes`, {
    walletID: wallet,
    destinationID: destination,
    currencyFrom: from,
    currencyTo: to,
    cash,
  });
  expectStatus(quote, 'a quote', 201, 202);
  const body = { wallet, destination, body: cash, quoteToken: formatText(quote.body, 'quoteToken') };
  const id = await create(options, { kind: 'withdrawal', path: '/withdrawals', externalID: name, body });
  await until(client, `${API}/withdrawals/${id}`, FINAL);
}

async function destination(options: WalletOptions): Promise<void> {
  const { client, desk, name } = options;
  const resource = {
    type: 'DigitalWalletDestinationResource',
    id: `wallet-${name}`.slice(0, 60),
    provider: 'webmoney',
  };
  const body = { name: 'To', identity: desk.identity, currency: 'RUB', resource };
  const id = await create(options, { kind: 'destination', path: '/destinations', externalID: name, body });
  await until(client, `${API}/destinations/${id}`, ['Authorized']);
}

/** Above the limit of one operator. */
const ABOVE_LIMIT = 1_000_000_001;

/** A deposit that a second operator approves or rejects. */
async function deposit({ client, journal, random, desk, name }: WalletOptions): Promise<void> {
  const [requester, approver] = desk.operators;
  const parameters = {
    walletID: random.pick(desk.wallets),
    sourceID: desk.source,
    amount: ABOVE_LIMIT + random.int(0, 1_000),
    currency: 'RUB',
    externalID: name,
  };
  const commands = '/operators/v1/commands';
  const requested = await client.as(requester).post(commands, { type: 'deposit', parameters, reason: 'trial' });
  expectStatus(requested, 'a command', 200);
  const id = formatText(requested.body, 'id');
  journal.acknowledged.push({ kind: 'command', externalID: name, id });
  const action = random.next() < 0.8 ? 'approve' : 'reject';
  const decided = await client.as(approver).post(`${commands}/${id}/${action}`, { reason: 'trial' });
  expectStatus(decided, 'a decision', 200);
  const end = action === 'approve' ? 'Succeeded' : 'Rejected';
  await until(client.as(approver), `${commands}/${id}`, [end], 'state');
}

/** The flows, weighted by repetition. */
export const WALLET_FLOWS: readonly WalletFlow[] = [
  withdrawal,
  withdrawal,
  withdrawal,
  transfer,
  conversion,
  destination,
  deposit,
];
