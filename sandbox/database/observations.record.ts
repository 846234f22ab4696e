import type { Pool } from 'pg';
import { toSums, sumsOfEffects } from './operations.record';
import type { OperationRow } from './rows';
import type { PaymentSums } from '../operations/rules';

/** An operation with its attempts and effects. */
export interface ObservedOperation extends OperationRow {
  attempted_at: Date[];
  effects: number;
  /** The captured amount of an authorisation; bigint arrives as text. */
  captured: string;
  /** The released amount. */
  voided: string;
}

const observed = `
  SELECT o.*,
    (SELECT count(*)::integer FROM effects e WHERE e.authorisation_id = coalesce(o.authorisation_id, o.operation_id)
      AND e.kind = o.kind AND e.operation_id = o.operation_id) AS effects,
    ${sumOfFollowUps('capture')} AS captured, ${sumOfFollowUps('void')} AS voided,
    ARRAY(SELECT a.attempted_at FROM attempts a WHERE a.operation_id = o.operation_id ORDER BY 1) AS attempted_at
  FROM operations o`;

/** Sums the follow-ups of an authorisation, without forgotten ones. */
function sumOfFollowUps(kind: 'capture' | 'void'): string {
  return `(SELECT coalesce(sum(e.amount), 0) FROM effects e JOIN operations f ON f.operation_id = e.operation_id
      WHERE e.authorisation_id = o.operation_id AND e.kind = '${kind}')`;
}

export async function observeOperation(pool: Pool, operationID: string): Promise<ObservedOperation | undefined> {
  const { rows } = await pool.query<ObservedOperation>(`${observed} WHERE o.operation_id = $1`, [operationID]);
  return rows[0];
}

/** Lists operations by prefix, sorted by id, after a given id. */
export async function observeOperations(
  pool: Pool,
  page: { prefix: string; after: string; limit: number },
): Promise<ObservedOperation[]> {
  const { rows } = await pool.query<ObservedOperation>(
    `${observed} WHERE o.operation_id ^@ $1 AND o.operation_id > $2 ORDER BY o.operation_id LIMIT $3`,
    [page.prefix, page.after, page.limit],
  );
  return rows;
}

/** Lists attempts, also of operations that were never stored. */
export async function listAttempts(pool: Pool, operationID: string): Promise<Date[]> {
  const { rows } = await pool.query<{ attempted_at: Date }>(
    'SELECT attempted_at FROM attempts WHERE operation_id = $1 ORDER BY 1',
    [operationID],
  );
  return rows.map((row) => row.attempted_at);
}

/** A payment with its real effects. */
export interface ObservedPayment {
  authorisationID: string;
  currency: string | null;
  sums: PaymentSums;
}

/** Lists payments by prefix. */
export async function observePayments(
  pool: Pool,
  page: { prefix: string; after: string; limit: number },
): Promise<ObservedPayment[]> {
  type Row = Record<keyof PaymentSums, string> & { operation_id: string; currency: string | null };
  const { rows } = await pool.query<Row>(
    `SELECT o.operation_id, o.currency, sums.* FROM operations o,
       LATERAL (SELECT ${sumsOfEffects} FROM effects WHERE authorisation_id = o.operation_id) sums
     WHERE o.kind = 'authorise' AND o.operation_id ^@ $1 AND o.operation_id > $2 ORDER BY o.operation_id LIMIT $3`,
    [page.prefix, page.after, page.limit],
  );
  return rows.map((row) => ({ authorisationID: row.operation_id, currency: row.currency, sums: toSums(row) }));
}
