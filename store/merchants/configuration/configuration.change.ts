import { compareForms, type FieldChanges } from '../../../domain/merchants/reference-data/field-changes';
import { needsSecondPerson } from '../../../domain/merchants/reference-data/guarded-changes';
import type { FileForm } from '../../../domain/merchants/reference-data/file-form';
import type { ReferenceData } from '../../../domain/merchants/reference-data/reference-data';
import type { CommandChange, OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { endingTestKeys } from '../api-key/test-keys';
import { auditWithin } from '../../platform/audit/audited';
import type { Origin } from '../../platform/audit/origin';
import { recordOutcome } from '../../operators/operator-command/command-outcome';
import { statement, type Database, type Statement, type Transaction } from '../../postgres/database';
import { assertAsApproved, isInstallation, SecondPersonRequired } from './approved-change';
import { listEntities, type ChangedEntity, type StoredEntity } from './configuration.entities';
import { keepVersions } from './configuration.versions';
import { readConfiguration, type ConfigurationRecord, type PartySelection } from './configuration.record';
import { KINDS, TABLES, type ConfigurationKind, type ColumnType } from './configuration.tables';
import { announceBankAccounts } from '../settlement/bank-account-notice';
import { assertBlocksKept } from './block-change';
import { assertVersion, type ExpectedVersion } from './version-conflict';

export interface ConfigurationRequest {
  /** The parties that the change concerns; all by default. */
  selection?: PartySelection | undefined;
  /** Returns the entities to write. It runs again if the transaction is retried. */
  plan: (record: ConfigurationRecord) => ReferenceData;
  reason?: string | undefined;
  expected?: ExpectedVersion | undefined;
  /** When changed terms of shops come into force; now by default. */
  termsFrom?: Date | undefined;
  /** Compares without writing. */
  isDryRun?: boolean;
  /** A command that two people stand for: what they have seen is written, and nothing else. Without one, a guarded change is refused. */
  command?: Pick<OperatorCommand, 'id' | 'changes'> | undefined;
}

/** A created or changed entity; `before` and `after` have the changed fields only, `before` is null at a creation. */
export interface EntityChange extends CommandChange {
  /** The version after the change; that before it in a dry run. */
  version: number;
  before: FileForm | null;
  after: FileForm;
  /** Whether a second person must approve it. */
  isGuarded: boolean;
}

/**
 * Writes what differs from the database, in one transaction. Removes nothing. Idempotent.
 * @throws VersionConflict, SecondPersonRequired
 */
export async function changeConfiguration(
  { database, origin }: { database: Database; origin?: Origin | undefined },
  request: ConfigurationRequest,
): Promise<EntityChange[]> {
  const { termsFrom, isDryRun = false } = request;
  return database.transaction(async (tx) => {
    const { record, plan, changed } = await planConfiguration(database, request, tx);
    const changes = toChanges(changed, {
      versions: record.versions,
      isGuarded: await getGuard(database, plan, record, tx),
    });
    if (isDryRun) return changes;
    if (request.command) assertAsApproved(request.command.changes ?? [], changes);
    else if (changes.some(({ isGuarded }) => isGuarded)) throw new SecondPersonRequired(changes);
    const writeAll = () => write(database, { changed, termsFrom }, tx);
    const changesRealms = changed.some(
      ({ entity: { kind } }) => kind === 'contracts' || kind === 'paymentInstitutions',
    );
    const versions = changesRealms ? await endingTestKeys({ database, origin, tx }, writeAll) : await writeAll();
    if (!termsFrom) await keepVersions(database, { changed, before: record.versions, after: versions }, tx);
    await announceBankAccounts(database, { changed, versions }, tx);
    const written = changes.map((change) => ({ ...change, version: versions.get(`${change.type}/${change.id}`) ?? 0 }));
    await audit({ database, origin }, { ...request, changes: written, record }, tx);
    if (request.command) await recordOutcome(database, { id: request.command.id, outcome: toOutcome(written) }, tx);
    return written;
  });
}

/** What is on record, what a request would make of it, and the entities that differ. */
export interface PlannedConfiguration {
  record: ConfigurationRecord;
  plan: ReferenceData;
  changed: ChangedEntity[];
}

/** Validates a request against what is on record. @throws VersionConflict */
export async function planConfiguration(
  database: Database,
  request: ConfigurationRequest,
  tx: Transaction,
): Promise<PlannedConfiguration> {
  const { selection, termsFrom, expected, isDryRun = false } = request;
  const record = await readConfiguration(database, { selection, at: termsFrom, isLocked: !isDryRun }, tx);
  const plan = request.plan(record);
  const changed = findChanged(listEntities(record.data), listEntities(plan));
  const current = expected && (record.versions.get(`${expected.type}/${expected.id}`) ?? 0);
  const isRepeated = expected?.version === 0 && changed.length === 0;
  if (expected && current !== undefined && !isRepeated) await assertVersion(database, { expected, current }, tx);
  assertBlocksKept(plan, record.data);
  return { record, plan, changed };
}

type IsGuarded = (change: ChangedEntity) => boolean;

function toChanges(
  changed: readonly ChangedEntity[],
  { versions, isGuarded }: { versions: ReadonlyMap<string, number>; isGuarded: IsGuarded },
): EntityChange[] {
  return changed.map((each) => {
    const { subject: type, id } = each.entity;
    const version = versions.get(`${type}/${id}`) ?? 0;
    return { type, id, version, before: each.before, after: each.after, isGuarded: isGuarded(each) };
  });
}

/** Until the first shop or wallet exists, no money can go anywhere, and one person configures the installation. */
async function getGuard(
  database: Database,
  plan: ReferenceData,
  record: ConfigurationRecord,
  tx: Transaction,
): Promise<IsGuarded> {
  if (await isInstallation(database, tx)) return () => false;
  const all = [plan, record.data];
  const findInstitution = (contractID: string) => {
    const contracts = all.flatMap(({ parties }) => parties.flatMap(({ contracts: own }) => own));
    const id = contracts.find((contract) => contract.id === contractID)?.paymentInstitutionID;
    return all.flatMap(({ paymentInstitutions }) => paymentInstitutions).find((institution) => institution.id === id);
  };
  return ({ entity: { subject: type, row }, known }) =>
    needsSecondPerson({ type, before: known?.row, after: row }, findInstitution);
}

function findChanged(recorded: readonly StoredEntity[], next: readonly StoredEntity[]): ChangedEntity[] {
  const known = new Map(recorded.map((entity) => [`${entity.subject}/${entity.id}`, entity]));
  return next.flatMap((entity): ChangedEntity[] => {
    const before = known.get(`${entity.subject}/${entity.id}`);
    if (!before) return [{ entity, known: before, before: null, after: entity.form }];
    const changes: FieldChanges = compareForms(before.form, entity.form);
    return Object.keys(changes.after).length > 0 ? [{ entity, known: before, ...changes }] : [];
  });
}

async function write(
  database: Database,
  { changed, termsFrom }: { changed: readonly ChangedEntity[]; termsFrom: Date | undefined },
  tx: Transaction,
): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (const kind of KINDS) {
    const rows = changed.filter(({ entity }) => entity.kind === kind).map(({ entity }) => entity.row);
    if (rows.length === 0) continue;
    const isScheduled = kind === 'shops' && termsFrom !== undefined;
    const values = [JSON.stringify(rows, toStored), ...(isScheduled ? [rfc3339Text(termsFrom)] : [])];
    if (isScheduled) await database.run(SCHEDULE, values, tx);
    const written = await database.run(isScheduled ? FOLD : UPSERTS[kind], values.slice(0, 1), tx);
    for (const { id, version } of written) versions.set(`${TABLES[kind].subject}/${id}`, version);
  }
  return versions;
}

