import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { countedMinor, dailyCeilingMinor } from '../../domain/payment/ceilings';
import type { Payment } from '../../domain/payment/payment';
import { statement, type BoundStatement, type Database, type Transaction } from '../database';
import type { ShopTerms } from '../../domain/shop/shop-terms';

/** The day is UTC's, and the payment's: one that ends later gives back where it was counted. */
const DAY = `($3::timestamptz AT TIME ZONE 'UTC')::date`;

const COUNT = statement(
  'shop-velocity-count',
  `INSERT INTO shop_velocities AS t (shop_id, currency, day, amount)
   SELECT $1, $2, ${DAY}, $4::numeric WHERE $4::numeric <= $5::numeric
   ON CONFLICT (shop_id, currency, day) DO UPDATE SET amount = t.amount + EXCLUDED.amount
     WHERE t.amount + EXCLUDED.amount <= $5::numeric
   RETURNING day`,
);

/**
 * Counts a payment that begins in its shop's velocity of the day, unless that would rise above its ceiling. Under the lock
 * of that sum, which the transaction keeps, so that no number of callers at once gets past it.
 * @returns whether there was room
 */
export async function countTowardsVelocityLimit(
  database: Database,
  { payment, terms }: { payment: Payment; terms: ShopTerms },
  tx: Transaction,
): Promise<boolean> {
  const ceilings = terms.amountLimits?.find(({ currency }) => currency === payment.currency);
  const amounts = [countedMinor(payment).toString(), dailyCeilingMinor(ceilings).toString()];
  const counted = await database.run(COUNT, [...placeOf(payment), ...amounts], tx);
  return counted.length > 0;
}

const CHANGE = statement(
  'shop-velocity-change',
  `UPDATE shop_velocities SET amount = greatest(0, amount + $4::numeric)
   WHERE shop_id = $1 AND currency = $2 AND day = ${DAY}`,
);

/** What a change of a payment makes of its shop's velocity; nothing where it counts as before. */
export function velocityChange(before: Payment, after: Payment): BoundStatement[] {
  const difference = countedMinor(after) - countedMinor(before);
  return difference === 0n ? [] : [{ ...CHANGE, values: [...placeOf(before), difference.toString()] }];
}

function placeOf({ shopID, currency, createdAt }: Payment): unknown[] {
  return [shopID, currency, rfc3339Text(createdAt)];
}
