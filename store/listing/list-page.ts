import { statement } from '../database';
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
export interface Listing {
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
  listing: Listing,
  request: PageRequest,
): Promise<Page<Row>> {
  const { owner, createdAtTo, limit, continuationToken } = request;
  const conditions = request.conditions.filter((condition) => condition !== undefined);
  const question = JSON.stringify([listing.name, owner, conditions, createdAtTo ?? null]);
  const asked = { question, limit, continuationToken, placeOf: (row: Row) => row };
  return readPage<Row>(store, asked, (after, count) => {
    const query = { owner, conditions, createdAtTo, after, limit: count };
    const { text, values } = pageQuery(listing, query);
    const name = preparedName(listing, query);
    if (name === undefined) return store.database.search<Row>(text, values);
    return store.database.run<Row>(statement(name, text), values);
  });
}

/**
 * A page without filters is prepared. Filters combine to thousands of statements, each of which every connection of
 * PostgreSQL would keep for good; what they save in planning is less than what a plan for the values at hand gains.
 */
function preparedName({ name }: Listing, { conditions, createdAtTo, after }: Question): string | undefined {
  if (conditions.length > 0) return undefined;
  if (after) return `${name}-after`;
  return createdAtTo ? `${name}-to` : name;
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
export function pageQuery(listing: Listing, question: Question): { text: string; values: unknown[] } {
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
