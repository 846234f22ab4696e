import type { Pool } from 'pg';
import { toSums, sumsOfEffects } from './operations.record';
import type { OperationRow } from './rows';
import type { PaymentSums } from '../operations/rules';

/** An operation with what happened around it. */
export interface ObservedOperation extends OperationRow {
  attempted_at: Date[];
  effects: number;
  /** How much of an authorisation was captured, by whichever operation; bigint arrives as text. */
  captured: string;
  /** How much of it was given back. */
  voided: string;
}

const observed = `
  SELECT o.*,
    (SELECT count(*)::integer FROM effects e WHERE e.authorisation_id = coalesce(o.authorisation_id, o.operation_id)
      AND e.kind = o.kind AND e.operation_id = o.operation_id) AS effects,
    ${sumOfFollowUps('capture')} AS captured, ${sumOfFollowUps('void')} AS voided,
    ARRAY(SELECT a.attempted_at FROM attempts a WHERE a.operation_id = o.operation_id ORDER BY 1) AS attempted_at
  FROM operations o`;

/** What is known to have become of an authorisation: a forgotten operation does not count. */
function sumOfFollowUps(kind: 'capture' | 'void'): string {
  return `(SELECT coalesce(sum(e.amount), 0) FROM effects e JOIN operations f ON f.operation_id = e.operation_id
      WHERE e.authorisation_id = o.operation_id AND e.kind = '${kind}')`;
}

/** One operation, with all its attempts and effects. */
export async function observeOperation(pool: Pool, operationID: string): Promise<ObservedOperation | undefined> {
  const { rows } = await pool.query<ObservedOperation>(`${observed} WHERE o.operation_id = $1`, [operationID]);
  return rows[0];
}

/** Operations whose names begin with a prefix, in the order of their names, after a given name. */
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

/** When an operation was asked for, also one that was never recorded because each attempt broke before. */
export async function listAttempts(pool: Pool, operationID: string): Promise<Date[]> {
  const { rows } = await pool.query<{ attempted_at: Date }>(
    'SELECT attempted_at FROM attempts WHERE operation_id = $1 ORDER BY 1',
    [operationID],
  );
  return rows.map((row) => row.attempted_at);
}

/** A payment by the name of its authorisation, with what really happened to its money. */
export interface ObservedPayment {
  authorisationID: string;
  currency: string | null;
  sums: PaymentSums;
}

/** Payments whose authorisations' names begin with a prefix. */
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
