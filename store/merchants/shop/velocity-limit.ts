import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { countedMinor, dailyCeilingMinor } from '../../../domain/payments/payment/ceilings';
import type { Payment } from '../../../domain/payments/payment/payment';
import { getStripeNumber } from '../../platform/ledger/accounts';
import { statement, type BoundStatement } from '../../postgres/database';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';

/** The UTC day of the payment's creation, also for later changes. */
const dayOf = (parameter: number): string => `($${parameter}::timestamptz AT TIME ZONE 'UTC')::date`;
const DAY = dayOf(3);

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

/** Changes a daily sum; the parameters begin at `first`. A stripe may become negative, because a payment may have been counted elsewhere. */
export function dailySumChange(first: number): string {
  return `INSERT INTO shop_velocity_stripes AS t (shop_id, currency, day, stripe, amount)
   VALUES ($${first}, $${first + 1}, ${dayOf(first + 2)}, $${first + 3}, $${first + 4}::numeric)
   ON CONFLICT (shop_id, currency, day, stripe) DO UPDATE SET amount = t.amount + EXCLUDED.amount`;
}

const CHANGE = statement('shop-velocity-change', dailySumChange(1));

export function getDailyCeiling({ currency }: Pick<Payment, 'currency'>, { amountLimits }: ShopTerms): bigint {
  return dailyCeilingMinor(amountLimits?.find((limits) => limits.currency === currency));
}

/** How a payment is counted: with its insertion, by the values of `dailySumChange`, or by a statement of its own. */
export interface VelocityCount {
  inStripe?: readonly unknown[];
  exactly?: BoundStatement;
}

/**
 * Counts a new payment towards its shop's daily sum. A limit of the shop's terms is exact, so all payments of the shop wait for one row; the
 * default limit may be exceeded by payments that start at the same moment.
 */
export function countTowardsVelocityLimit(payment: Payment, { amountLimits }: ShopTerms): VelocityCount {
  const limits = amountLimits?.find(({ currency }) => currency === payment.currency);
  const countedAmount = countedMinor(payment);
  if (limits?.perDay === undefined) return { inStripe: changeValues(payment, countedAmount) };
  const ceilingMinor = dailyCeilingMinor(limits);
  return { exactly: { ...COUNT, values: [...keyValues(payment), countedAmount.toString(), ceilingMinor.toString()] } };
}

export function isAboveCeiling(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === NOT_NULL_VIOLATION && table === 'shop_velocities' && column === 'amount';
}

const NOT_NULL_VIOLATION = '23502';

/** Updates the daily sum if a payment counts differently after a change. */
export function velocityChange(before: Payment, after: Payment): BoundStatement[] {
  const difference = countedMinor(after) - countedMinor(before);
  return difference === 0n ? [] : [{ ...CHANGE, values: changeValues(before, difference) }];
}

function changeValues(payment: Payment, difference: bigint): unknown[] {
  return [...keyValues(payment), getStripeNumber(payment.invoiceID), difference.toString()];
}

function keyValues({ shopID, currency, createdAt }: Payment): unknown[] {
  return [shopID, currency, rfc3339Text(createdAt)];
}
