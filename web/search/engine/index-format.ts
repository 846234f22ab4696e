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
  /** The words, with a space between; in tiers from frequent to rare, each sorted, so that it compresses well. */
  readonly words: string;
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
export function getNumbering(counts: { separators: number; words: number }): {
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
export function getCharacter(number: number): string {
  let code = number + 0x20;
  for (const [from, length] of GAPS) if (code >= from) code += length;
  return String.fromCharCode(code);
}

/** Below it each character's distance to its number is looked up: nearly all characters are. */
const FREQUENT_CHARACTERS = GAPS[3]![0];

/** The numbers of a text, the reverse of characterOf. */
export function getNumbers(text: string): Uint16Array {
  const distances = new Uint8Array(FREQUENT_CHARACTERS);
  for (const [from] of GAPS) distances.fill(getDistance(from), from);
  distances.fill(getDistance(0), 0, GAPS[0]![0]);
  const numbers = new Uint16Array(text.length);
  // The plainest of loops: it runs once, over tens of thousands of characters, before the browser has optimised it.
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    numbers[place] = code - (code < FREQUENT_CHARACTERS ? distances[code]! : getDistance(code));
  }
  return numbers;
}

function getDistance(code: number): number {
  let distance = 0x20;
  for (const [from, length] of GAPS) if (code >= from) distance += length;
  return distance;
}

/** Where an index lies: in the directory of its language, named after its context, with its hash in the query. */
export function searchIndexUrl(place: {
  baseUrl: string;
  language: string;
  version?: string;
  context?: string;
  hash: string;
}): string {
  const folder = [place.language, place.version ?? ''].filter(Boolean).join('/');
  const context = place.context === undefined || place.context === '' ? '' : `-${place.context.replaceAll('/', '-')}`;
  return `${place.baseUrl}${folder}/search-index${context}.json?_=${place.hash}`;
}
