import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import type { PaymentBalance } from '../../../domain/payments/payment/payment-balance';
import { statement, type Database, type Transaction } from '../../postgres/database';

/** What was taken back of a payment, or may be. */
export type TakenBack = Omit<PaymentBalance, 'capturedMinor'>;

const BALANCE = statement<TakenBack>(
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

/** Amounts taken back of a payment. Requires the lock of its invoice's row. */
export async function readTakenBack(
  database: Database,
  { invoiceID, paymentID }: PaymentRef,
  tx: Transaction,
): Promise<TakenBack> {
  const [taken] = await database.run(BALANCE, [invoiceID, paymentID], tx);
  if (!taken) throw new Error('the balance query returned no row');
  return taken;
}

/** Requires the lock of its invoice's row. */
export async function readPaymentBalance(
  database: Database,
  payment: Payment,
  tx: Transaction,
): Promise<PaymentBalance> {
  const ref = { invoiceID: payment.invoiceID, paymentID: payment.id };
  return { capturedMinor: payment.amountMinor, ...(await readTakenBack(database, ref, tx)) };
}

const TAKEN_BACK = statement<{ shopID: string; amountMinor: bigint }>(
  'payment-taken-back',
  `SELECT part ->> 'shopID' AS "shopID", sum((part ->> 'amount')::bigint)::bigint AS "amountMinor"
   FROM (
     SELECT parts FROM refunds WHERE invoice_id = $1 AND payment_id = $2 AND status <> 'failed'
     UNION ALL
     SELECT parts FROM chargebacks WHERE invoice_id = $1 AND payment_id = $2 AND status = 'accepted'
   ) AS taken, jsonb_array_elements(taken.parts) AS part
   GROUP BY 1`,
);

/** The amounts that `readPaymentBalance` counts as taken back, by shop, in minor units. */
export async function readTakenBackByShop(
  database: Database,
  { invoiceID, id }: Payment,
  tx: Transaction,
): Promise<Map<string, bigint>> {
  const rows = await database.run(TAKEN_BACK, [invoiceID, id], tx);
  return new Map(rows.map(({ shopID, amountMinor }) => [shopID, amountMinor]));
}
