import { Refusal } from '../errors/refusal';
import { MAX_AMOUNT_MINOR } from '../money/money';
import type { CartLine } from './cart';

export type RandomDirection = 'both' | 'upward' | 'downward';

/** How an amount is to be randomised. Amounts in minor units; `precision` is a number of low decimal digits. */
export interface RandomiseRules {
  deviationMinor: bigint;
  precision: number;
  direction: RandomDirection;
  minAmountMinor?: bigint;
  maxAmountMinor?: bigint;
  multiplicityMinor?: bigint;
}

/** Draws a whole number from 0 to `most`, both included, each as likely. */
export type RandomSource = (max: bigint) => bigint;

/**
 * An amount changed by chance, where the original satisfies every condition; otherwise the original. The deviation is
 * drawn from 0 to the largest one and rounded to 10^precision, half upwards, but never beyond the largest; nor does the
 * result leave the range of amounts (1 to 2^53 − 1).
 */
export function randomisedAmount(originalMinor: bigint, rules: RandomiseRules, random: RandomSource): bigint {
  if (!isEligible(originalMinor, rules)) return originalMinor;
  const isUpward = rules.direction === 'both' ? random(1n) === 1n : rules.direction === 'upward';
  const room = isUpward ? MAX_AMOUNT_MINOR - originalMinor : originalMinor - 1n;
  const max = rules.deviationMinor < room ? rules.deviationMinor : room;
  const deviation = rounded(random(max), { step: 10n ** BigInt(rules.precision), max });
  return isUpward ? originalMinor + deviation : originalMinor - deviation;
}

function isEligible(originalMinor: bigint, rules: RandomiseRules): boolean {
  const { minAmountMinor, maxAmountMinor, multiplicityMinor } = rules;
  if (minAmountMinor !== undefined && originalMinor < minAmountMinor) return false;
  if (maxAmountMinor !== undefined && originalMinor > maxAmountMinor) return false;
  return multiplicityMinor === undefined || originalMinor % multiplicityMinor === 0n;
}

function rounded(deviation: bigint, { step, max }: { step: bigint; max: bigint }): bigint {
  const nearest = ((deviation + step / 2n) / step) * step;
  return nearest > max ? nearest - step : nearest;
}

/**
 * Checks that a cart leaves no doubt which price follows the new amount: one line, one piece.
 * @throws Refusal invalidRequest
 */
export function assertRandomisable(cart: readonly CartLine[] | undefined): void {
  if (!cart || (cart.length === 1 && cart[0]?.quantity === 1n)) return;
  throw new Refusal('invalidRequest', 'randomizeAmount: needs a cart of one line and one piece, or none', {
    place: 'randomizeAmount',
  });
}
