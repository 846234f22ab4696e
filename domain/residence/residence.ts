/** A country of ISO 3166 that a provider serves residents of. */
export interface Residence {
  /** Alpha-3 code: `RUS`. */
  id: string;
  /** Name in Russian. */
  name: string;
  /** Flag as Unicode characters. */
  flag: string | null;
}

const FIRST_REGIONAL_INDICATOR = 0x1f1e6;

/** The code by which a residence is looked up: callers may write it in either case (the wallet document, § 5). */
export function residenceKey(text: string): string {
  return text.toUpperCase();
}

/** The flag of a country of ISO 3166-1 alpha-2: its letters as regional indicators. */
export function toFlag(alpha2Code: string): string {
  const indicators = Array.from(alpha2Code, (letter) => FIRST_REGIONAL_INDICATOR + letter.charCodeAt(0) - 65);
  return String.fromCodePoint(...indicators);
}
