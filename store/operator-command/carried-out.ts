import { statement, type Database } from '../postgres/database';

/** State of an earlier command with the same key: none, in effect, or failed or reversed by a later one. */
export type EarlierOrder = 'none' | 'standing' | 'past';

const FIND = statement<{ isPast: boolean }>(
  'operator-order-find',
  `SELECT status = 'Failed' AS "isPast" FROM deposits WHERE idempotency_key = $1
   UNION ALL SELECT status = 'Failed' FROM deposit_reverts WHERE idempotency_key = $1
   UNION ALL SELECT a.status = 'Failed' OR EXISTS (
       SELECT FROM deposit_adjustments l
       WHERE l.deposit_id = a.deposit_id AND l.created_at > a.created_at AND l.status = 'Succeeded'
     ) FROM deposit_adjustments a WHERE idempotency_key = $1
   UNION ALL SELECT false FROM chargebacks WHERE invoice_id = $2 AND (creation_idempotency_key = $1 OR last_idempotency_key = $1)`,
);

/** Finds an operator's command by its idempotency key; a chargeback command also by its invoice. */
export async function findEarlierOrder(
  database: Database,
  { idempotencyKey, invoiceID }: { idempotencyKey: string; invoiceID: string | undefined },
): Promise<EarlierOrder> {
  const [found] = await database.run(FIND, [idempotencyKey, invoiceID ?? null]);
  if (!found) return 'none';
  return found.isPast ? 'past' : 'standing';
}
