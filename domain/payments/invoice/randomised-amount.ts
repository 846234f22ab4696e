import { invalidField } from '../../platform/errors/refusal';
import { MAX_AMOUNT_MINOR } from '../../platform/money/money';
import type { CartLine } from './cart';

export type RandomDirection = 'both' | 'upward' | 'downward';

/** Rules for randomising an amount. Minor units; `precision` is a number of low decimal digits. */
export interface RandomiseRules {
  deviationMinor: bigint;
  precision: number;
  direction: RandomDirection;
  minAmountMinor?: bigint;
  maxAmountMinor?: bigint;
  multiplicityMinor?: bigint;
}

/** Draws an integer from 0 to `max` inclusive, uniformly. */
export type RandomSource = (max: bigint) => bigint;

/**
 * Randomises an amount that satisfies every condition; others are unchanged. The deviation is rounded half up to
 * 10^precision and clamped, and the result stays within 1 and 2^53 − 1.
 */
export function randomiseAmount(originalMinor: bigint, rules: RandomiseRules, random: RandomSource): bigint {
  if (!isEligible(originalMinor, rules)) return originalMinor;
  const isUpward = rules.direction === 'both' ? random(1n) === 1n : rules.direction === 'upward';
  const maxChange = isUpward ? MAX_AMOUNT_MINOR - originalMinor : originalMinor - 1n;
  const max = rules.deviationMinor < maxChange ? rules.deviationMinor : maxChange;
  const deviation = roundToStep(random(max), { step: 10n ** BigInt(rules.precision), max });
  return isUpward ? originalMinor + deviation : originalMinor - deviation;
}

function isEligible(originalMinor: bigint, rules: RandomiseRules): boolean {
  const { minAmountMinor, maxAmountMinor, multiplicityMinor } = rules;
  if (minAmountMinor !== undefined && originalMinor < minAmountMinor) return false;
  if (maxAmountMinor !== undefined && originalMinor > maxAmountMinor) return false;
  return multiplicityMinor === undefined || originalMinor % multiplicityMinor === 0n;
}

function roundToStep(deviation: bigint, { step, max }: { step: bigint; max: bigint }): bigint {
  const nearest = ((deviation + step / 2n) / step) * step;
  return nearest > max ? nearest - step : nearest;
}

/**
 * Checks that the new amount determines the price: one line, one piece, or no cart.
 * @throws Refusal invalidRequest
 */
export function assertRandomisable(cart: readonly CartLine[] | undefined): void {
  if (!cart || (cart.length === 1 && cart[0]?.quantity === 1n)) return;
  throw invalidField('randomizeAmount', 'needs a cart of one line and one piece, or none');
}
