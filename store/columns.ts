import { rfc3339Text } from '../domain/rfc3339/rfc3339';
/** How an entity's fields are called in its table. */
export type Columns<Entity> = Readonly<Record<keyof Entity & string, string>>;

/** The list for a SELECT that returns the entity's own field names, prefixed where two entities are read at once. */
export function selectList<Entity>(columns: Columns<Entity>, table: string, prefix = ''): string {
  return entries(columns)
    .map(([field, column]) => `${table}.${column} AS "${prefix}${field}"`)
    .join(', ');
}

/** `INSERT INTO table (…) VALUES ($1, …)` for all of an entity's columns, in their order. */
export function insertText<Entity>(table: string, columns: Columns<Entity>, extra: readonly string[] = []): string {
  const names = [...entries(columns).map(([, column]) => column), ...extra];
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
}

/** `column = $n, …` for the given fields, numbered from `first`. */
export function assignments<Entity>(
  columns: Columns<Entity>,
  fields: readonly (keyof Entity & string)[],
  first: number,
): string {
  return fields.map((field, index) => `${columns[field]} = $${first + index}`).join(', ');
}

/** An entity's values for `insertText` or `assignments`: JSON is written as text, bigints as digits, dates in UTC. */
export function valuesOf<Entity extends object>(
  entity: Entity,
  columns: Columns<Entity>,
  fields: readonly (keyof Entity & string)[] = Object.keys(columns) as (keyof Entity & string)[],
): unknown[] {
  return fields.map((field) => toColumn(entity[field]));
}

function toColumn(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return rfc3339Text(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value;
}

/** Takes one entity's fields out of a row that was read with a prefix. */
export function unprefixed<Entity>(row: Record<string, unknown>, prefix: string): Entity {
  const entity: Record<string, unknown> = {};
  for (const key in row) if (key.startsWith(prefix)) entity[key.slice(prefix.length)] = row[key];
  return entity as Entity;
}

function entries<Entity>(columns: Columns<Entity>): [string, string][] {
  return Object.entries(columns);
}
