import type { CurrencyTerms, WalletProvider, WalletProviderTerms } from '../../domain/wallet-provider/wallet-provider';
import type { ConversionRate } from '../../domain/quote/conversion';
import { statement, type Database, type Transaction } from '../database';

/** Terms as they rest: JSON has no bigint, so amounts are digits. */
type AtRest<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? AtRest<Item>[]
    : Value extends object
      ? { [Field in keyof Value]: AtRest<Value[Field]> }
      : Value;

type Row = Omit<WalletProvider, 'terms'> & { terms: AtRest<WalletProviderTerms> };

const SELECT = `SELECT id, name, residences, realm, destination_authorisation AS "destinationAuthorisation",
  authorisation_lifetime_seconds AS "authorisationLifetimeSeconds", terms FROM wallet_providers`;

const FIND = statement<Row>('wallet-provider-find', `${SELECT} WHERE id = $1`);

/** A provider by its id. */
export async function findWalletProvider(
  database: Database,
  providerID: string,
  tx?: Transaction,
): Promise<WalletProvider | undefined> {
  const [row] = await database.run(FIND, [providerID], tx);
  return row && awake(row);
}

/** A provider that something refers to, so that it must exist. */
export async function getWalletProvider(
  database: Database,
  { providerID }: { providerID: string },
  tx?: Transaction,
): Promise<WalletProvider> {
  const provider = await findWalletProvider(database, providerID, tx);
  if (!provider) throw new Error(`provider ${providerID} is referred to and does not exist`);
  return provider;
}

const LIST = statement<Row>(
  'wallet-provider-list',
  `${SELECT} WHERE $1::text IS NULL OR $1 = ANY (residences) ORDER BY id`,
);

/** Providers, or those that serve residents of one country. */
export async function listWalletProviders(database: Database, residence?: string): Promise<WalletProvider[]> {
  const rows = await database.run(LIST, [residence ?? null]);
  return rows.map(awake);
}

function awake(row: Row): WalletProvider {
  const { currencies, rates, ...terms } = row.terms;
  return { ...row, terms: { ...terms, currencies: currencies.map(awakeCurrency), rates: rates.map(awakeRate) } };
}

function awakeCurrency({ currency, ...amounts }: AtRest<CurrencyTerms>): CurrencyTerms {
  const bigints = Object.entries(amounts).map(([name, digits]) => [name, BigInt(digits)]);
  return { currency, ...(Object.fromEntries(bigints) as Omit<CurrencyTerms, 'currency'>) };
}

function awakeRate({ from, to, numerator, denominator }: AtRest<ConversionRate>): ConversionRate {
  return { from, to, numerator: BigInt(numerator), denominator: BigInt(denominator) };
}
