// The index file lists all words once and encodes texts as word numbers, one character each, so that the browser neither
// tokenises nor parses. The most frequent words have numbers whose characters take one byte in UTF-8, the next two bytes.

export interface SearchIndexFile {
  readonly format: 1;
  /** Eight hexadecimal digits, as in the address. */
  readonly version: string;
  /** Separators, from frequent to rare. */
  readonly separators: readonly string[];
  /** Words, separated by spaces; in tiers from frequent to rare, each sorted for compression. */
  readonly words: string;
  /** All fields, each followed by FIELD_END: PAGE_FIELDS of a page, then SECTION_FIELDS of its sections. */
  readonly text: string;
  readonly urls: readonly string[];
  /** One digit per page: its index in PAGE_KINDS. */
  readonly pageKinds: string;
  readonly sectionCounts: readonly number[];
  /** One digit per section: its index in SECTION_KINDS. */
  readonly sectionKinds: string;
  /** Anchors; null for the slug of the title. */
  readonly hashes: ReadonlyArray<string | null>;
  readonly synonyms: readonly string[];
}

export const PAGE_FIELDS = ['title', 'description', 'keywords', 'breadcrumbs'] as const;
export const SECTION_FIELDS = ['heading', 'content', 'code'] as const;

export type IndexField = (typeof PAGE_FIELDS)[number] | (typeof SECTION_FIELDS)[number];

export const FIELD_END = 0;
/** The number before a capitalised word. */
export const CAPITAL = 1;
const FIRST_SEPARATOR = 2;
const FREQUENT_SEPARATORS = 16;

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

export const TIER_SIZES: readonly number[] = [64, 192, 384, 768, 1536];

// Characters that JSON escapes and surrogates are skipped.
const GAPS: ReadonlyArray<readonly [from: number, length: number]> = [
  [0x22, 1],
  [0x5c, 1],
  [0x7f, 33],
  [0x2028, 2],
  [0xd800, 0x800],
  [0xfeff, 1],
];

export function getCharacter(number: number): string {
  let code = number + 0x20;
  for (const [from, length] of GAPS) if (code >= from) code += length;
  return String.fromCharCode(code);
}

/** Below this code the distances come from a table, which covers nearly all characters. */
const FREQUENT_CHARACTERS = GAPS[3]![0];

/** Decodes numbers, the reverse of `getCharacter`. */
export function getNumbers(text: string): Uint16Array {
  const distances = new Uint8Array(FREQUENT_CHARACTERS);
  for (const [from] of GAPS) distances.fill(getDistance(from), from);
  distances.fill(getDistance(0), 0, GAPS[0]![0]);
  const numbers = new Uint16Array(text.length);
  // A plain loop, because it runs once, before the engine has optimised it.
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

/** Returns an index's address: by language and context, with its hash in the query. */
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
