import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import {
  assignments,
  columnsOf,
  insertText,
  selectList,
  toValues,
  unprefixed,
  words,
  type Prefixed,
} from '../../postgres/columns';
import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { INVOICE_COLUMNS, invoiceAssignments, invoiceUpdateValues } from '../invoice/invoice.table';

export const PAYMENT_COLUMNS = columnsOf<Payment>()([
  'invoiceID id partyID shopID connector attempt nextConnectors routing externalID createdAt amountMinor',
  'authorisedAmountMinor currency flow onHoldExpiration heldUntil processingDeadline payer',
  'encryptedPaymentTool makeRecurrent encryptedRecurrentToken metadata cart allocation status statusChangedAt',
  'target targetReason captureAmountMinor interaction failure connectorReference rrn approvalCode feeMinor',
  'changedAmountMinor extraPaymentInfo schemeTransactionID connectorFeeMinor refundCount chargebackCount',
]);

const CHANGING = words(
  'connector attempt nextConnectors amountMinor authorisedAmountMinor heldUntil encryptedPaymentTool',
  'encryptedRecurrentToken cart allocation status statusChangedAt target targetReason captureAmountMinor',
  'interaction failure connectorReference rrn approvalCode feeMinor changedAmountMinor extraPaymentInfo',
  'schemeTransactionID connectorFeeMinor refundCount chargebackCount',
);

const INSERTED = [...Object.values(PAYMENT_COLUMNS), 'parameters_hash', 'external_id_scope'];

const INSERT = statement(
  'payment-insert',
  `WITH invoice AS (UPDATE invoices SET ${invoiceAssignments(INSERTED.length + 1)} WHERE id = $1)
   ${insertText('payments', PAYMENT_COLUMNS, ['parameters_hash', 'external_id_scope'])}`,
);

/** Inserts a payment and updates its invoice, whose row must be locked. */
export function paymentInsert(
  { payment, invoice }: LockedPayment,
  { hash, externalIDScope }: { hash: Buffer | null; externalIDScope: string },
): BoundStatement {
  const values = [...toValues(payment, PAYMENT_COLUMNS), hash, externalIDScope];
  return { ...INSERT, values: [...values, ...invoiceUpdateValues(invoice)] };
}

const UPDATE = statement(
  'payment-update',
  `UPDATE payments SET ${assignments(PAYMENT_COLUMNS, CHANGING, 3)} WHERE invoice_id = $1 AND id = $2`,
);

/** Requires the lock of its invoice's row. */
export function paymentUpdate(payment: Payment): BoundStatement {
  return { ...UPDATE, values: [payment.invoiceID, payment.id, ...toValues(payment, PAYMENT_COLUMNS, CHANGING)] };
}

const UPDATE_BOTH = statement(
  'payment-update-with-invoice',
  `WITH invoice AS (UPDATE invoices SET ${invoiceAssignments(CHANGING.length + 3)} WHERE id = $1)
   UPDATE payments SET ${assignments(PAYMENT_COLUMNS, CHANGING, 3)} WHERE invoice_id = $1 AND id = $2`,
);

/** Updates a payment and its invoice, whose row must be locked. */
export function paymentUpdateWithInvoice({ payment, invoice }: LockedPayment): BoundStatement {
  return { ...UPDATE_BOTH, values: [...paymentUpdate(payment).values, ...invoiceUpdateValues(invoice)] };
}

const NAME_TOOL = statement(
  'payment-name-tool',
  `UPDATE payments SET payer = jsonb_set(payer, '{toolDetails}', $3::jsonb) WHERE invoice_id = $1 AND id = $2`,
);

/** Stores the tool's details, which the acquirer completed. Requires the lock of its invoice's row. */
export function paymentToolUpdate({ invoiceID, id, payer }: Payment): BoundStatement {
  return { ...NAME_TOOL, values: [invoiceID, id, JSON.stringify(payer.toolDetails)] };
}

/** A payment with its invoice, whose lock guards it. */
export interface LockedPayment {
  invoice: Invoice;
  payment: Payment;
}

const LOCK = statement<Prefixed<Invoice, 'invoice.'> & Prefixed<Payment, 'payment.'>>(
  'payment-lock',
  `SELECT ${selectList(INVOICE_COLUMNS, 'i', 'invoice.')}, ${selectList(PAYMENT_COLUMNS, 'p', 'payment.')}
   FROM invoices i JOIN payments p ON p.invoice_id = i.id
   WHERE i.id = $1 AND p.id = $2 FOR UPDATE`,
);

/** Serialises all changes of an invoice and its payments. */
export async function lockPayment(
  database: Database,
  ref: PaymentRef,
  tx: Transaction,
): Promise<LockedPayment | undefined> {
  const [row] = await database.run(LOCK, [ref.invoiceID, ref.paymentID], tx);
  return (
    row && {
      invoice: unprefixed<Invoice, 'invoice.'>(row, 'invoice.'),
      payment: unprefixed<Payment, 'payment.'>(row, 'payment.'),
    }
  );
}
