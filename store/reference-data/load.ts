import type { ReferenceData } from '../../domain/reference-data/reference-data';
import { auditWithin, type AuditedSubject } from '../audit/audited';
import type { Origin } from '../audit/origin';
import { statement, type Database, type Statement, type Transaction } from '../postgres/database';

export type LoadedCounts = Record<keyof ReferenceData | 'contracts' | 'shops', number>;

/** Upserts reference data. Removes nothing, because invoices may refer to it, and keeps suspensions and blocks. Idempotent. */
export async function loadReferenceData(
  database: Database,
  data: ReferenceData,
  origin?: Origin,
): Promise<LoadedCounts> {
  const contracts = data.parties.flatMap((party) => party.contracts.map((each) => ({ ...each, partyID: party.id })));
  const shops = data.parties.flatMap((party) => party.shops.map((shop) => ({ ...shop, partyID: party.id })));
  const { categories, tradeBlocs, serviceProviders, paymentInstitutions, parties, walletProviders } = data;
  const institutions = { paymentInstitutions, parties, contracts, shops };
  const rows = { categories, tradeBlocs, serviceProviders, ...institutions, walletProviders };
  await database.transaction(async (tx) => {
    let changedCount = 0;
    for (const kind of ORDER) changedCount += await write(database, UPSERTS[kind], rows[kind], tx);
    if (changedCount > 0) await auditWithin(database, origin, toSubjects(data), tx);
  });
  return Object.fromEntries(ORDER.map((kind) => [kind, rows[kind].length])) as LoadedCounts;
}

/** Audits each party, and all lists as one subject. */
function toSubjects({ parties, walletProviders }: ReferenceData): AuditedSubject[] {
  return [
    { type: 'referenceData', id: 'lists' },
    ...parties.map(({ id }) => ({ type: 'party', id })),
    ...walletProviders.map(({ id }) => ({ type: 'walletProvider', id: String(id) })),
  ];
}

async function write(database: Database, upsert: Statement, rows: readonly object[], tx: Transaction): Promise<number> {
  return rows.length > 0 ? (await database.run(upsert, [JSON.stringify(rows, digits)], tx)).length : 0;
}

/** Amounts are stored as digits, because JSON has no bigint. */
function digits(_: string, field: unknown): unknown {
  return typeof field === 'bigint' ? field.toString() : field;
}

/** Referenced kinds first. */
const ORDER = [
  'categories',
  'tradeBlocs',
  'serviceProviders',
  'paymentInstitutions',
  'parties',
  'contracts',
  'shops',
  'walletProviders',
] as const;

type Kind = (typeof ORDER)[number];

type Field = readonly [
  field: string,
  column: string,
  type: 'text' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb' | 'text[]',
];

/** Set at creation; later only an operator blocks and unblocks, with a reason. */
const BLOCK = 'is_blocked';

const UPSERTS: Record<Kind, Statement> = {
  categories: upsert('categories', [
    ['id', 'id', 'integer'],
    ['name', 'name', 'text'],
    ['description', 'description', 'text'],
  ]),
  tradeBlocs: upsert('trade_blocs', [
    ['id', 'id', 'text'],
    ['name', 'name', 'text'],
    ['description', 'description', 'text'],
    ['countries', 'countries', 'text[]'],
  ]),
  serviceProviders: upsert('service_providers', [
    ['id', 'id', 'text'],
    ['brandName', 'brand_name', 'text'],
    ['category', 'category', 'text'],
    ['metadata', 'metadata', 'jsonb'],
  ]),
  paymentInstitutions: upsert('payment_institutions', [
    ['id', 'id', 'integer'],
    ['name', 'name', 'text'],
    ['description', 'description', 'text'],
    ['residences', 'residences', 'text[]'],
    ['realm', 'realm', 'text'],
    ['terms', 'terms', 'jsonb'],
  ]),
  parties: upsert('parties', [
    ['id', 'id', 'text'],
    ['isBlocked', 'is_blocked', 'boolean'],
    ['webhookLimit', 'webhook_limit', 'integer'],
  ]),
  contracts: upsert('contracts', [
    ['id', 'id', 'text'],
    ['partyID', 'party_id', 'text'],
    ['createdAt', 'created_at', 'timestamptz'],
    ['status', 'status', 'text'],
    ['validSince', 'valid_since', 'timestamptz'],
    ['validUntil', 'valid_until', 'timestamptz'],
    ['terminatedAt', 'terminated_at', 'timestamptz'],
    ['contractor', 'contractor', 'jsonb'],
    ['legalAgreement', 'legal_agreement', 'jsonb'],
    ['paymentInstitutionID', 'payment_institution_id', 'integer'],
    ['reportingPreferences', 'reporting_preferences', 'jsonb'],
    ['adjustments', 'adjustments', 'jsonb'],
  ]),
  shops: upsert('shops', [
    ['id', 'id', 'text'],
    ['partyID', 'party_id', 'text'],
    ['currency', 'currency', 'text'],
    ['categoryID', 'category_id', 'integer'],
    ['contractID', 'contract_id', 'text'],
    ['locationUrl', 'location_url', 'text'],
    ['name', 'name', 'text'],
    ['description', 'description', 'text'],
    ['isBlocked', 'is_blocked', 'boolean'],
    ['terms', 'terms', 'jsonb'],
  ]),
  walletProviders: upsert('wallet_providers', [
    ['id', 'id', 'text'],
    ['name', 'name', 'text'],
    ['residences', 'residences', 'text[]'],
    ['realm', 'realm', 'text'],
    ['destinationAuthorisation', 'destination_authorisation', 'text'],
    ['authorisationLifetimeSeconds', 'authorisation_lifetime_seconds', 'integer'],
    ['terms', 'terms', 'jsonb'],
  ]),
};

function upsert(table: string, fields: readonly Field[]): Statement {
  const columns = fields.map(([, column]) => column);
  const values = fields.map(([field, , type]) => selectValue(field, type));
  const changing = columns.filter((column) => column !== 'id' && column !== BLOCK);
  const changes = changing.map((column) => `${column} = EXCLUDED.${column}`);
  const differs = changing.map((column) => `${table}.${column} IS DISTINCT FROM EXCLUDED.${column}`);
  return statement(
    `reference-data-${table}`,
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM jsonb_array_elements($1::jsonb) AS row
     ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')} WHERE ${differs.join(' OR ')} RETURNING 1`,
  );
}

function selectValue(field: string, type: Field[2]): string {
  if (type === 'text[]') return `ARRAY(SELECT jsonb_array_elements_text(row -> '${field}'))`;
  if (type === 'jsonb') return `nullif(row -> '${field}', 'null')`;
  return `(row ->> '${field}')::${type}`;
}
