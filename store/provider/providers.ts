import type { Transaction } from 'sequelize';
import type { CurrencyTerms, Provider, ProviderTerms } from '../../domain/provider/provider';
import type { ConversionRate } from '../../domain/quote/conversion';
import { statement, type Database } from '../database';

/** Terms as they rest: JSON has no bigint, so amounts are digits. */
type AtRest<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? AtRest<Item>[]
    : Value extends object
      ? { [Field in keyof Value]: AtRest<Value[Field]> }
      : Value;

type Row = Omit<Provider, 'terms'> & { terms: AtRest<ProviderTerms> };

const SELECT = `SELECT id, name, residences, realm, destination_authorisation AS "destinationAuthorisation",
  authorisation_lifetime_seconds AS "authorisationLifetimeSeconds", terms FROM wallet_providers`;

const SAVE = statement(
  'wallet-provider-save',
  `INSERT INTO wallet_providers
     (id, name, residences, realm, destination_authorisation, authorisation_lifetime_seconds, terms)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, residences = EXCLUDED.residences, realm = EXCLUDED.realm,
     destination_authorisation = EXCLUDED.destination_authorisation,
     authorisation_lifetime_seconds = EXCLUDED.authorisation_lifetime_seconds, terms = EXCLUDED.terms`,
);

/** Makes providers what they are given as; those that exist change, none is removed. */
export async function saveProviders(database: Database, providers: readonly Provider[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const provider of providers) {
      const { id, name, residences, realm, destinationAuthorisation, authorisationLifetimeSeconds } = provider;
      const terms = JSON.stringify(provider.terms, (_, field: unknown) =>
        typeof field === 'bigint' ? field.toString() : field,
      );
      const values = [id, name, residences, realm, destinationAuthorisation, authorisationLifetimeSeconds, terms];
      await database.run(SAVE, values, tx);
    }
  });
}

const FIND = statement('wallet-provider-find', `${SELECT} WHERE id = $1`);

/** A provider by its id. */
export async function findProvider(
  database: Database,
  providerID: string,
  tx?: Transaction,
): Promise<Provider | undefined> {
  const [row] = await database.run<Row>(FIND, [providerID], tx);
  return row && awake(row);
}

/** A provider that something refers to, so that it must exist. */
export async function providerOf(
  database: Database,
  { providerID }: { providerID: string },
  tx?: Transaction,
): Promise<Provider> {
  const provider = await findProvider(database, providerID, tx);
  if (!provider) throw new Error(`provider ${providerID} is referred to and does not exist`);
  return provider;
}

const LIST = statement('wallet-provider-list', `${SELECT} WHERE $1::text IS NULL OR $1 = ANY (residences) ORDER BY id`);

/** Providers, or those that serve residents of one country. */
export async function listProviders(database: Database, residence?: string): Promise<Provider[]> {
  const rows = await database.run<Row>(LIST, [residence ?? null]);
  return rows.map(awake);
}

function awake(row: Row): Provider {
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
