import { amountFromWire, amountToWire, type Money } from '../../../domain/money/money';
import type { Asset } from './primitives.types';

/** Money from a request. */
export function toMoney({ amount, currency }: Asset): Money {
  return { amountMinor: amountFromWire(amount), currency };
}

/** Money as the Wallet API shows it. */
export function presentMoney({ amountMinor, currency }: Money): Asset {
  return { amount: amountToWire(amountMinor), currency };
}
