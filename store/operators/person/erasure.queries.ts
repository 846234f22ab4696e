import type { PersonRowKind } from '../../../domain/operators/person/person';
import { statement, type Database } from '../../postgres/database';
import { getByID } from '../../postgres/readers';
import { ERASURE, type RecordedErasure } from './erasure.table';

const FIND = statement<RecordedErasure>('erasure-find', `SELECT ${ERASURE} FROM erasures WHERE id = $1`);

/** @throws Refusal notFound */
export const getErasure = getByID(FIND, 'Erasure');

/** Ids sort by time. */
const LIST = statement<RecordedErasure>(
  'erasure-list',
  `SELECT ${ERASURE} FROM erasures WHERE id < coalesce($1, '~') ORDER BY id DESC LIMIT $2`,
);

/** From the newest to the oldest. */
export async function listErasures(
  database: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<RecordedErasure[]> {
  return database.run(LIST, [after ?? null, limit]);
}

/** Rows of one kind that an erasure has found. */
export interface ErasureRowCount {
  kind: PersonRowKind;
  count: number;
  erasedCount: number;
}

const COUNT = statement<ErasureRowCount & { erasureID: string }>(
  'erasure-count',
  `SELECT erasure_id AS "erasureID", kind, count(*)::integer AS count, count(erased_at)::integer AS "erasedCount"
   FROM erasure_rows WHERE erasure_id = ANY ($1) GROUP BY erasure_id, kind ORDER BY kind`,
);

/** What each of some erasures has found. */
export async function countErasureRows(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ErasureRowCount[]>> {
  const found = new Map<string, ErasureRowCount[]>(ids.map((id) => [id, []]));
  for (const { erasureID, ...count } of await database.run(COUNT, [ids])) found.get(erasureID)?.push(count);
  return found;
}

/** A row of a person, named by its key: `INVOICE.PAYMENT` for payments, else its id. */
export interface RecordedErasureRow {
  kind: PersonRowKind;
  name: string;
  isErased: boolean;
}

const LIST_ROWS = statement<RecordedErasureRow>(
  'erasure-rows-list',
  `SELECT kind, coalesce(array_to_string(key, '.'), '') AS name, erased_at IS NOT NULL AS "isErased" FROM erasure_rows
   WHERE erasure_id = $1 AND (kind, array_to_string(key, '.')) > ($2, $3)
   ORDER BY kind, array_to_string(key, '.') LIMIT $4`,
);

export async function listErasureRows(
  database: Database,
  { id, after, limit }: { id: string; after: readonly [kind: string, name: string]; limit: number },
): Promise<RecordedErasureRow[]> {
  return database.run(LIST_ROWS, [id, ...after, limit]);
}
