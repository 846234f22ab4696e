// The file of the index is a list of all its words, each once, and all texts written in numbers of those words, one
// character a number. So nothing has to be cut into words in the browser, and what a word occurs in is counted, not
// parsed. The most frequent words have the numbers whose characters are one byte long in UTF-8, the next two bytes.

/** The index as it lies in the file. */
export interface SearchIndexFile {
  readonly format: 1;
  /** Eight hexadecimal digits, the same as in the address. */
  readonly version: string;
  /** What stands between words, from frequent to rare. */
  readonly separators: readonly string[];
  /** Words in tiers from frequent to rare, each sorted and front-coded. */
  readonly words: readonly string[];
  /** All fields, each ended by FIELD_END: of each page its PAGE_FIELDS, then of each of its sections SECTION_FIELDS. */
  readonly text: string;
  readonly urls: readonly string[];
  /** One digit a page: its place in PAGE_KINDS. */
  readonly pageKinds: string;
  /** How many sections each page has. */
  readonly sectionCounts: readonly number[];
  /** One digit a section: its place in SECTION_KINDS. */
  readonly sectionKinds: string;
  /** The ids to scroll to; null where it is the slug of the title. */
  readonly hashes: ReadonlyArray<string | null>;
  /** Groups of words that mean the same in this documentation. */
  readonly synonyms: readonly string[];
}

/** Fields of a page, in their order in the text. */
export const PAGE_FIELDS = ['title', 'description', 'keywords', 'breadcrumbs'] as const;
/** Fields of a section, in their order in the text. */
export const SECTION_FIELDS = ['heading', 'content', 'code'] as const;

export type FieldName = (typeof PAGE_FIELDS)[number] | (typeof SECTION_FIELDS)[number];

/** Number that ends a field. */
export const FIELD_END = 0;
/** Number before a word whose first letter is to be a capital. */
export const CAPITAL = 1;
const FIRST_SEPARATOR = 2;
const FREQUENT_SEPARATORS = 16;

/** Which numbers stand for what: the frequent separators, then the words, then the rare separators. */
export function numberingOf(counts: { separators: number; words: number }): {
  firstWord: number;
  ofSeparator: (place: number) => number;
} {
  const firstWord = FIRST_SEPARATOR + Math.min(FREQUENT_SEPARATORS, counts.separators);
  return {
    firstWord,
    ofSeparator: (place) => FIRST_SEPARATOR + place + (place < FREQUENT_SEPARATORS ? 0 : counts.words),
  };
}

/** How many words the first tiers of the dictionary hold; the last tier takes the rest. */
export const TIER_SIZES: readonly number[] = [64, 192, 384, 768, 1536];

// Characters that JSON would write as escapes, and halves of surrogate pairs, are not used.
const GAPS: ReadonlyArray<readonly [from: number, length: number]> = [
  [0x22, 1],
  [0x5c, 1],
  [0x7f, 33],
  [0x2028, 2],
  [0xd800, 0x800],
  [0xfeff, 1],
];

/** The character that a number is written as. */
export function characterOf(number: number): string {
  let code = number + 0x20;
  for (const [from, length] of GAPS) if (code >= from) code += length;
  return String.fromCharCode(code);
}

/** The numbers of a text, the reverse of characterOf. */
export function numbersOf(text: string): Uint16Array {
  const numbers = new Uint16Array(text.length);
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    let number = code - 0x20;
    for (const [from, length] of GAPS) {
      if (code < from) break;
      number -= length;
    }
    numbers[place] = number;
  }
  return numbers;
}

// How many letters a word shares with the one before it is written with characters that are in no word.
const SHARED = "!#$%&'()*+,./:;<=>?@[]^`{|}~";

/** Writes sorted words, each as the count of letters it shares with the one before and its rest. */
export function frontCode(words: readonly string[]): string {
  let before = '';
  let coded = '';
  for (const word of words) {
    let shared = 0;
    while (shared < SHARED.length - 1 && shared < before.length && before[shared] === word[shared]) shared++;
    coded += SHARED.charAt(shared) + word.slice(shared);
    before = word;
  }
  return coded;
}

/** Reads what frontCode wrote. */
export function frontDecode(coded: string): string[] {
  const words: string[] = [];
  let before = '';
  for (const [, shared = '', rest = ''] of coded.matchAll(/([!#-,./:-@[\]^`{-~])([^!#-,./:-@[\]^`{-~]*)/g)) {
    before = before.slice(0, SHARED.indexOf(shared)) + rest;
    words.push(before);
  }
  return words;
}

/** Where an index lies: beside the pages of a version, named after its context, with its version in the query. */
export function searchIndexUrl(place: { baseUrl: string; version?: string; context?: string; hash: string }): string {
  const folder = place.version === undefined || place.version === '' ? '' : `${place.version}/`;
  const context = place.context === undefined || place.context === '' ? '' : `-${place.context.replaceAll('/', '-')}`;
  return `${place.baseUrl}${folder}search-index${context}.json?_=${place.hash}`;
}
