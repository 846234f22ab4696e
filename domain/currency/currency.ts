import { IN_FORCE, WITHDRAWN } from './iso-4217';

/** A currency of ISO 4217. */
export interface Currency {
  /** Alphabetic code: `RUB`. */
  id: string;
  /** Numeric code, three digits: `643`. */
  numericCode: string;
  /** Name in Russian. */
  name: string;
  /** Sign, where the currency has one that no other currency could be meant by: `₽`. */
  sign: string | null;
  /** How many decimal places the minor unit has. */
  exponent: number;
  /** Whether it may be used for something new; one that was withdrawn is only read. */
  isInForce: boolean;
}

/** Every currency that there is or was, by its letters. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ...currenciesIn(WITHDRAWN, false),
  ...currenciesIn(IN_FORCE, true),
]);

function currenciesIn(table: string, isInForce: boolean): [string, Currency][] {
  return [...table.matchAll(/^(\w{3}) (\d{3}) (\d) (\S+) (.+)$/gm)].map(
    ([, id = '', numericCode = '', exponent, sign = '-', name = '']) => [
      id,
      { id, numericCode, name, sign: sign === '-' ? null : sign, exponent: Number(exponent), isInForce },
    ],
  );
}

/** Whether these are the letters of a currency that there is or was. */
export function isCurrency(letters: string): boolean {
  return CURRENCIES.has(letters);
}

/** Whether these are the letters of a currency in force: only such a one is taken for something new. */
export function isCurrencyInForce(letters: string): boolean {
  return CURRENCIES.get(letters)?.isInForce === true;
}

/** How many decimal places the minor unit of a currency has; two where the letters are no currency. */
export function currencyExponent(currency: string): number {
  return CURRENCIES.get(currency)?.exponent ?? 2;
}

/** The code by which a currency is looked up: callers may write it in either case (the wallet document, § 5). */
export function currencyKey(text: string): string {
  return text.toUpperCase();
}
