import { judgeRoutes, type JudgeRoute } from '../../connectors/routed-accounts';
import { notFound, Refusal } from '../../domain/errors/refusal';
import { mergePatch } from '../../domain/reference-data/field-changes';
import { toFileForm, type FileForm } from '../../domain/reference-data/file-form';
import type { ReferenceData } from '../../domain/reference-data/reference-data';
import { changeConfiguration, type EntityChange } from '../../store/configuration/configuration.change';
import { listEntities } from '../../store/configuration/configuration.entities';
import type { ModelName } from '../../store/configuration/configuration.models';
import { readConfiguration, type PartySelection } from '../../store/configuration/configuration.record';
import { TABLES } from '../../store/configuration/configuration.tables';
import { listAccounts } from '../../store/connector-account/account-directory';
import type { Database } from '../../store/postgres/database';
import { countLoaded, selectParties, type LoadedCounts } from '../../store/reference-data/load';
import type { Store } from '../../store/store';
import { formatPlace, listProblems, type SchemaProblem } from '../reference-data/problems';
import { referenceData } from '../reference-data/reference-data.schema';

/** Further problems are not listed. */
const MAX_PROBLEMS = 50;

type AuditedDatabase = Pick<Store, 'database' | 'origin'>;

/** What a file would change, or why it cannot be loaded. */
export interface FileCheck {
  problems: SchemaProblem[];
  changes: EntityChange[];
}

/** Everything on record, in the form of the file. */
export async function exportConfiguration(database: Database): Promise<Record<keyof ReferenceData, FileForm[]>> {
  const { data } = await database.transaction((tx) => readConfiguration(database, {}, tx));
  return toFileForm(data);
}

interface GivenFile {
  value: unknown;
}

/** Compares a file with what is on record. */
export async function checkFile(store: AuditedDatabase, file: GivenFile): Promise<FileCheck> {
  try {
    const { changes } = await applyFile(store, { ...file, isDryRun: true });
    return { problems: [], changes };
  } catch (error) {
    if (error instanceof InvalidConfiguration) return { problems: error.problems.slice(0, MAX_PROBLEMS), changes: [] };
    throw error;
  }
}

/** Loads a file in one transaction. @throws InvalidConfiguration */
export async function loadFile(
  store: AuditedDatabase,
  file: GivenFile & { reason: string },
): Promise<{ loaded: LoadedCounts; changes: EntityChange[] }> {
  return applyFile(store, file);
}

async function applyFile(
  store: AuditedDatabase,
  { value, reason, isDryRun = false }: GivenFile & { reason?: string; isDryRun?: boolean },
): Promise<{ loaded: LoadedCounts; changes: EntityChange[] }> {
  const judge = await judgeStored(store);
  let data: ReferenceData | undefined;
  const plan = (record: { data: ReferenceData }): ReferenceData =>
    (data = parse(value, { record: record.data, judge }));
  const changes = await changeConfiguration(store, { selection: selectNamed(value), plan, reason, isDryRun });
  if (!data) throw new Error('the file was not read');
  return { loaded: countLoaded(data), changes };
}

/** The parties that a file names before it is validated. */
function selectNamed(value: unknown): PartySelection {
  const { parties } = (value ?? {}) as { parties?: unknown };
  const ids = (list: unknown) => asList(list).flatMap(({ id }) => (typeof id === 'string' ? [{ id }] : []));
  return selectParties(
    asList(parties).flatMap((party) =>
      ids([party]).map(({ id }) => ({ id, contracts: ids(party['contracts']), shops: ids(party['shops']) })),
    ),
  );
}

function asList(value: unknown): Record<string, unknown>[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null);
}

interface EntityCreation {
  kind: ModelName;
  value: FileForm;
  reason: string;
}

/** Creates an entity. Repeating it changes nothing. @throws InvalidConfiguration, VersionConflict if another one has its id */
export async function createEntity(store: AuditedDatabase, { kind, value, reason }: EntityCreation): Promise<string> {
  const { id: given } = value;
  const id = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const judge = await judgeStored(store);
  await changeConfiguration(store, {
    selection: selectFor(kind, { id, party: value['party'] }),
    plan: ({ data }) => parseEntity(kind, { value, field: 'value', judge }, data),
    expected: { type: TABLES[kind].subject, id, version: 0 },
    reason,
  });
  return id;
}

