import type { Payment } from '../../../domain/payments/payment/payment';
import type { Refund, RefundRef } from '../../../domain/payments/refund/refund';
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
import { findBy } from '../../postgres/readers';
import { lookup, statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { PAYMENT_COLUMNS } from '../payment/payment.table';

export const REFUND_COLUMNS = columnsOf<Refund>()([
  'invoiceID paymentID id partyID shopID externalID createdAt amountMinor currency reason cart allocation',
  'parts status statusChangedAt failure connectorReference rrn receiptState sentAt acceptedAt resultDueAt',
]);

const CHANGING = words('status statusChangedAt failure connectorReference rrn receiptState');

/** What a repeated request for a refund is recognised by. */
export interface RefundRequestKey {
  hash?: Buffer | null;
  /** The operator's command. */
  commandID?: string;
}

const INSERT = statement(
  'refund-insert',
  insertText('refunds', REFUND_COLUMNS, ['parameters_hash', 'operator_command_id']),
);

export async function insertRefund(
  database: Database,
  refund: Refund,
  { hash, commandID }: RefundRequestKey,
  tx: Transaction,
): Promise<void> {
  await database.run(INSERT, [...toValues(refund, REFUND_COLUMNS), hash ?? null, commandID ?? null], tx);
}

const UPDATE = statement(
  'refund-update',
  `UPDATE refunds SET ${assignments(REFUND_COLUMNS, CHANGING, 4)} WHERE invoice_id = $1 AND payment_id = $2 AND id = $3`,
);

/** Requires the lock of its invoice's row. */
export function refundUpdate(refund: Refund): BoundStatement {
  const { invoiceID, paymentID, id } = refund;
  return { ...UPDATE, values: [invoiceID, paymentID, id, ...toValues(refund, REFUND_COLUMNS, CHANGING)] };
}

const READ = statement<Refund>(
  'refund-read',
  `SELECT ${selectList(REFUND_COLUMNS, 'r')} FROM refunds r WHERE invoice_id = $1 AND payment_id = $2 AND id = $3`,
);

/** Reads a refund of any party: not for callers. Its invoice's lock guards it. */
export const readRefund = findBy(READ, 'invoiceID', 'paymentID', 'refundID');

const READ_WITH_PAYMENT = lookup<Prefixed<Refund, 'refund.'> & Prefixed<Payment, 'payment.'>>(
  'refund-with-payment',
  `SELECT ${selectList(REFUND_COLUMNS, 'r', 'refund.')}, ${selectList(PAYMENT_COLUMNS, 'p', 'payment.')}
   FROM refunds r JOIN payments p ON p.invoice_id = r.invoice_id AND p.id = r.payment_id
   WHERE r.invoice_id = $1 AND r.payment_id = $2 AND r.id = $3`,
);

/** As `readRefund`, with its payment. */
export async function readRefundWithPayment(
  database: Database,
  { invoiceID, paymentID, refundID }: RefundRef,
): Promise<{ refund: Refund; payment: Payment } | undefined> {
  const [row] = await database.run(READ_WITH_PAYMENT, [invoiceID, paymentID, refundID]);
  return (
    row && {
      refund: unprefixed<Refund, 'refund.'>(row, 'refund.'),
      payment: unprefixed<Payment, 'payment.'>(row, 'payment.'),
    }
  );
}

const LAST_CART = lookup<Required<Pick<Refund, 'cart'>>>(
  'refund-last-cart',
  `SELECT cart FROM refunds
   WHERE invoice_id = $1 AND payment_id = $2 AND id <> $3 AND status = 'succeeded' AND cart IS NOT NULL
   ORDER BY created_at DESC, length(id) DESC, id DESC LIMIT 1`,
);

/** Reads the cart that an earlier refund of the payment left. */
export async function readRemainingCart(
  database: Database,
  { invoiceID, paymentID, refundID }: RefundRef,
): Promise<Refund['cart']> {
  const [row] = await database.run(LAST_CART, [invoiceID, paymentID, refundID]);
  return row?.cart ?? null;
}
