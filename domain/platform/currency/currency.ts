import { IN_FORCE, WITHDRAWN } from './iso-4217';

/** A currency of ISO 4217. */
export interface Currency {
  id: string;
  numericCode: string;
  /** Name in Russian. */
  name: string;
  /** Sign, if it is unambiguous: `₽`. */
  sign: string | null;
  /** Decimal places of the minor unit. */
  exponent: number;
  /** Whether new entities may use it; a withdrawn currency is only read. */
  isInForce: boolean;
}

/** All currencies, current and withdrawn, by alphabetic code. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ...parseCurrencies(WITHDRAWN, false),
  ...parseCurrencies(IN_FORCE, true),
]);

function parseCurrencies(table: string, isInForce: boolean): [string, Currency][] {
  return [...table.matchAll(/^(\w{3}) (\d{3}) (\d) (\S+) (.+)$/gm)].map(
    ([, id = '', numericCode = '', exponent, sign = '-', name = '']) => [
      id,
      { id, numericCode, name, sign: sign === '-' ? null : sign, exponent: Number(exponent), isInForce },
    ],
  );
}

/** Whether the code belongs to a current or withdrawn currency. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

/** Whether the code belongs to a current currency, which new entities require. */
export function isCurrencyInForce(code: string): boolean {
  return CURRENCIES.get(code)?.isInForce === true;
}

/** Returns the decimal places of the minor unit; two for an unknown code. */
export function currencyExponent(currency: string): number {
  return CURRENCIES.get(currency)?.exponent ?? 2;
}

/** Normalises a currency code: callers may use either case (the wallet document, § 5). */
export function currencyKey(text: string): string {
  return text.toUpperCase();
}
