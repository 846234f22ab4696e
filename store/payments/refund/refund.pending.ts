import type { RefundRef } from '../../../domain/payments/refund/refund';
import { toColumn } from '../../postgres/columns';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

const ACCEPT = statement(
  'refund-accept',
  `UPDATE refunds SET accepted_at = now(), connector_reference = $4, result_due_at = $5
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3 AND status = 'pending' AND accepted_at IS NULL`,
);

/**
 * Records that the connector accepted a refund whose result comes later, or that it answered about something else. Idempotent:
 * the first record stays.
 */
export async function recordRefundAcceptance(
  { database }: Store,
  ref: RefundRef,
  { connectorReference, dueAt }: { connectorReference: string | null; dueAt: Date },
): Promise<void> {
  await database.run(ACCEPT, [...keyOf(ref), connectorReference, toColumn(dueAt)]);
}

const MARK_SENT = statement(
  'refund-mark-sent',
  `UPDATE refunds SET sent_at = now(), result_due_at = $4
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3 AND sent_at IS NULL`,
);
const CLEAR_SENT = statement(
  'refund-clear-sent',
  `UPDATE refunds SET sent_at = NULL, result_due_at = NULL
   WHERE invoice_id = $1 AND payment_id = $2 AND id = $3 AND accepted_at IS NULL`,
);

/** Records a refund's first request, from which its connector counts for how long it remembers the operation. */
export function refundSending({ database }: Store, ref: RefundRef) {
  return {
    markSent: async (dueAt: Date) => void (await database.run(MARK_SENT, [...keyOf(ref), toColumn(dueAt)])),
    clearSent: async () => void (await database.run(CLEAR_SENT, keyOf(ref))),
  };
}

function keyOf({ invoiceID, paymentID, refundID }: RefundRef): string[] {
  return [invoiceID, paymentID, refundID];
}
