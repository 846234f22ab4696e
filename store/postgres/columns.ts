import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';

/** The column of each field. */
export type Columns<Entity> = Readonly<Record<keyof Entity & string, string>>;

/** The words of texts, which spaces separate. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;

/** An object that no text fits, unless the words are the fields of the entity, all of them. */
type AllFields<Entity, Text extends string> = [
  Exclude<keyof Entity, Words<Text>>,
  Exclude<Words<Text>, keyof Entity>,
] extends [never, never]
  ? unknown
  : { missing: Exclude<keyof Entity, Words<Text>>; unknown: Exclude<Words<Text>, keyof Entity> };

/** Lists words: `words('status failure')`. */
export function words<Text extends string>(...texts: Text[]): Words<Text>[] {
  return texts.join(' ').split(' ') as Words<Text>[];
}

/**
 * Names the column of each field: `party_id` of partyID, `amount` of amountMinor, or another one. Does not compile unless all
 * fields are listed.
 */
export function columnsOf<Entity>() {
  return <Text extends string>(
    fields: (Text & AllFields<Entity, Text>)[],
    others: Partial<Columns<Entity>> = {},
  ): Columns<Entity> => ({
    ...(Object.fromEntries(words(...fields).map((field) => [field, toColumnName(field)])) as Columns<Entity>),
    ...others,
  });
}

/** `party_id` of partyID, `amount` of amountMinor. */
export function toColumnName(field: string): string {
  const words = field.replace(/Minor$/, '').replace(/(?<=[a-z0-9])[A-Z]+/g, (letters) => `_${letters}`);
  return words.toLowerCase();
}

/** The SELECT list with the entity's field names, prefixed if two entities are selected. */
export function selectList<Entity>(columns: Columns<Entity>, table: string, prefix = ''): string {
  return entries(columns)
    .map(([field, column]) => `${table}.${column} AS "${prefix}${field}"`)
    .join(', ');
}

/** `INSERT INTO table (…) VALUES ($1, …)` for all of an entity's columns, in their order, numbered from `first`. */
export function insertText<Entity>(
  table: string,
  columns: Columns<Entity>,
  extra: readonly string[] = [],
  first = 1,
): string {
  const names = [...entries(columns).map(([, column]) => column), ...extra];
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${first + index}`).join(', ')})`;
}

/** `column = $n, …` for the given fields, numbered from `first`. */
export function assignments<Entity>(
  columns: Columns<Entity>,
  fields: readonly (keyof Entity & string)[],
  first: number,
): string {
  return fields.map((field, index) => `${columns[field]} = $${first + index}`).join(', ');
}

/** An entity's values for `insertText` or `assignments`: JSON as text, bigints as digits, dates in UTC. */
export function toValues<Entity extends object>(
  entity: Entity,
  columns: Columns<Entity>,
  fields: readonly (keyof Entity & string)[] = Object.keys(columns) as (keyof Entity & string)[],
): unknown[] {
  return fields.map((field) => toColumn(entity[field]));
}

export function toColumn(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return rfc3339Text(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value;
}

/** An entity's fields in a row that was selected with a prefix. */
export type Prefixed<Entity, Prefix extends string> = {
  [Field in keyof Entity & string as `${Prefix}${Field}`]: Entity[Field];
};

export function unprefixed<Entity, Prefix extends string>(row: Prefixed<Entity, Prefix>, prefix: Prefix): Entity {
  const entity: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) if (key.startsWith(prefix)) entity[key.slice(prefix.length)] = value;
  return entity as Entity;
}

function entries<Entity>(columns: Columns<Entity>): [string, string][] {
  return Object.entries(columns);
}
