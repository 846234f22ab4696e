const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Country rules of IBANs, provided by a library outside `domain` because the SWIFT registry changes several times a year. */
export interface IbanRegistry {
  /** Whether the country is known and the number has its length, form and national check digits. */
  isKnown(iban: string): boolean;
  /** Whether the country takes part in the Single Euro Payments Area. */
  isSepaCountry(countryCode: string): boolean;
}

/** Whether the check digits of an IBAN hold: rearranged and read as a number it leaves 1 by 97 (ISO 13616, ISO 7064). */
export function hasIbanCheckDigits(iban: string): boolean {
  if (!FORM.test(iban)) return false;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  return remainderBy97(rearranged) === 1;
}

/** Letters have the values 10 to 35; the running remainder keeps numbers exact. */
function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
