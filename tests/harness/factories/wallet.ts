import type { WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { createDeposit, settleDeposit } from '../../../store/wallets/deposit/deposit.transitions';
import { asOperator } from '../../../store/platform/audit/origin';
import { approveDestination } from '../../../store/wallets/destination/destination.transitions';
import { newId } from '../../../store/id';
import { createSource } from '../../../store/wallets/source/source.create';
import type { Store } from '../../../store/store';
import { startApi } from '../api';
import type { HttpClient } from '../http-client';
import { seedProvider } from '../reference-data';

export const WALLET = '/wallet/v0';

/** The API with clients of its parties. */
export type WalletApi = Awaited<ReturnType<typeof startWalletApi>>;

export async function startWalletApi() {
  const api = await startApi();
  return { ...api, integrator: api.own.merchant, stranger: api.foreign };
}

/** A copy of the provider `test` with another id and settings. */
export async function aWalletProvider(
  store: Store,
  id: string,
  change: (provider: WalletProvider) => WalletProvider,
): Promise<string> {
  await seedProvider(store.database, { id, like: 'test', change });
  return id;
}

export async function anIdentity(client: HttpClient, fields: object = {}): Promise<string> {
  const { status, body } = await client.post(`${WALLET}/identities`, { name: 'Ivan', provider: 'test', ...fields });
  if (status !== 201) throw new Error(`an identity: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

export async function aWallet(
  client: HttpClient,
  fields: { identity?: string; currency?: string } = {},
): Promise<string> {
  const identity = fields.identity ?? (await anIdentity(client));
  const given = { name: 'Main', identity, currency: fields.currency ?? 'RUB' };
  const { status, body } = await client.post(`${WALLET}/wallets`, given);
  if (status !== 201) throw new Error(`a wallet: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** A rouble account whose control key is right. */
export const RUB_ACCOUNT = {
  type: 'BankTransferRUB',
  accountName: 'Иванов Иван Иванович',
  account: '40817810938160925982',
  bankBik: '044525225',
} as const;

/** A wallet id of the minimum length of published events. */
export const DIGITAL_WALLET = {
  type: 'DigitalWalletDestinationResource',
  id: 'webmoney-wallet-1',
  provider: 'webmoney',
} as const;

export async function aDestination(
  client: HttpClient,
  fields: { identity?: string; currency?: string; resource?: object } = {},
): Promise<string> {
  const { currency = 'RUB', resource = DIGITAL_WALLET } = fields;
  const identity = fields.identity ?? (await anIdentity(client));
  const given = { name: 'Account', identity, currency, resource };
  const { status, body } = await client.post(`${WALLET}/destinations`, given);
  if (status !== 201) throw new Error(`a destination: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** A destination, authorised without its workflow. */
export async function anAuthorisedDestination(
  store: Store,
  client: HttpClient,
  fields: Parameters<typeof aDestination>[1] = {},
): Promise<string> {
  const id = await aDestination(client, fields);
  const origin = { operation: 'approveDestination', requestID: 'test', paymentID: null };
  await approveDestination(asOperator(store, origin), { destinationID: id, reason: 'test' });
  return id;
}

export async function aCardToken(client: HttpClient, cardNumber: string): Promise<string> {
  const { body } = await client.post('/payres/v0/bank-cards', { type: 'BankCard', cardNumber, expDate: '12/29' });
  return body.token;
}

/** Deposits money to a wallet. @returns the deposit's id */
export async function fund(store: Store, walletID: string, amount: number, currency = 'RUB'): Promise<string> {
  const source = await createSource(store.database, { id: `source-${currency}`, name: 'Bank', currency });
  const deposit = await createDeposit(store, {
    idempotencyKey: `deposit/${newId()}`,
    walletID,
    sourceID: source.id,
    amountMinor: BigInt(amount),
    currency,
    externalID: null,
    description: null,
  });
  await settleDeposit(store, deposit.id);
  return deposit.id;
}

export async function readBalance(client: HttpClient, walletID: string): Promise<[number, number]> {
  const { body } = await client.get(`${WALLET}/wallets/${walletID}/account`);
  return [body.own.amount, body.available.amount];
}

/** Columns without an operation. */
export type Flag = 'wallets.is_blocked' | 'identities.is_blocked' | 'parties.is_blocked' | 'parties.is_suspended';

export async function setFlag(store: Store, flag: Flag, { id, is }: { id: string; is: boolean }): Promise<void> {
  const [table, column] = flag.split('.');
  const text = `UPDATE ${table} SET ${column} = $2 WHERE id = $1`;
  await store.database.run({ name: `test-${flag}`, text }, [id, is]);
}
