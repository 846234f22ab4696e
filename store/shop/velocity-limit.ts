import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { countedMinor, dailyCeilingMinor } from '../../domain/payment/ceilings';
import type { Payment } from '../../domain/payment/payment';
import { statement, type BoundStatement } from '../postgres/database';
import type { ShopTerms } from '../../domain/shop/shop-terms';

/** The UTC day of the payment's creation, also for later changes. */
const DAY = `($3::timestamptz AT TIME ZONE 'UTC')::date`;

/** A sum above the limit becomes null and violates NOT NULL, which rolls back the transaction. */
const COUNT = statement(
  'shop-velocity-count',
  `INSERT INTO shop_velocities AS t (shop_id, currency, day, amount)
   VALUES ($1, $2, ${DAY}, CASE WHEN $4::numeric <= $5::numeric THEN $4::numeric END)
   ON CONFLICT (shop_id, currency, day)
   DO UPDATE SET amount = CASE WHEN t.amount + $4::numeric <= $5::numeric THEN t.amount + $4::numeric END`,
);

export function getDailyCeiling({ currency }: Pick<Payment, 'currency'>, { amountLimits }: ShopTerms): bigint {
  return dailyCeilingMinor(amountLimits?.find((limits) => limits.currency === currency));
}

/** Counts a new payment towards its shop's daily sum. Runs last, because all payments of the shop wait for this row. */
export function countTowardsVelocityLimit(payment: Payment, ceilingMinor: bigint): BoundStatement {
  return { ...COUNT, values: [...keyValues(payment), countedMinor(payment).toString(), ceilingMinor.toString()] };
}

export function isAboveCeiling(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === NOT_NULL_VIOLATION && table === 'shop_velocities' && column === 'amount';
}

const NOT_NULL_VIOLATION = '23502';

const CHANGE = statement(
  'shop-velocity-change',
  `UPDATE shop_velocities SET amount = greatest(0, amount + $4::numeric)
   WHERE shop_id = $1 AND currency = $2 AND day = ${DAY}`,
);

/** Updates the daily sum if a payment counts differently after a change. */
export function velocityChange(before: Payment, after: Payment): BoundStatement[] {
  const difference = countedMinor(after) - countedMinor(before);
  return difference === 0n ? [] : [{ ...CHANGE, values: [...keyValues(before), difference.toString()] }];
}

function keyValues({ shopID, currency, createdAt }: Payment): unknown[] {
  return [shopID, currency, rfc3339Text(createdAt)];
}
