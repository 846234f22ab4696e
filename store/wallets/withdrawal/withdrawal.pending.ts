import { toColumn } from '../../postgres/columns';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

const ACCEPT = statement(
  'withdrawal-accept',
  `UPDATE withdrawals SET accepted_at = now(), connector_reference = $2, result_due_at = $3
   WHERE id = $1 AND status = 'Pending' AND accepted_at IS NULL`,
);

/**
 * Records that the connector accepted a payout whose result comes later, or that it answered about something else. Idempotent:
 * the first record stays.
 */
export async function recordPayOutAcceptance(
  { database }: Store,
  { withdrawalID, connectorReference, dueAt }: { withdrawalID: string; connectorReference: string | null; dueAt: Date },
): Promise<void> {
  await database.run(ACCEPT, [withdrawalID, connectorReference, toColumn(dueAt)]);
}

const MARK_SENT = statement(
  'withdrawal-mark-sent',
  `UPDATE withdrawals SET sent_at = now(), result_due_at = $2 WHERE id = $1 AND sent_at IS NULL`,
);
const CLEAR_SENT = statement(
  'withdrawal-clear-sent',
  `UPDATE withdrawals SET sent_at = NULL, result_due_at = NULL WHERE id = $1 AND accepted_at IS NULL`,
);

/** Records a payout's first request, from which its connector counts for how long it remembers the operation. */
export function payOutSending({ database }: Store, withdrawalID: string) {
  return {
    markSent: async (dueAt: Date) => void (await database.run(MARK_SENT, [withdrawalID, toColumn(dueAt)])),
    clearSent: async () => void (await database.run(CLEAR_SENT, [withdrawalID])),
  };
}
