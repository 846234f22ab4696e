import type { View } from '../state/view';

/** Counts the ways to pay; all cards are one. */
export function countWays({ methods = [], ways = [] }: Pick<View, 'methods' | 'ways'>): number {
  return ways.length + (methods.some(({ method }) => method === 'BankCard') ? 1 : 0);
}