/** Amounts are stored as digits, because JSON has no bigint. */
function toStored(_: string, field: unknown): unknown {
  return typeof field === 'bigint' ? field.toString() : field;
}

type Audited = ConfigurationRequest & { changes: readonly EntityChange[]; record: ConfigurationRecord };

async function audit(
  { database, origin }: { database: Database; origin: Origin | undefined },
  { changes, record, reason, termsFrom }: Audited,
  tx: Transaction,
): Promise<void> {
  const subjects = changes.map(({ type, id, version, before, after }) => ({
    ...{ type, id, reason },
    before: before && { version: record.versions.get(`${type}/${id}`) ?? 0, ...before },
    after: { version, ...after, ...(termsFrom && { termsFrom: rfc3339Text(termsFrom) }) },
  }));
  await auditWithin(database, origin, subjects, tx);
}

/** The written versions, by which the command is known to be executed. */
export function toOutcome(written: readonly EntityChange[]): Readonly<Record<string, unknown>> {
  return { changed: written.map(({ type, id, version }) => ({ type, id, version })) };
}

interface Written {
  id: string;
  version: number;
}

const NEXT_TERMS = `(SELECT min(t.valid_from) FROM shop_terms t
  WHERE t.shop_id = shops.id AND t.valid_from > clock_timestamp())`;

