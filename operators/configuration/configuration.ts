import { createHash } from 'node:crypto';
import { judgeRoutes, type JudgeRoute } from '../../connectors/routed-accounts';
import { notFound } from '../../domain/platform/errors/refusal';
import type {
  CONFIGURATION_COMMANDS,
  ConfiguredType,
} from '../../domain/merchants/reference-data/configuration-commands';
import type { ReadCommand } from '../../domain/operators/operator-command/command-fields';
import type { CommandChange } from '../../domain/operators/operator-command/operator-command';
import { mergePatch } from '../../domain/merchants/reference-data/field-changes';
import { toFileForm, type FileForm } from '../../domain/merchants/reference-data/file-form';
import type { ReferenceData } from '../../domain/merchants/reference-data/reference-data';
import { parseRfc3339 } from '../../domain/platform/rfc3339/rfc3339';
import {
  changeConfiguration,
  type ConfigurationRequest,
  type EntityChange,
} from '../../store/merchants/configuration/configuration.change';
import { listEntities } from '../../store/merchants/configuration/configuration.entities';
import type { ModelName } from '../../store/merchants/configuration/configuration.models';
import { readConfiguration, type PartySelection } from '../../store/merchants/configuration/configuration.record';
import { TABLES } from '../../store/merchants/configuration/configuration.tables';
import { getKeptVersion } from '../../store/merchants/configuration/configuration.versions';
import { listAccounts } from '../../store/payments/connector-account/account-directory';
import type { Database } from '../../store/postgres/database';
import { selectParties } from '../../store/merchants/reference-data/load';
import type { SchemaProblem } from '../reference-data/problems';
import { InvalidConfiguration, MAX_PROBLEMS } from './invalid-configuration';
import { parseEntity, parseFile } from './parse-configuration';

type Orders = typeof CONFIGURATION_COMMANDS;

/** The lists of the entities, by their names in the audit log. */
export const CONFIGURED_KINDS = {
  category: 'categories',
  paymentInstitution: 'paymentInstitutions',
  party: 'parties',
  contract: 'contracts',
  shop: 'shops',
  walletProvider: 'walletProviders',
} as const satisfies Record<ConfiguredType, ModelName>;

/** What a change of the configuration asks for, by its command. */
export type ConfigurationOrder = { [Name in keyof Orders]: { name: Name } & ReadCommand<Orders[Name]> }[keyof Orders];

/** How an order changes the configuration. */
export type ConfigurationPlan = Omit<ConfigurationRequest, 'reason' | 'isDryRun' | 'command'>;

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

/** Compares a file with what is on record. */
export async function checkFile(database: Database, data: unknown): Promise<FileCheck> {
  try {
    return { problems: [], changes: await compareOrder(database, { name: 'load', data: data as FileForm }) };
  } catch (error) {
    if (error instanceof InvalidConfiguration) return { problems: error.problems.slice(0, MAX_PROBLEMS), changes: [] };
    throw error;
  }
}

/** What an order would change. @throws InvalidConfiguration, VersionConflict, Refusal notFound */
export async function compareOrder(database: Database, order: ConfigurationOrder): Promise<EntityChange[]> {
  return changeConfiguration({ database }, { ...(await planOrder(database, order)), isDryRun: true });
}

/** Tells the loads of one file at different states of the configuration apart. */
export function digestChanges(changes: readonly CommandChange[]): string {
  const versions = changes.map(({ type, id, version }) => `${type}/${id}/${version}`);
  return createHash('sha256').update(versions.join(' ')).digest('hex').slice(0, 20);
}

/** Validates what the order names; the plan validates the rest against what is on record. @throws InvalidConfiguration */
export async function planOrder(database: Database, order: ConfigurationOrder): Promise<ConfigurationPlan> {
  const judge = await judgeStored(database);
  if (order.name === 'load') {
    return { selection: selectNamed(order.data), plan: ({ data }) => parseFile(order.data, { record: data, judge }) };
  }
  const kind = CONFIGURED_KINDS[order.type];
  if (order.name === 'create') return planCreation(kind, { value: order.value, judge });
  const { id, version } = order;
  if (order.name === 'change') {
    const termsFrom = order.validFrom === undefined ? undefined : parseRfc3339(order.validFrom);
    if (termsFrom) assertSchedulable(kind, { changes: order.changes, termsFrom });
    const revise = (form: FileForm) => mergePatch(form, order.changes);
    return { ...planChange({ kind, id, version, judge, revise }), termsFrom };
  }
  const kept = await getKeptVersion(database, { type: order.type, id, version: order.toVersion });
  // A block is a decision of its own, which a roll-back does not change.
  const revise = ({ blocked }: FileForm): FileForm => ({ ...kept, ...(blocked !== undefined && { blocked }) });
  return planChange({ kind, id, version, judge, revise });
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

/** Repeating a creation changes nothing; another entity with its id is a VersionConflict. */
function planCreation(kind: ModelName, { value, judge }: { value: FileForm; judge: JudgeRoute }): ConfigurationPlan {
  const id = readId(value);
  return {
    selection: selectFor(kind, { id, party: value['party'] }),
    plan: ({ data }) => parseEntity(kind, { value, field: 'value', judge }, data),
    expected: { type: TABLES[kind].subject, id, version: 0 },
  };
}

/** The id of an entity that is not validated yet. */
export function readId({ id }: FileForm): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

interface PlannedChange {
  kind: ModelName;
  id: string;
  version: number;
  judge: JudgeRoute;
  /** Returns the next values. */
  revise: (form: FileForm) => FileForm;
}

function planChange({ kind, id, version, judge, revise }: PlannedChange): ConfigurationPlan {
  const { subject: type } = TABLES[kind];
  return {
    selection: selectFor(kind, { id }),
    plan: ({ data, versions }) => {
      const found = listEntities(data).find((entity) => entity.kind === kind && entity.id === id);
      if (!found) throw notFound(type);
      // A stale version is refused as such, even if the change no longer fits.
      if (versions.get(`${type}/${id}`) !== version) return data;
      const value = revise(found.form);
      for (const field of ['id', 'party']) {
        if (value[field] !== found.form[field]) {
          throw new InvalidConfiguration([{ place: ['changes', field], rule: 'unchangeable' }]);
        }
      }
      // An omitted limit is that on record.
      const given = kind === 'parties' ? { webhookLimit: null, ...value } : value;
      return parseEntity(kind, { value: given, field: 'changes', judge }, data);
    },
    expected: { type, id, version },
  };
}

function assertSchedulable(kind: ModelName, { changes, termsFrom }: { changes: FileForm; termsFrom: Date }): void {
  const isTermsOnly = kind === 'shops' && Object.keys(changes).every((field) => field === 'terms');
  const rule = isTermsOnly ? 'notInFuture' : 'notOnlyTerms';
  if (isTermsOnly && termsFrom.getTime() > Date.now()) return;
  throw new InvalidConfiguration([{ place: ['validFrom'], rule }]);
}

function selectFor(kind: ModelName, { id, party }: { id: string; party?: unknown }): PartySelection {
  const partyIDs = [...(kind === 'parties' ? [id] : []), ...(typeof party === 'string' ? [party] : [])];
  return { partyIDs, contractIDs: kind === 'contracts' ? [id] : [], shopIDs: kind === 'shops' ? [id] : [] };
}

/** Routes may name the accounts on record. */
async function judgeStored(database: Database): Promise<JudgeRoute> {
  return judgeRoutes(await listAccounts(database));
}
