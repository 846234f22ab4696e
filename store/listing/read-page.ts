import type { Store } from '../store';
import { continuationToken, readContinuationToken, type ListPlace } from './continuation-token';

/** A part of what was found, and the token of the next part; without one it is the last. */
export interface Page<Row> {
  rows: Row[];
  continuationToken?: string;
}

/**
 * Reads one page by its key, never by an offset. `read` reads up to `limit` rows that come after a place.
 * @throws Refusal badToken for a token that is not ours or was given for another question
 */
export async function readPage<Row>(
  store: Store,
  asked: {
    /** What was asked, without the limit, which may change from page to page. */
    question: string;
    limit: number;
    continuationToken: string | undefined;
    placeOf: (row: Row) => ListPlace;
  },
  read: (after: ListPlace | undefined, limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { question, limit, placeOf } = asked;
  const after =
    asked.continuationToken === undefined
      ? undefined
      : readContinuationToken(asked.continuationToken, question, store.encryptionKey);
  const found = await read(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows };
  return { rows, continuationToken: continuationToken(placeOf(last), question, store.encryptionKey) };
}
