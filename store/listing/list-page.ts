import { statement, type Statement } from '../database';
import type { Store } from '../store';
import { Conditions } from './conditions';
import type { ListPlace } from './continuation-token';
import { readPage, type Page } from './read-page';

/** One condition of a listing: SQL in which each `?` stands for the value. */
export interface Condition {
  sql: string;
  value: unknown;
}

/** A condition that counts where its filter is given. */
export function where(sql: string, value: unknown): Condition | undefined {
  if (value === undefined) return undefined;
  return { sql, value: typeof value === 'bigint' ? value.toString() : value };
}

/** What is listed: rows with a time of creation and an id, newest first. */
export interface Listing<Row extends ListPlace> extends ListingTexts {
  /** A page without filters is prepared. */
  prepared: Readonly<Record<'first' | 'to' | 'after', Statement<Row>>>;
}

interface ListingTexts {
  /** Unique in the project; names the prepared statements. */
  name: string;
  /** `SELECT … FROM …` with the entity's own names for its fields. */
  select: string;
  /** The columns that order the rows. */
  createdAt: string;
  id: string;
  /**
   * Whose rows: each alternative is read by an index of its own, and no row may fit two of them. `?` stands for the
   * owner.
   */
  owners: readonly string[];
}

/** Declares a listing. */
export function listing<Row extends ListPlace>(texts: ListingTexts): Listing<Row> {
  const any = { owner: '', conditions: [], limit: 1, after: undefined };
  const textOf = (question: Partial<Question>): string => pageQuery(texts, { ...any, ...question }).text;
  const now = new Date();
  return {
    ...texts,
    prepared: {
      first: statement(texts.name, textOf({})),
      to: statement(`${texts.name}-to`, textOf({ createdAtTo: now })),
      after: statement(`${texts.name}-after`, textOf({ after: { createdAt: now, id: '' } })),
    },
  };
}

/** What a caller asks of a listing. */
export interface PageRequest {
  owner: string;
  conditions: readonly (Condition | undefined)[];
  /** The newest that is listed. */
  createdAtTo?: Date | undefined;
  limit: number;
  continuationToken?: string | undefined;
}

/**
 * Reads one page of a listing by its key, never by an offset: a late page costs what the first does, and rows that come
 * or go meanwhile neither repeat nor skip any.
 * @throws Refusal badToken
 */
export async function listPage<Row extends ListPlace>(
  store: Store,
  listing: Listing<Row>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { owner, createdAtTo, limit, continuationToken } = request;
  const conditions = request.conditions.filter((condition) => condition !== undefined);
  const question = JSON.stringify([listing.name, owner, conditions, createdAtTo ?? null]);
  const asked = { question, limit, continuationToken, placeOf: (row: Row) => row };
  return readPage<Row>(store, asked, (after, count) => {
    const query = { owner, conditions, createdAtTo, after, limit: count };
    const { text, values } = pageQuery(listing, query);
    return store.database.run(preparedFor(listing, query) ?? { name: '', text }, values);
  });
}

/**
 * A page without filters is prepared. Filters combine to thousands of statements, each of which every connection of
 * PostgreSQL would keep for good; what they save in planning is less than what a plan for the values at hand gains.
 */
function preparedFor<Row extends ListPlace>(
  { prepared }: Listing<Row>,
  { conditions, createdAtTo, after }: Question,
): Statement<Row> | undefined {
  if (conditions.length > 0) return undefined;
  if (after) return prepared.after;
  return createdAtTo ? prepared.to : prepared.first;
}

interface Question {
  owner: string;
  conditions: readonly Condition[];
  createdAtTo?: Date | undefined;
  after: ListPlace | undefined;
  limit: number;
}

/**
 * The statement of one page. A page that goes on begins where the last one ended, which is no later than `createdAtTo`: asked
 * for both, PostgreSQL would begin at the latter and pass over everything between.
 */
export function pageQuery(listing: ListingTexts, question: Question): { text: string; values: unknown[] } {
  const { owner, conditions, createdAtTo, after, limit } = question;
  const { select, createdAt, id } = listing;
  const whole = new Conditions();
  const parts = listing.owners.map((ownership) => {
    const part = whole.nested().add(ownership, owner);
    for (const { sql, value } of conditions) part.add(sql, value);
    if (after) part.add(`(${createdAt}, ${id}) < (?::timestamptz, ?::text)`, after.createdAt, after.id);
    else if (createdAtTo) part.add(`${createdAt} <= ?`, createdAtTo);
    return `(${select} WHERE ${part.text} ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${part.place(limit)})`;
  });
  const all = parts.join(' UNION ALL ');
  const text = `SELECT * FROM (${all}) page ORDER BY "createdAt" DESC, id DESC LIMIT ${whole.place(limit)}`;
  return { text, values: whole.values };
}
