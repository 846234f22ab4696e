const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether these are the letters of a currency that there is, by ISO 4217. */
export function isCurrency(letters: string): boolean {
  return CURRENCIES.has(letters);
}
