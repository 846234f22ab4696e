import type { Contract } from '../../../domain/merchants/contract/contract';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { ConfiguredShop, ReferenceData } from '../../../domain/merchants/reference-data/reference-data';
import { fromContractRow, type ContractRow } from '../contract/contract.queries';
import { ADVISORY_LOCKS } from '../../postgres/advisory-locks';
import { statement, type Database, type Statement, type Transaction } from '../../postgres/database';
import { fromProviderRow, type WalletProviderRow } from '../../wallets/wallet-provider/wallet-provider.queries';
import { KINDS, TABLES, type ConfigurationKind } from './configuration.tables';

/** The parties to read, by their ids and by the ids of their contracts and shops. */
export interface PartySelection {
  partyIDs: readonly string[];
  contractIDs: readonly string[];
  shopIDs: readonly string[];
}

/** What is on record, with the version of each entity by `subject/ID`. */
export interface ConfigurationRecord {
  data: ReferenceData;
  versions: Map<string, number>;
}

type Row = { id: string | number; version: number; partyID: string };

const OWNERS = statement<{ partyID: string }>(
  'configuration-owners',
  `SELECT party_id AS "partyID" FROM contracts WHERE id = ANY ($1::text[])
   UNION SELECT party_id FROM shops WHERE id = ANY ($2::text[])`,
);

const OF_PARTIES = '($1::text[] IS NULL OR party_id = ANY ($1))';
const CONDITIONS: Partial<Record<ConfigurationKind, string>> = {
  parties: '($1::text[] IS NULL OR id = ANY ($1))',
  contracts: OF_PARTIES,
  shops: OF_PARTIES,
};

const TERMS_AT = `coalesce((SELECT t.terms FROM shop_terms t
  WHERE t.shop_id = s.id AND t.valid_from <= coalesce($2::timestamptz, clock_timestamp())
  ORDER BY t.valid_from DESC LIMIT 1), s.terms)`;

function toSelect(kind: ConfigurationKind, locking: string): Statement<Row> {
  const { table, fields } = TABLES[kind];
  const columns = fields.map(([field, column]) =>
    kind === 'shops' && field === 'terms' ? `${TERMS_AT} AS terms` : `s.${column} AS "${field}"`,
  );
  const condition = CONDITIONS[kind] ?? '($1::text[] IS NULL OR true)';
  return {
    name: '',
    text: `SELECT ${columns.join(', ')}, s.version FROM ${table} s
           WHERE ${condition} AND ($2::timestamptz IS NULL OR true) ORDER BY id ${locking}`,
  };
}

/** One change of the configuration at a time, because it is checked against everything on record. */
const LOCK = statement('configuration-lock', `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.configuration})`);

interface ReadOptions {
  /** All parties by default. */
  selection?: PartySelection | undefined;
  /** When the read terms are in force; now by default. */
  at?: Date | undefined;
  /** Locks for a change. The locks do not conflict with the references of new payments. */
  isLocked?: boolean;
}

/** Reads the lists and the selected parties. */
export async function readConfiguration(
  database: Database,
  { selection, at, isLocked = false }: ReadOptions,
  tx: Transaction,
): Promise<ConfigurationRecord> {
  if (isLocked) await database.run(LOCK, [], tx);
  const partyIDs = selection && (await findParties(database, selection, tx));
  const rows = {} as Record<ConfigurationKind, Row[]>;
  const versions = new Map<string, number>();
  for (const kind of KINDS) {
    const select = toSelect(kind, isLocked ? 'FOR NO KEY UPDATE OF s' : '');
    rows[kind] = await database.run(select, [partyIDs ?? null, at ? rfc3339Text(at) : null], tx);
    for (const { id, version } of rows[kind]) versions.set(`${TABLES[kind].subject}/${id}`, version);
  }
  return { data: toReferenceData(rows), versions };
}

async function findParties(
  database: Database,
  { partyIDs, contractIDs, shopIDs }: PartySelection,
  tx: Transaction,
): Promise<string[]> {
  const owners = await database.run(OWNERS, [contractIDs, shopIDs], tx);
  return [...new Set([...partyIDs, ...owners.map(({ partyID }) => partyID)])];
}

function toReferenceData(rows: Record<ConfigurationKind, Row[]>): ReferenceData {
  const plain = <Entity>(kind: ConfigurationKind) =>
    rows[kind].map(({ version: _, ...entity }) => entity as unknown as Entity);
  const ofParty = <Entity>(kind: 'contracts' | 'shops', id: string | number) =>
    plain<Entity & { partyID: string }>(kind).filter(({ partyID }) => partyID === id);
  return {
    categories: plain('categories'),
    tradeBlocs: plain('tradeBlocs'),
    serviceProviders: plain('serviceProviders'),
    paymentInstitutions: plain('paymentInstitutions'),
    parties: plain<ReferenceData['parties'][number]>('parties').map((party) => ({
      ...party,
      contracts: ofParty<ContractRow>('contracts', party.id).map(withoutParty<Contract, ContractRow>(fromContractRow)),
      shops: ofParty<ConfiguredShop>('shops', party.id).map(({ partyID: _, ...shop }) => shop),
    })),
    walletProviders: plain<WalletProviderRow>('walletProviders').map(fromProviderRow),
  };
}

function withoutParty<Entity extends { partyID: string }, Stored>(
  read: (row: Stored) => Entity,
): (row: Stored) => Omit<Entity, 'partyID'> {
  return (row) => {
    const { partyID: _, ...entity } = read(row);
    return entity;
  };
}
