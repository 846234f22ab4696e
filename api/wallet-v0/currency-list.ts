import { code } from 'currency-codes';
import { currencyKey, type Currency } from '../../domain/currency/currency';

const NAMES = new Intl.DisplayNames(['ru'], { type: 'currency', fallback: 'none' });

/** A currency of ISO 4217 by its alphabetic code in either case; its Russian name and its sign are those of CLDR. */
export function findCurrency(text: string): Currency | undefined {
  const entry = code(currencyKey(text));
  if (!entry) return undefined;
  const { code: id, number: numericCode, digits, currency } = entry;
  return { id, numericCode, name: NAMES.of(id) ?? currency, sign: signOf(id), exponent: digits };
}

/** The narrow sign, where the currency has one that is not its code. */
function signOf(currency: string): string | null {
  const format = new Intl.NumberFormat('ru', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return sign === undefined || sign === currency ? null : sign;
}
