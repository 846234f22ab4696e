import { readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import type { ReceiptState } from '../../../domain/payments/payment/receipt-state';
import { statement, type Database } from '../../postgres/database';
import { isFrom } from './findings';

/** A waiting state replaces none, also if the row has changed since it was compared. The finding of a registered receipt ends. */
const RECORD = statement(
  'reconciliation-receipts',
  `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS g (invoice_id, payment_id, refund_id, state, operation_id)),
   settled AS (UPDATE reconciliation_findings f SET status = 'settled', status_changed_at = now() FROM given g
     WHERE f.kind = 'refusedReceipt' AND f.operation_id = g.operation_id AND g.state = 'registered' AND ${isFrom('settle', 'f.status')}),
   paid AS (UPDATE payments p SET receipt_state = g.state FROM given g
     WHERE (p.invoice_id, p.id) = (g.invoice_id, g.payment_id) AND g.refund_id IS NULL AND (g.state <> 'pending' OR p.receipt_state IS NULL))
   UPDATE refunds r SET receipt_state = g.state FROM given g
   WHERE (r.invoice_id, r.payment_id, r.id) = (g.invoice_id, g.payment_id, g.refund_id) AND (g.state <> 'pending' OR r.receipt_state IS NULL)`,
);

/** Records the states of receipts by the names of their captures and refunds, which the connector was found to have. */
export async function recordReceipts(database: Database, receipts: ReadonlyMap<string, ReceiptState>): Promise<void> {
  const rows = [...receipts].flatMap(([operationID, state]) => {
    const name = readOperationName(operationID);
    if (name?.entity !== 'payment' && name?.entity !== 'refund') return [];
    return [[name.invoiceID, name.paymentID, name.entity === 'refund' ? name.refundID : null, state, operationID]];
  });
  if (rows.length === 0) return;
  await database.run(
    RECORD,
    [0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column])),
  );
}
