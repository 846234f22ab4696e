import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Database, Transaction } from '../../../store/postgres/database';

/** Number of unpaid invoices, and how many are due in each second. */
export interface ManyUnpaid {
  partyID: string;
  shopID: string;
  count: number;
  /** Number of the first, part of its id. */
  first?: number;
  firstDueAt: Date;
  perSecond: number;
}

const BATCH = 50_000;

const FILL = `
  INSERT INTO invoices (id, party_id, shop_id, created_at, due_date, amount, currency, product, metadata, status, status_changed_at)
  SELECT 'unpaid-' || n, $1, $2, now(), $3::timestamptz + (n - $4::integer) / $5::float8 * interval '1 second', 10000, 'RUB', 'Заказ',
    '{}', 'unpaid', now()
  FROM generate_series($6::integer, $7::integer) n`;

/** Inserts unpaid invoices by SQL, without events. */
export async function manyUnpaid(database: Database, given: ManyUnpaid, tx?: Transaction): Promise<void> {
  const { partyID, shopID, count, first = 0, firstDueAt, perSecond } = given;
  for (let from = first; from < first + count; from += BATCH) {
    const to = Math.min(from + BATCH, first + count) - 1;
    await database.search(FILL, [partyID, shopID, rfc3339Text(firstDueAt), first, perSecond, from, to], tx);
  }
}
