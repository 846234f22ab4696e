import { statement, type Database, type Statement } from '../database';
import type { StartCommand } from '../change-log';

/** An entity that waits for its workflow, with the command that would start it. */
export interface OpenEntity {
  /** Its place in the order of the sweep. */
  key: string[];
  start: StartCommand;
}

/** How the open entities of one kind are found, a page after the other and by the ids of their workflows. */
export interface RecoverableEntity {
  kind: string;
  /** The open entities after a place, in the order of the sweep; from the first one without a place. */
  page(database: Database, after: readonly string[] | null, limit: number): Promise<OpenEntity[]>;
  /** Those of these places that are open. */
  openAt(database: Database, keys: readonly (readonly string[])[]): Promise<OpenEntity[]>;
  /** The place of the entity that a workflow is of; undefined for a workflow of another kind. */
  keyOf(workflowID: string): string[] | undefined;
}

interface RecoverableQuery<Row> {
  kind: string;
  /** The FROM of the query; the entity is `e`. */
  from: string;
  /** What of a row the command is made of. */
  select: string;
  /** Which are open, as an index of their own has it. */
  isOpen: string;
  /** The columns of that index, with their types. */
  key: readonly (readonly [column: string, type: KeyType])[];
  start: (row: Row) => StartCommand;
  /** Absent where the id of a workflow does not say the place. */
  keyOf?: (workflowID: string) => string[] | undefined;
}

type Found<Row> = Statement<Row & { key: string[] }>;

type KeyType = 'text' | 'bigint' | 'timestamptz';

/** Before every key: the planner then reads each page from the index alike. */
const FIRST: Readonly<Record<KeyType, string>> = { text: '', bigint: '0', timestamptz: '-infinity' };

/** What is younger has its first command on the way. */
const OLDER_THAN = `e.created_at < now() - interval '15 seconds'`;

/** Declares how the open entities of a kind are found. */
export function recoverable<Row extends object>(sought: RecoverableQuery<Row>): RecoverableEntity {
  const { kind, start, keyOf } = sought;
  const texts = buildStatements(sought);
  const page: Found<Row> = statement(`open-${kind}-page`, texts.page);
  const byKey: Found<Row> = statement(`open-${kind}-by-key`, texts.byKey);
  const opened = ({ key, ...row }: Row & { key: string[] }): OpenEntity => ({
    key,
    start: start(row as unknown as Row),
  });
  return {
    kind,
    async page(database, after, limit) {
      const values = [...sought.key.map(([, type], index) => after?.[index] ?? FIRST[type]), limit];
      return (await database.run(page, values)).map(opened);
    },
    async openAt(database, keys) {
      if (keys.length === 0) return [];
      const values = sought.key.map((_, index) => keys.map((key) => key[index]));
      return (await database.run(byKey, values)).map(opened);
    },
    keyOf(workflowID) {
      const key = keyOf?.(workflowID);
      return isKey(key, sought.key) ? key : undefined;
    },
  };
}

function buildStatements({ from, select, isOpen, key }: RecoverableQuery<never>): { page: string; byKey: string } {
  const columns = key.map(([column]) => `e.${column}`).join(', ');
  const place = key.map(([, type], index) => `$${index + 1}::${type}`).join(', ');
  const open = `SELECT ARRAY[${key.map(([column]) => `e.${column}::text`).join(', ')}] AS key, ${select}
    FROM ${from} WHERE ${isOpen} AND ${OLDER_THAN}`;
  const keys = key.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
  const page = `${open} AND (${columns}) > (${place}) ORDER BY ${columns} LIMIT $${key.length + 1}`;
  const byKey = `${open} AND (${columns}) IN (SELECT * FROM unnest(${keys}))`;
  return { page, byKey };
}

/** Workflow ids are anybody's to choose, and a number that is none would fail the statement. */
function isKey(key: readonly string[] | undefined, columns: RecoverableQuery<never>['key']): boolean {
  if (key?.length !== columns.length) return false;
  return columns.every(([, type], index) => type === 'text' || /^\d{1,18}$/.test(key[index] ?? ''));
}

/** The parts of an id such as `payment/<invoice>.<payment>`; undefined for one of another kind. */
export function parseWorkflowId(prefix: string): (workflowID: string) => string[] | undefined {
  return (workflowID) => (workflowID.startsWith(prefix) ? workflowID.slice(prefix.length).split('.') : undefined);
}
