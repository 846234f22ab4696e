import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { countedMinor, dailyCeilingMinor } from '../../../domain/payments/payment/ceilings';
import type { Payment } from '../../../domain/payments/payment/payment';
import { getStripeNumber } from '../../platform/ledger/accounts';
import { statement, type BoundStatement } from '../../postgres/database';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';

/** The UTC day of the payment's creation, also for later changes. */
const DAY = `($3::timestamptz AT TIME ZONE 'UTC')::date`;

/** The daily sums of shops in parts: one that enforces a limit, and stripes. */
export const SHOP_VELOCITIES = `(
  SELECT shop_id, currency, day, amount FROM shop_velocities
  UNION ALL SELECT shop_id, currency, day, amount FROM shop_velocity_stripes)`;

/** The start of the calendar month (UTC). */
export const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')`;

const STRIPES = `coalesce((SELECT sum(s.amount) FROM shop_velocity_stripes s
   WHERE s.shop_id = $1 AND s.currency = $2 AND s.day = ${DAY}), 0)`;

/** A sum above the limit becomes null and violates NOT NULL, which rolls back the transaction. */
const COUNT = statement(
  'shop-velocity-count',
  `INSERT INTO shop_velocities AS t (shop_id, currency, day, amount)
   VALUES ($1, $2, ${DAY}, CASE WHEN ${STRIPES} + $4::numeric <= $5::numeric THEN $4::numeric END)
   ON CONFLICT (shop_id, currency, day)
   DO UPDATE SET amount = CASE WHEN t.amount + ${STRIPES} + $4::numeric <= $5::numeric THEN t.amount + $4::numeric END`,
);

/** A stripe may become negative, because a payment may have been counted elsewhere. */
const CHANGE = statement(
  'shop-velocity-change',
  `INSERT INTO shop_velocity_stripes AS t (shop_id, currency, day, stripe, amount)
   VALUES ($1, $2, ${DAY}, $4, $5::numeric)
   ON CONFLICT (shop_id, currency, day, stripe) DO UPDATE SET amount = t.amount + EXCLUDED.amount`,
);

export function getDailyCeiling({ currency }: Pick<Payment, 'currency'>, { amountLimits }: ShopTerms): bigint {
  return dailyCeilingMinor(amountLimits?.find((limits) => limits.currency === currency));
}

/**
 * Counts a new payment towards its shop's daily sum. A limit of the shop's terms is exact, so all payments of the shop wait for one row; the
 * default limit may be exceeded by payments that start at the same moment.
 */
export function countTowardsVelocityLimit(payment: Payment, { amountLimits }: ShopTerms): BoundStatement {
  const limits = amountLimits?.find(({ currency }) => currency === payment.currency);
  const countedAmount = countedMinor(payment);
  if (limits?.perDay === undefined) return changeStatement(payment, countedAmount);
  const ceilingMinor = dailyCeilingMinor(limits);
  return { ...COUNT, values: [...keyValues(payment), countedAmount.toString(), ceilingMinor.toString()] };
}

export function isAboveCeiling(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === NOT_NULL_VIOLATION && table === 'shop_velocities' && column === 'amount';
}

const NOT_NULL_VIOLATION = '23502';

/** Updates the daily sum if a payment counts differently after a change. */
export function velocityChange(before: Payment, after: Payment): BoundStatement[] {
  const difference = countedMinor(after) - countedMinor(before);
  return difference === 0n ? [] : [changeStatement(before, difference)];
}

function changeStatement(payment: Payment, difference: bigint): BoundStatement {
  return { ...CHANGE, values: [...keyValues(payment), getStripeNumber(payment.invoiceID), difference.toString()] };
}

function keyValues({ shopID, currency, createdAt }: Payment): unknown[] {
  return [shopID, currency, rfc3339Text(createdAt)];
}
