import { statement, type Database } from '../../postgres/database';
import { listAll } from '../../postgres/readers';

/** A payout or refund whose connector has not decided it in time. */
export interface OverdueResult {
  operation: string;
  connector: string | null;
  connectorReference: string | null;
  dueAt: Date;
}

/** More are not read. */
export const MAX_OVERDUE = 1_000;

const OVERDUE = statement<OverdueResult>(
  'health-overdue-results',
  `(SELECT 'withdrawal ' || w.id AS operation, w.connector, w.connector_reference AS "connectorReference",
      w.result_due_at AS "dueAt"
    FROM withdrawals w WHERE w.status = 'Pending' AND w.result_due_at < now() ORDER BY w.result_due_at LIMIT ${MAX_OVERDUE})
   UNION ALL
   (SELECT 'payout ' || o.id, o.connector, o.connector_reference, o.result_due_at
    FROM payouts o WHERE o.status = 'sent' AND o.result_due_at < now() ORDER BY o.result_due_at LIMIT ${MAX_OVERDUE})
   UNION ALL
   (SELECT 'refund ' || r.invoice_id || '.' || r.payment_id || '.' || r.id, p.connector, r.connector_reference, r.result_due_at
    FROM refunds r JOIN payments p ON (p.invoice_id, p.id) = (r.invoice_id, r.payment_id)
    WHERE r.status = 'pending' AND r.result_due_at < now() ORDER BY r.result_due_at LIMIT ${MAX_OVERDUE})
   ORDER BY "dueAt" LIMIT ${MAX_OVERDUE}`,
);

/** Payouts and refunds that are undecided for longer than their connector states, the longest first. */
export const listOverdueResults = listAll(OVERDUE);

interface OverdueCounts {
  withdrawals: number;
  payouts: number;
  refunds: number;
}

const COUNT = statement<OverdueCounts>(
  'health-overdue-result-count',
  `SELECT
     (SELECT count(*)::int FROM withdrawals w WHERE w.status = 'Pending' AND w.result_due_at < now()) AS withdrawals,
     (SELECT count(*)::int FROM payouts o WHERE o.status = 'sent' AND o.result_due_at < now()) AS payouts,
     (SELECT count(*)::int FROM refunds r WHERE r.status = 'pending' AND r.result_due_at < now()) AS refunds`,
);

/** How many payouts and refunds are undecided for longer than their connector states. */
export async function countOverdueResults(database: Database): Promise<OverdueCounts> {
  const [row] = await database.run(COUNT, []);
  return row ?? { withdrawals: 0, payouts: 0, refunds: 0 };
}
