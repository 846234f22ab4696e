/** A country whose residents a provider serves. */
export interface Residence {
  /** Alpha-3 code: `RUS`. */
  id: string;
  /** Name in Russian. */
  name: string;
  flag: string | null;
}

const FIRST_REGIONAL_INDICATOR = 0x1f1e6;

/** Normalises a country code: callers may use either case (the wallet document, § 5). */
export function residenceKey(text: string): string {
  return text.toUpperCase();
}

/** Returns the flag of an ISO 3166-1 alpha-2 code: its letters as regional indicators. */
export function toFlag(alpha2Code: string): string {
  const indicators = Array.from(alpha2Code, (letter) => FIRST_REGIONAL_INDICATOR + letter.charCodeAt(0) - 65);
  return String.fromCodePoint(...indicators);
}
