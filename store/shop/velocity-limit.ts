import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { countedMinor, dailyCeilingMinor } from '../../domain/payment/ceilings';
import type { Payment } from '../../domain/payment/payment';
import { statement, type BoundStatement } from '../database';
import type { ShopTerms } from '../../domain/shop/shop-terms';

/** The day is UTC's, and the payment's: one that ends later gives back where it was counted. */
const DAY = `($3::timestamptz AT TIME ZONE 'UTC')::date`;

/** A sum above the ceiling is written as null, which its column refuses: the transaction is undone. */
const COUNT = statement(
  'shop-velocity-count',
  `INSERT INTO shop_velocities AS t (shop_id, currency, day, amount)
   VALUES ($1, $2, ${DAY}, CASE WHEN $4::numeric <= $5::numeric THEN $4::numeric END)
   ON CONFLICT (shop_id, currency, day)
   DO UPDATE SET amount = CASE WHEN t.amount + $4::numeric <= $5::numeric THEN t.amount + $4::numeric END`,
);

/** What the payments that a shop begins on a day may come to in the payment's currency. */
export function getDailyCeiling({ currency }: Pick<Payment, 'currency'>, { amountLimits }: ShopTerms): bigint {
  return dailyCeilingMinor(amountLimits?.find((limits) => limits.currency === currency));
}

/**
 * Counts a payment that begins in its shop's velocity of the day; where that would rise above its ceiling the transaction fails
 * (`isAboveCeiling`). With its last statements: all payments of the shop wait for that one row, from here to the commit.
 */
export function countTowardsVelocityLimit(payment: Payment, ceilingMinor: bigint): BoundStatement {
  return { ...COUNT, values: [...formatPlace(payment), countedMinor(payment).toString(), ceilingMinor.toString()] };
}

/** Tells whether a transaction failed because its payment would have raised the shop's velocity above the ceiling. */
export function isAboveCeiling(error: unknown): boolean {
  const { code, table, column } = error as { code?: string; table?: string; column?: string };
  return code === NOT_NULL_VIOLATION && table === 'shop_velocities' && column === 'amount';
}

/** SQLSTATE of PostgreSQL. */
const NOT_NULL_VIOLATION = '23502';

const CHANGE = statement(
  'shop-velocity-change',
  `UPDATE shop_velocities SET amount = greatest(0, amount + $4::numeric)
   WHERE shop_id = $1 AND currency = $2 AND day = ${DAY}`,
);

/** What a change of a payment makes of its shop's velocity; nothing where it counts as before. */
export function velocityChange(before: Payment, after: Payment): BoundStatement[] {
  const difference = countedMinor(after) - countedMinor(before);
  return difference === 0n ? [] : [{ ...CHANGE, values: [...formatPlace(before), difference.toString()] }];
}

function formatPlace({ shopID, currency, createdAt }: Payment): unknown[] {
  return [shopID, currency, rfc3339Text(createdAt)];
}
