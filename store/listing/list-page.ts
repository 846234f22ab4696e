import type { Columns } from '../columns';
import { statement, type BoundStatement, type Statement } from '../database';
import type { Store } from '../store';
import { allConditions, bound, type Condition } from './condition';
import { continuationToken, readContinuationToken, type ListPlace } from './continuation-token';

/** What is listed: rows with a time of creation and an id, newest first. */
export interface Listing<Row extends ListPlace> extends ListingTexts<Row> {
  /** A page without filters is prepared. */
  prepared: Readonly<Record<'first' | 'after', Statement<Row>>>;
}

interface ListingTexts<Row extends ListPlace> {
  /** Unique in the project; names the prepared statements. */
  name: string;
  /** `SELECT … FROM …` with the entity's own names for its fields. */
  select: string;
  /** The columns that order the rows: the time, then what tells apart those of one moment. */
  order: Columns<ListPlace> & Partial<Columns<Row>>;
  /**
   * Whose rows: each alternative is read by an index of its own, and no row may fit two of them. `?` stands for the
   * owner.
   */
  owners: readonly string[];
}

/** Declares a listing. */
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

/** What a caller asks of a listing. */
export interface PageRequest {
  owner: string;
  conditions: readonly (Condition | undefined)[];
  /** Where the span ends. */
  until?: Condition | undefined;
  limit: number;
  continuationToken?: string | undefined;
  /** What was asked, which a token is good for; where it is not said, the owner and the conditions. */
  question?: object;
}

/** A part of what was found, and the token of the next part; without one it is the last. */
export interface Page<Row> {
  rows: Row[];
  continuationToken?: string;
}

/**
 * Reads one page of a listing by its key, never by an offset: a late page costs what the first does, and rows that come
 * or go meanwhile neither repeat nor skip any.
 * @throws Refusal badToken for a token that is not ours or was given for another question
 */
export async function listPage<Row extends ListPlace>(
  store: Store,
  listing: Listing<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { limit, continuationToken: token } = request;
  const question = getQuestion(listing, request);
  const after = token === undefined ? undefined : readContinuationToken(token, question, store.encryptionKeys);
  const query = pageQuery(listing, { ...request, limit: limit + 1 }, after);
  const found = await store.database.run(query, query.values);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows };
  return { rows, continuationToken: continuationToken(formatPlace(listing, last), question, store.encryptionKeys) };
}

/** Changed in one character, it makes every token that is out in the world a bad one. */
function getQuestion({ name }: { name: string }, { question, owner, conditions, until }: PageRequest): string {
  const counting = conditions.filter((condition) => condition !== undefined);
  const filters = counting.map(({ sql, values }) => ({ sql, value: values.length === 1 ? values[0] : values }));
  const asked = question ? [question] : [owner, filters, until?.values[0] ?? null];
  return JSON.stringify([name, ...asked], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/**
 * The statement of one page. One without filters is prepared. Filters combine to thousands of statements, each of which every
 * connection of PostgreSQL would keep for good; what they save in planning is less than what a plan for the values at hand
 * gains.
 */
export function pageQuery<Row extends ListPlace>(
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
  // Never both: the end of the span follows from the place, and PostgreSQL would begin to read at the former.
  const beginning = after ? isAfter(columns, after) : until;
  const parts = owners.map((ownership) => {
    const all = allConditions([{ sql: ownership, values: [owner] }, ...conditions, beginning]);
    return { sql: `${select} WHERE ${all.sql} ${newestFirst(columns)}`, values: [...all.values, limit] };
  });
  const [only] = parts;
  if (only && parts.length === 1) return bound(only);
  const fields = Object.keys(order).map((field) => `"${field}"`);
  const sql = `${parts.map((part) => `(${part.sql})`).join(' UNION ALL ')} ${newestFirst(fields)}`;
  return bound({ sql, values: [...parts.flatMap(({ values }) => values), limit] });
}

function newestFirst(names: readonly string[]): string {
  return `ORDER BY ${names.map((name) => `${name} DESC`).join(', ')} LIMIT ?`;
}

const SEPARATOR = '/';

/** Rows that come after a place: its id says as much as there are columns beside the time. */
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