interface EntityPatch {
  kind: ModelName;
  id: string;
  version: number;
  changes: FileForm;
  reason: string;
  termsFrom?: Date | undefined;
}

/** Applies a merge patch to one version of an entity. @throws InvalidConfiguration, VersionConflict, Refusal notFound */
export async function patchEntity(store: AuditedDatabase, patch: EntityPatch): Promise<void> {
  const { kind, id, version, changes, reason, termsFrom } = patch;
  const { subject: type } = TABLES[kind];
  const judge = await judgeStored(store);
  if (termsFrom) assertSchedulable(kind, { changes, termsFrom });
  await changeConfiguration(store, {
    selection: selectFor(kind, { id }),
    plan: ({ data, versions }) => {
      const found = listEntities(data).find((entity) => entity.kind === kind && entity.id === id);
      if (!found) throw notFound(type);
      // A stale version is refused as such, even if the patch no longer fits.
      if (versions.get(`${type}/${id}`) !== version) return data;
      const value = mergePatch(found.form, changes);
      for (const field of ['id', 'party']) {
        if (value[field] !== found.form[field]) {
          throw new InvalidConfiguration([{ place: ['changes', field], message: 'cannot be changed' }]);
        }
      }
      // An omitted limit is that on record.
      const given = kind === 'parties' ? { webhookLimit: null, ...value } : value;
      return parseEntity(kind, { value: given, field: 'changes', judge }, data);
    },
    expected: { type, id, version },
    reason,
    termsFrom,
  });
}

function assertSchedulable(kind: ModelName, { changes, termsFrom }: { changes: FileForm; termsFrom: Date }): void {
  const isTermsOnly = kind === 'shops' && Object.keys(changes).every((field) => field === 'terms');
  const message = isTermsOnly ? 'must be in the future' : 'needs changes of terms and no other fields';
  if (isTermsOnly && termsFrom.getTime() > Date.now()) return;
  throw new InvalidConfiguration([{ place: ['validFrom'], message }]);
}

function selectFor(kind: ModelName, { id, party }: { id: string; party?: unknown }): PartySelection {
  const partyIDs = [...(kind === 'parties' ? [id] : []), ...(typeof party === 'string' ? [party] : [])];
  return { partyIDs, contractIDs: kind === 'contracts' ? [id] : [], shopIDs: kind === 'shops' ? [id] : [] };
}

/** Validates one entity as a file that holds only it. */
function parseEntity(
  kind: ModelName,
  { value, field, judge }: { value: FileForm; field: string; judge: JudgeRoute },
  record: ReferenceData,
): ReferenceData {
  const isOwned = kind === 'contracts' || kind === 'shops';
  if (!isOwned) return parse({ [kind]: [value] }, { record, judge, prefix: [kind, 0], field });
  const { party, ...entity } = value;
  if (typeof party !== 'string' || !record.parties.some(({ id }) => id === party)) {
    throw new InvalidConfiguration([{ place: [field, 'party'], message: 'there is no such party' }]);
  }
  const file = { parties: [{ id: party, [kind]: [entity] }] };
  return parse(file, { record, judge, prefix: ['parties', 0, kind, 0], field });
}

interface ParseContext {
  record: ReferenceData;
  judge: JudgeRoute;
  /** The place of the only entity, which problems replace by `field`. */
  prefix?: readonly PropertyKey[];
  field?: string;
}

/** Routes may name the accounts on record. */
async function judgeStored({ database }: AuditedDatabase): Promise<JudgeRoute> {
  return judgeRoutes(await listAccounts(database));
}

function parse(value: unknown, { record, judge, prefix = [], field }: ParseContext): ReferenceData {
  const parsed = referenceData(record, judge).safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error).map(({ place, message }) => {
    const isInside = prefix.every((part, index) => place[index] === part);
    const inner = isInside ? place.slice(prefix.length) : [];
    return { place: field === undefined ? place : [field, ...inner], message };
  });
  throw new InvalidConfiguration(problems);
}

/** Refuses configuration that breaks rules, each with its place. */
export class InvalidConfiguration extends Refusal {
  constructor(readonly problems: SchemaProblem[]) {
    const listed = problems.slice(0, MAX_PROBLEMS).map(({ place, message }) => `${formatPlace(place)}: ${message}`);
    super('invalidRequest', listed.join('; '));
  }
}
