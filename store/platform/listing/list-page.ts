import type { Columns } from '../../postgres/columns';
import { statement, type BoundStatement, type Statement } from '../../postgres/database';
import type { Store } from '../../store';
import { allConditions, bindParameters, type Condition } from './condition';
import { continuationToken, readContinuationToken, type ListPlace } from './continuation-token';

/** A listing of rows with a creation time and an id, newest first. */
export interface Listing<Row extends ListPlace> extends ListingTexts<Row> {
  prepared: Readonly<Record<'first' | 'after', Statement<Row>>>;
}

interface ListingTexts<Row extends ListPlace> {
  /** Unique in the project: the name of its prepared statements. */
  name: string;
  /** `SELECT … FROM …` with the entity's own names for its fields. */
  select: string;
  /** The ordering columns: the time, then those that make a place unique. */
  order: Columns<ListPlace> & Partial<Columns<Row>>;
  /** Alternative ownership conditions, each with its own index; a row must match only one. `?` is the owner. */
  owners: readonly string[];
}

export function listing<Row extends ListPlace>(texts: ListingTexts<Row>): Listing<Row> {
  const any = { owner: '', conditions: [], limit: 1 };
  const after = { createdAt: new Date(), id: '' };
  return {
    ...texts,
    prepared: {
      first: statement(texts.name, textAndValues(texts, any).text),
      after: statement(`${texts.name}-after`, textAndValues(texts, any, after).text),
    },
  };
}

export interface PageRequest {
  owner: string;
  conditions: readonly (Condition | undefined)[];
  until?: Condition | undefined;
  limit: number;
  continuationToken?: string | undefined;
  /** The request that a token is bound to; default: owner and conditions. */
  question?: object;
}

/** A page, with the token of the next one unless it is the last. */
export interface Page<Row> {
  rows: Row[];
  continuationToken?: string;
}

/** Reads a page by keyset: pages cost the same, and concurrent inserts neither repeat nor skip rows. @throws Refusal badToken */
export async function listPage<Row extends ListPlace>(
  store: Store,
  listing: Listing<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { limit, continuationToken: token } = request;
  const question = getQuestion(listing, request);
  const after = token === undefined ? undefined : readContinuationToken(token, question, store.encryptionKeys);
  const query = buildPageQuery(listing, { ...request, limit: limit + 1 }, after);
  const found = await store.database.run(query, query.values);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows };
  return { rows, continuationToken: continuationToken(formatPlace(listing, last), question, store.encryptionKeys) };
}

/** Any change of this text invalidates all issued tokens. */
function getQuestion({ name }: { name: string }, { question, owner, conditions, until }: PageRequest): string {
  const counting = conditions.filter((condition) => condition !== undefined);
  const filters = counting.map(({ sql, values }) => ({ sql, value: values.length === 1 ? values[0] : values }));
  const requested = question ? [question] : [owner, filters, until?.values[0] ?? null];
  return JSON.stringify([name, ...requested], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** Prepared only without filters, which combine to thousands of statements that connections would keep. */
export function buildPageQuery<Row extends ListPlace>(
  listing: Listing<Row>,
  request: PageRequest,
  after?: ListPlace,
): BoundStatement<Row> {
  const { text, values } = textAndValues(listing, request, after);
  const { prepared } = listing;
  const isFiltered = [...request.conditions, after ? undefined : request.until].some(Boolean);
  if (isFiltered) return { name: '', text, values };
  return { ...(after ? prepared.after : prepared.first), values };
}

function textAndValues<Row extends ListPlace>(
  { select, owners, order }: ListingTexts<Row>,
  { owner, conditions, until, limit }: PageRequest,
  after?: ListPlace,
): { text: string; values: unknown[] } {
  const columns = Object.values<string>(order);
  // Never both: a place is within the span, and PostgreSQL would start reading at the span's end.
  const beginning = after ? isAfter(columns, after) : until;
  const parts = owners.map((ownership) => {
    const all = allConditions([{ sql: ownership, values: [owner] }, ...conditions, beginning]);
    return { sql: `${select} WHERE ${all.sql} ${newestFirst(columns)}`, values: [...all.values, limit] };
  });
  const [only] = parts;
  if (only && parts.length === 1) return bindParameters(only);
  const fields = Object.keys(order).map((field) => `"${field}"`);
  const sql = `${parts.map((part) => `(${part.sql})`).join(' UNION ALL ')} ${newestFirst(fields)}`;
  return bindParameters({ sql, values: [...parts.flatMap(({ values }) => values), limit] });
}

function newestFirst(names: readonly string[]): string {
  return `ORDER BY ${names.map((name) => `${name} DESC`).join(', ')} LIMIT ?`;
}

const SEPARATOR = '/';

/** Rows after a place; its id contains a part for each id column. */
function isAfter(columns: readonly string[], { createdAt, id }: ListPlace): Condition {
  const [, ...idColumns] = columns;
  const ids = idColumns.length === 1 ? [id] : idColumns.map((_, place) => id.split(SEPARATOR)[place] ?? '');
  const places = ['?::timestamptz', ...ids.map(() => '?::text')];
  return { sql: `(${columns.join(', ')}) < (${places.join(', ')})`, values: [createdAt, ...ids] };
}

function formatPlace<Row extends ListPlace>({ order }: Listing<Row>, row: Row): ListPlace {
  const [, ...idFields] = Object.keys(order) as (keyof Row)[];
  return { createdAt: row.createdAt, id: idFields.map((field) => row[field]).join(SEPARATOR) };
}
