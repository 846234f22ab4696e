import type { Transaction } from 'sequelize';
import type { Payment } from '../../domain/payment/payment';
import type { PaymentBalance } from '../../domain/payment/payment-balance';
import { statement, type Database } from '../database';

const BALANCE = statement(
  'payment-balance',
  `SELECT
     coalesce((SELECT sum(amount) FROM refunds WHERE invoice_id = $1 AND payment_id = $2 AND status <> 'failed'), 0)::bigint
       AS "refundedMinor",
     coalesce((SELECT sum(body) FROM chargebacks WHERE invoice_id = $1 AND payment_id = $2 AND status = 'accepted'), 0)::bigint
       AS "chargedBackMinor",
     EXISTS (SELECT 1 FROM refunds WHERE invoice_id = $1 AND payment_id = $2 AND status = 'pending') AS "hasPendingRefund",
     EXISTS (SELECT 1 FROM chargebacks WHERE invoice_id = $1 AND payment_id = $2 AND status = 'pending')
       AS "hasPendingChargeback"`,
);

/** What has been taken back of a payment. Its invoice's row must be locked for the answer to stay true. */
export async function balanceOfPayment(database: Database, payment: Payment, tx: Transaction): Promise<PaymentBalance> {
  const [taken] = await database.run<Omit<PaymentBalance, 'capturedMinor'>>(
    BALANCE,
    [payment.invoiceID, payment.id],
    tx,
  );
  if (!taken) throw new Error('a payment always has a balance');
  return { capturedMinor: payment.amountMinor, ...taken };
}
