import { randomBytes } from 'node:crypto';
import type { RandomiseRules } from '../../../domain/payments/invoice/randomised-amount';
import { amountFromWire } from '../../../domain/platform/money/money';
import type { InvoiceRandomizeAmount } from './randomize-amount.types';

const DEFAULT_PRECISION = 2;

/** The rules of a randomised amount, with defaults. */
export function randomiseRules(given: InvoiceRandomizeAmount): RandomiseRules {
  const { minAmountCondition, maxAmountCondition, amountMultiplicityCondition } = given;
  return {
    deviationMinor: amountFromWire(given.deviation),
    precision: given.precision ?? DEFAULT_PRECISION,
    direction: given.direction ?? 'both',
    ...(minAmountCondition === undefined ? {} : { minAmountMinor: amountFromWire(minAmountCondition) }),
    ...(maxAmountCondition === undefined ? {} : { maxAmountMinor: amountFromWire(maxAmountCondition) }),
    ...(amountMultiplicityCondition === undefined
      ? {}
      : { multiplicityMinor: amountFromWire(amountMultiplicityCondition) }),
  };
}

/** Draws from 0 to `max`; 128 random bits keep the modulo bias negligible. */
export function random(max: bigint): bigint {
  return BigInt(`0x${randomBytes(16).toString('hex')}`) % (max + 1n);
}
