import { amountFromWire, amountToWire, type Money } from '../../../domain/platform/money/money';
import type { Asset } from './primitives.types';

export function toMoney({ amount, currency }: Asset): Money {
  return { amountMinor: amountFromWire(amount), currency };
}

export function presentMoney({ amountMinor, currency }: Money): Asset {
  return { amount: amountToWire(amountMinor), currency };
}
