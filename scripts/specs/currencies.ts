// What the checkout has to know of the currencies of domain/: it imports nothing of the platform, and has bytes for little.
import path from 'node:path';
import type { Currency } from '../../domain/currency/currency';
import { evaluate } from './evaluate';

/** The decimals of the currencies that do not have two, and the signs of those that have one. */
export function readCurrencies(root: string): { decimals: Record<string, number>; signs: Record<string, string> } {
  const { CURRENCIES } = evaluate(path.join(root, 'domain/currency/currency.ts'));
  const currencies = [...(CURRENCIES as ReadonlyMap<string, Currency>).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    decimals: Object.fromEntries(
      currencies.filter((each) => each.exponent !== 2).map((each) => [each.id, each.exponent]),
    ),
    signs: Object.fromEntries(currencies.flatMap(({ id, sign }) => (sign === null ? [] : [[id, sign]]))),
  };
}