const SCHEDULE = statement(
  'configuration-schedule-terms',
  `INSERT INTO shop_terms (shop_id, valid_from, terms)
   SELECT row ->> 'id', $2::timestamptz, row -> 'terms' FROM jsonb_array_elements($1::jsonb) AS row
   ON CONFLICT (shop_id, valid_from) DO UPDATE SET terms = EXCLUDED.terms`,
);

/** Scheduled terms whose time has come become the terms of the row. */
const FOLD = statement<Written>(
  'configuration-fold-terms',
  `UPDATE shops SET version = shops.version + 1, next_terms_at = ${NEXT_TERMS},
     terms = coalesce((SELECT t.terms FROM shop_terms t WHERE t.shop_id = shops.id AND t.valid_from <= clock_timestamp()
       ORDER BY t.valid_from DESC LIMIT 1), shops.terms)
   FROM jsonb_array_elements($1::jsonb) AS row WHERE shops.id = row ->> 'id' RETURNING shops.id, shops.version`,
);

const UPSERTS: Record<ConfigurationKind, Statement<Written>> = {
  categories: statement<Written>('reference-data-categories', upsertText('categories')),
  tradeBlocs: statement<Written>('reference-data-trade_blocs', upsertText('tradeBlocs')),
  serviceProviders: statement<Written>('reference-data-service_providers', upsertText('serviceProviders')),
  paymentInstitutions: statement<Written>('reference-data-payment_institutions', upsertText('paymentInstitutions')),
  parties: statement<Written>('reference-data-parties', upsertText('parties')),
  contracts: statement<Written>('reference-data-contracts', upsertText('contracts')),
  shops: statement<Written>('reference-data-shops', upsertText('shops')),
  walletProviders: statement<Written>('reference-data-wallet_providers', upsertText('walletProviders')),
};

function upsertText(kind: ConfigurationKind): string {
  const { table, fields } = TABLES[kind];
  const columns = fields.map(([, column]) => column);
  const values = fields.map(([field, , type]) => selectValue(field, type));
  const changes = columns.filter((column) => column !== 'id').map((column) => `${column} = EXCLUDED.${column}`);
  if (kind === 'shops') changes.push(`next_terms_at = ${NEXT_TERMS}`);
  return `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM jsonb_array_elements($1::jsonb) AS row
     ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')} RETURNING id::text AS id, ${table}.version`;
}

function selectValue(field: string, type: ColumnType): string {
  if (type === 'text[]') return `ARRAY(SELECT jsonb_array_elements_text(row -> '${field}'))`;
  if (type === 'jsonb') return `nullif(row -> '${field}', 'null')`;
  return `(row ->> '${field}')::${type}`;
}
