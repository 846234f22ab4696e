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
import { withAppended, FIRST_WRITE_PARAMETER, type Appended } from '../../append-change';
import { dailySumChange } from '../../merchants/shop/velocity-limit';
import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { INVOICE_COLUMNS, invoiceAssignments, invoiceUpdateCount, invoiceUpdateValues } from '../invoice/invoice.table';

export const PAYMENT_COLUMNS = columnsOf<Payment>()(
  [
    'invoiceID id partyID shopID connector attempt nextConnectors routing externalID createdAt amountMinor',
    'authorisedAmountMinor currency flow onHoldExpiration heldUntil processingDeadline payer',
    'encryptedPaymentTool makeRecurrent encryptedRecurrentToken metadata cart allocation status statusChangedAt',
    'target targetReason captureAmountMinor interaction failure connectorReference rrn approvalCode feeMinor',
    'changedAmountMinor extraPaymentInfo schemeTransactionID connectorFeeMinor receiptState refundCount',
    'chargebackCount threeDSecure reviewUntil',
  ],
  { threeDSecure: 'three_d_secure' },
);

const CHANGING = words(
  'connector attempt nextConnectors amountMinor authorisedAmountMinor heldUntil encryptedPaymentTool',
  'encryptedRecurrentToken cart allocation status statusChangedAt target targetReason captureAmountMinor',
  'interaction failure connectorReference rrn approvalCode feeMinor changedAmountMinor extraPaymentInfo',
  'schemeTransactionID connectorFeeMinor receiptState refundCount chargebackCount reviewUntil',
);

const FIRST = FIRST_WRITE_PARAMETER;
const INSERTED = [...Object.values(PAYMENT_COLUMNS), 'parameters_hash', 'external_id_scope'];
const AFTER_INSERT = FIRST + INSERTED.length + invoiceUpdateCount;

const INSERTION = `updated_invoice AS (UPDATE invoices SET ${invoiceAssignments(FIRST + INSERTED.length)} WHERE id = $${FIRST}),
   inserted AS (${insertText('payments', PAYMENT_COLUMNS, ['parameters_hash', 'external_id_scope'], FIRST)})`;

const INSERT = statement<Appended>('payment-insert', withAppended(INSERTION));
const INSERT_COUNTED = statement<Appended>(
  'payment-insert-counted',
  withAppended(`${INSERTION}, counted AS (${dailySumChange(AFTER_INSERT)})`),
);

/**
 * Inserts a payment and updates its invoice, whose row must be locked: for `appendChangeStatement`.
 * @param counted what changes its shop's daily sum by `dailySumChange`
 */
export function paymentInsert(
  { payment, invoice }: LockedPayment,
  { hash, externalIDScope, counted }: { hash: Buffer | null; externalIDScope: string; counted?: readonly unknown[] },
): BoundStatement<Appended> {
  const values = [...toValues(payment, PAYMENT_COLUMNS), hash, externalIDScope, ...invoiceUpdateValues(invoice)];
  return counted ? { ...INSERT_COUNTED, values: [...values, ...counted] } : { ...INSERT, values };
}

/** Records the end of an attempt, which it inserts if it was not recorded before; the parameters begin at `first`. */
export function attemptEndText(first: number): string {
  return `INSERT INTO payment_attempts AS a
     (invoice_id, payment_id, number, connector, operation_id, reason, started_at, outcome, answer, ended_at)
   VALUES (${Array.from({ length: 10 }, (_, index) => `$${first + index}`).join(', ')})
   ON CONFLICT (invoice_id, payment_id, number)
   DO UPDATE SET outcome = EXCLUDED.outcome, answer = EXCLUDED.answer, ended_at = EXCLUDED.ended_at
   WHERE a.ended_at IS NULL`;
}

const AFTER_UPDATE = FIRST + 2 + CHANGING.length;
const UPDATED = `updated AS (
     UPDATE payments SET ${assignments(PAYMENT_COLUMNS, CHANGING, FIRST + 2)} WHERE invoice_id = $${FIRST} AND id = $${FIRST + 1})`;
const UPDATED_BOTH = `${UPDATED},
   updated_invoice AS (UPDATE invoices SET ${invoiceAssignments(AFTER_UPDATE)} WHERE id = $${FIRST})`;

const UPDATE = statement<Appended>('payment-update', withAppended(UPDATED));
const UPDATE_BOTH = statement<Appended>('payment-update-with-invoice', withAppended(UPDATED_BOTH));
const END_ATTEMPT = statement<Appended>(
  'payment-update-with-attempt',
  withAppended(`${UPDATED_BOTH}, ended AS (${attemptEndText(AFTER_UPDATE + invoiceUpdateCount)})`),
);

/** Requires the lock of its invoice's row: for `appendChangeStatement`. */
export function paymentUpdate(payment: Payment): BoundStatement<Appended> {
  return { ...UPDATE, values: [payment.invoiceID, payment.id, ...toValues(payment, PAYMENT_COLUMNS, CHANGING)] };
}

/**
 * Updates a payment and its invoice, whose row must be locked: for `appendChangeStatement`.
 * @param attemptEnd values of the attempt that ends
 */
export function paymentUpdateWithInvoice(
  { payment, invoice }: LockedPayment,
  attemptEnd?: readonly unknown[],
): BoundStatement<Appended> {
  const values = [...paymentUpdate(payment).values, ...invoiceUpdateValues(invoice)];
  return attemptEnd ? { ...END_ATTEMPT, values: [...values, ...attemptEnd] } : { ...UPDATE_BOTH, values };
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
