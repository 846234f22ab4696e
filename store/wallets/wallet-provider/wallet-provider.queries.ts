import type {
  CurrencyTerms,
  WalletProvider,
  WalletProviderTerms,
} from '../../../domain/wallets/wallet-provider/wallet-provider';
import type { ConversionRate } from '../../../domain/wallets/quote/conversion';
import { statement, type Database, type Transaction } from '../../postgres/database';

/** Terms with amounts as digits, because JSON has no bigint. */
type Stored<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? Stored<Item>[]
    : Value extends object
      ? { [Field in keyof Value]: Stored<Value[Field]> }
      : Value;

export type WalletProviderRow = Omit<WalletProvider, 'terms'> & { terms: Stored<WalletProviderTerms> };

const SELECT = `SELECT id, name, residences, realm, destination_authorisation AS "destinationAuthorisation",
  authorisation_lifetime_seconds AS "authorisationLifetimeSeconds", terms FROM wallet_providers`;

const FIND = statement<WalletProviderRow>('wallet-provider-find', `${SELECT} WHERE id = $1`);

export async function findWalletProvider(
  database: Database,
  providerID: string,
  tx?: Transaction,
): Promise<WalletProvider | undefined> {
  const [row] = await database.run(FIND, [providerID], tx);
  return row && fromProviderRow(row);
}

/** @throws Error if the referenced provider does not exist */
export async function getWalletProvider(
  database: Database,
  { providerID }: { providerID: string },
  tx?: Transaction,
): Promise<WalletProvider> {
  const provider = await findWalletProvider(database, providerID, tx);
  if (!provider) throw new Error(`wallet provider ${providerID} does not exist`);
  return provider;
}

const LIST = statement<WalletProviderRow>(
  'wallet-provider-list',
  `${SELECT} WHERE $1::text IS NULL OR $1 = ANY (residences) ORDER BY id`,
);

export async function listWalletProviders(database: Database, residence?: string): Promise<WalletProvider[]> {
  const rows = await database.run(LIST, [residence ?? null]);
  return rows.map(fromProviderRow);
}

export function fromProviderRow(row: WalletProviderRow): WalletProvider {
  const { currencies, rates, ...terms } = row.terms;
  return { ...row, terms: { ...terms, currencies: currencies.map(fromCurrencyRow), rates: rates.map(fromRateRow) } };
}

function fromCurrencyRow({ currency, ...amounts }: Stored<CurrencyTerms>): CurrencyTerms {
  const bigints = Object.entries(amounts).map(([name, digits]) => [name, BigInt(digits)]);
  return { currency, ...(Object.fromEntries(bigints) as Omit<CurrencyTerms, 'currency'>) };
}

function fromRateRow({ from, to, numerator, denominator }: Stored<ConversionRate>): ConversionRate {
  return { from, to, numerator: BigInt(numerator), denominator: BigInt(denominator) };
}
