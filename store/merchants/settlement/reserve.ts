import type { ReserveHold } from '../../../domain/merchants/settlement/reserve';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { BatchRow } from './batch.table';

/** A hold of a batch that no later one has released. */
export interface HeldReserve extends ReserveHold {
  batchID: string;
}

const HELD = statement<HeldReserve>(
  'settlement-reserve-held',
  `SELECT batch_id AS "batchID", kind, amount AS "amountMinor", release_on::text AS "releaseOn" FROM settlement_reserves
   WHERE shop_id = $1 AND currency = $2 AND released_in IS NULL ORDER BY batch_id, kind`,
);

/** The holds of a shop that are not released. */
export async function listHeldReserves(
  database: Database,
  { shopID, currency }: Pick<BatchRow, 'shopID' | 'currency'>,
  tx: Transaction,
): Promise<HeldReserve[]> {
  return database.run(HELD, [shopID, currency], tx);
}

const RELEASE = statement(
  'settlement-reserve-release',
  `UPDATE settlement_reserves r SET released_in = $1 FROM jsonb_to_recordset($2::jsonb) AS d ("batchID" text, kind text)
   WHERE r.batch_id = d."batchID" AND r.kind = d.kind`,
);

const HOLD = statement(
  'settlement-reserve-hold',
  `INSERT INTO settlement_reserves (batch_id, kind, shop_id, currency, amount, release_on)
   SELECT $1, kind, $2, $3, amount, day FROM jsonb_to_recordset($4::jsonb) AS h (kind text, amount bigint, day date)`,
);

/** Records what a batch releases and holds; its money is moved by the caller. */
export async function recordReserve(
  database: Database,
  { id, shopID, currency }: BatchRow,
  { released, held }: { released: readonly HeldReserve[]; held: readonly ReserveHold[] },
  tx: Transaction,
): Promise<void> {
  const keys = released.map(({ batchID, kind }) => ({ batchID, kind }));
  const rows = held.map(({ kind, amountMinor, releaseOn }) => ({ kind, amount: String(amountMinor), day: releaseOn }));
  if (keys.length > 0) await database.run(RELEASE, [id, JSON.stringify(keys)], tx);
  if (rows.length > 0) await database.run(HOLD, [id, shopID, currency, JSON.stringify(rows)], tx);
}
