/** A currency of ISO 4217. */
export interface Currency {
  /** Alphabetic code: `RUB`. */
  id: string;
  /** Numeric code, three digits: `643`. */
  numericCode: string;
  /** Name in Russian. */
  name: string;
  /** Sign, where the currency has one of its own: `₽`. */
  sign: string | null;
  /** How many decimal places the minor unit has. */
  exponent: number;
}

/** The code by which a currency is looked up: callers may write it in either case (the wallet document, § 5). */
export function currencyKey(text: string): string {
  return text.toUpperCase();
}
