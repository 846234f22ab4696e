import { statement, type Database, type Statement } from '../../postgres/database';
import type { StartCommand } from '../../change-log';

export interface OpenEntity {
  /** Its key in the order of the sweep. */
  key: string[];
  start: StartCommand;
}

/** Finds open entities of one kind by page and by workflow id. */
export interface RecoverableEntity {
  kind: string;
  /** Whether these entities are past their deadline by some minutes, so that a running workflow has missed it. */
  isOverdue?: boolean;
  /** Open entities after a key, in the order of the sweep. */
  page(database: Database, after: readonly string[] | null, limit: number): Promise<OpenEntity[]>;
  openAt(database: Database, keys: readonly (readonly string[])[]): Promise<OpenEntity[]>;
  /** The key of a workflow's entity; undefined for another kind. */
  parseKey(workflowID: string): string[] | undefined;
}

export interface RecoverableQuery<Row> {
  kind: string;
  isOverdue?: boolean;
  from: string;
  select: string;
  /** The condition of open entities, matching a partial index. */
  isOpen: string;
  key: readonly (readonly [column: string, type: KeyType])[];
  start: (row: Row) => StartCommand;
  /** Missing if the workflow id does not contain the key. */
  parseKey?: (workflowID: string) => string[] | undefined;
}

type KeyedStatement<Row> = Statement<Row & { key: string[] }>;

type KeyType = 'text' | 'bigint' | 'timestamptz';

/** Sorts before every key, so that every page has the same plan. */
const FIRST: Readonly<Record<KeyType, string>> = { text: '', bigint: '0', timestamptz: '-infinity' };

/** Younger entities may still wait for their first command. */
const OLDER_THAN = `e.created_at < now() - interval '15 seconds'`;

export function recoverable<Row extends object>(query: RecoverableQuery<Row>): RecoverableEntity {
  const { kind, isOverdue = false, start, parseKey: keyOf } = query;
  const name = `${isOverdue ? 'overdue' : 'open'}-${kind}`;
  const texts = buildStatements(query);
  const page: KeyedStatement<Row> = statement(`${name}-page`, texts.page);
  const byKey: KeyedStatement<Row> = statement(`${name}-by-key`, texts.byKey);
  const toOpenEntity = ({ key, ...row }: Row & { key: string[] }): OpenEntity => ({
    key,
    start: start(row as unknown as Row),
  });
  return {
    kind,
    isOverdue,
    async page(database, after, limit) {
      const values = [...query.key.map(([, type], index) => after?.[index] ?? FIRST[type]), limit];
      return (await database.run(page, values)).map(toOpenEntity);
    },
    async openAt(database, keys) {
      if (keys.length === 0) return [];
      const values = query.key.map((_, index) => keys.map((key) => key[index]));
      return (await database.run(byKey, values)).map(toOpenEntity);
    },
    parseKey(workflowID) {
      const key = keyOf?.(workflowID);
      return isKey(key, query.key) ? key : undefined;
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

/** Operators can choose workflow ids, and an invalid number would fail the statement. */
function isKey(key: readonly string[] | undefined, columns: RecoverableQuery<never>['key']): boolean {
  if (key?.length !== columns.length) return false;
  return columns.every(([, type], index) => type === 'text' || /^\d{1,18}$/.test(key[index] ?? ''));
}

/** Splits an id such as `payment/<invoice>.<payment>`; undefined for another kind. */
export function parseWorkflowId(prefix: string): (workflowID: string) => string[] | undefined {
  return (workflowID) => (workflowID.startsWith(prefix) ? workflowID.slice(prefix.length).split('.') : undefined);
}
