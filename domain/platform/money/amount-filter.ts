import { Refusal } from '../errors/refusal';
import type { RefusalCode } from '../errors/refusal-codes';
import { amountFromWire, MAX_AMOUNT_MINOR } from './money';

/**
 * Reads the amount of a filter, in minor units of the currency.
 * @throws Refusal `code` if no amount is like this
 */
export function readAmountFilter(
  place: string,
  amount: number | undefined,
  { code, minimum = 1 }: { code: RefusalCode; minimum?: number },
): bigint | undefined {
  if (amount === undefined) return undefined;
  if (Number.isSafeInteger(amount) && amount >= minimum) return amountFromWire(amount);
  const rule = `must be an integer from ${minimum} to ${MAX_AMOUNT_MINOR}, in minor units of the currency`;
  throw new Refusal(code, code === 'invalidRequest' ? `${place}: ${rule}` : rule, { place });
}
