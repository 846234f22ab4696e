import { createHash } from 'node:crypto';
import { statement } from '../database';
import type { Store } from '../store';
import { continuationToken, readContinuationToken, type ListPlace } from './continuation-token';

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
  limit: number;
  continuationToken?: string | undefined;
}

/** A part of a listing, and the token of the next; without one the part is the last. */
export interface Page<Row> {
  rows: Row[];
  continuationToken?: string;
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
  const conditions = request.conditions.filter((condition) => condition !== undefined);
  const question = JSON.stringify([listing.name, request.owner, conditions]);
  const after =
    request.continuationToken === undefined
      ? undefined
      : readContinuationToken(request.continuationToken, question, store.encryptionKey);
  const { text, values } = pageQuery({ listing, conditions, after, owner: request.owner, limit: request.limit + 1 });
  const name = `${listing.name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  const found = await store.database.run<Row>(statement(name, text), values);
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  if (found.length <= request.limit || !last) return { rows };
  return { rows, continuationToken: continuationToken(last, question, store.encryptionKey) };
}

interface Query {
  listing: Listing;
  conditions: readonly Condition[];
  after: ListPlace | undefined;
  owner: string;
  limit: number;
}

function pageQuery({ listing, conditions, after, owner, limit }: Query): { text: string; values: unknown[] } {
  const values: unknown[] = [owner, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const shared = conditions.map(({ sql, value }) => sql.replaceAll('?', place(value)));
  if (after) {
    const from = `${place(after.createdAt.toISOString())}::timestamptz, ${place(after.id)}::text`;
    shared.push(`(${listing.createdAt}, ${listing.id}) < (${from})`);
  }
  const parts = listing.owners.map((ownership) => {
    const all = [ownership.replaceAll('?', '$1'), ...shared].join(' AND ');
    return `(${listing.select} WHERE ${all} ORDER BY ${listing.createdAt} DESC, ${listing.id} DESC LIMIT $2)`;
  });
  const text = `SELECT * FROM (${parts.join(' UNION ALL ')}) page ORDER BY "createdAt" DESC, id DESC LIMIT $2`;
  return { text, values };
}
