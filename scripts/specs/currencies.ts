// The currency data of domain/ for the checkout, which imports nothing of the platform and must stay small.
import path from 'node:path';
import type { Currency } from '../../domain/platform/currency/currency';
import { evaluate } from './evaluate';

/** Decimals other than two, and currency signs. */
export function readCurrencies(root: string): { decimals: Record<string, number>; signs: Record<string, string> } {
  const { CURRENCIES } = evaluate(path.join(root, 'domain/platform/currency/currency.ts'));
  const currencies = [...(CURRENCIES as ReadonlyMap<string, Currency>).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    decimals: Object.fromEntries(
      currencies.filter((each) => each.exponent !== 2).map((each) => [each.id, each.exponent]),
    ),
    signs: Object.fromEntries(currencies.flatMap(({ id, sign }) => (sign === null ? [] : [[id, sign]]))),
  };
}
