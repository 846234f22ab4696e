import { PAGE_KINDS, SECTION_KINDS, type PageKind, type SectionKind } from './documents';
import { fold } from './fold';
import { identifierParts, isCompound } from './identifier-parts';
import {
  FIELD_END,
  PAGE_FIELDS,
  SECTION_FIELDS,
  getNumbering,
  getNumbers,
  type IndexField,
  type SearchIndexFile,
} from './index-format';

export interface Unit {
  readonly id: number;
  /** The id of its page; its own id for a page. */
  readonly page: number;
  readonly kind: PageKind | SectionKind;
  readonly url: string;
  /** The anchor; null for the slug of the heading, empty for the top of the page. */
  readonly hash: string | null;
  readonly firstField: number;
}

export interface SearchField {
  readonly unit: number;
  readonly name: IndexField;
  readonly start: number;
  readonly end: number;
}

/** A word with several parts, such as `createInvoice`. */
export interface Compound {
  readonly number: number;
  /** Without hyphens and underscores. */
  readonly joined: string;
  readonly parts: readonly string[];
}

export interface SearchIndex {
  readonly version: string;
  readonly firstWord: number;
  readonly lastWord: number;
  readonly spellings: readonly string[];
  /** The folded words by number; empty for separators. */
  readonly folded: readonly string[];
  readonly compounds: readonly Compound[];
  readonly synonyms: ReadonlyArray<readonly string[]>;
  readonly numbers: Uint16Array;
  readonly fields: readonly SearchField[];
  readonly fieldAt: Uint16Array;
  readonly units: readonly Unit[];
  /** Positions of word n: occurrences[occurrenceStarts[n]] up to occurrenceStarts[n + 1]. */
  readonly occurrences: Uint32Array;
  readonly occurrenceStarts: Uint32Array;
}

export function openSearchIndex(file: SearchIndexFile): SearchIndex {
  const words = file.words.split(' ');
  const { firstWord, ofSeparator } = getNumbering({ separators: file.separators.length, words: words.length });
  const spellings = new Array<string>(firstWord + words.length).fill('');
  const folded = new Array<string>(firstWord + words.length + file.separators.length).fill('');
  words.forEach((word, place) => {
    spellings[firstWord + place] = word;
    folded[firstWord + place] = fold(word);
  });
  file.separators.forEach((separator, place) => (spellings[ofSeparator(place)] = separator));
  const numbers = getNumbers(file.text);
  const units = getUnits(file);
  const fields = getFields(numbers, units);
  return {
    version: file.version,
    firstWord,
    lastWord: firstWord + words.length - 1,
    spellings,
    folded,
    compounds: getCompounds(words, firstWord),
    synonyms: file.synonyms.map((group) => group.split(' ').map(fold)),
    numbers,
    fields,
    fieldAt: getFieldAt(fields, numbers.length),
    units,
    ...getOccurrences(numbers, spellings.length),
  };
}

function getUnits(file: SearchIndexFile): Unit[] {
  const units: Unit[] = [];
  let section = 0;
  let firstField = 0;
  file.urls.forEach((url, place) => {
    const page = units.length;
    units.push({
      id: page,
      page,
      kind: PAGE_KINDS[Number(file.pageKinds[place])] ?? 'guide',
      url,
      hash: '',
      firstField,
    });
    firstField += PAGE_FIELDS.length;
    for (const end = section + (file.sectionCounts[place] ?? 0); section < end; section++) {
      const kind = SECTION_KINDS[Number(file.sectionKinds[section])] ?? 'heading';
      units.push({ id: units.length, page, kind, url, hash: file.hashes[section] ?? null, firstField });
      firstField += SECTION_FIELDS.length;
    }
  });
  return units;
}

function getFields(numbers: Uint16Array, units: readonly Unit[]): SearchField[] {
  const fields: SearchField[] = [];
  let start = 0;
  for (const unit of units) {
    for (const name of unit.page === unit.id ? PAGE_FIELDS : SECTION_FIELDS) {
      const end = numbers.indexOf(FIELD_END, start);
      fields.push({ unit: unit.id, name, start, end });
      start = end + 1;
    }
  }
  return fields;
}

function getFieldAt(fields: readonly SearchField[], length: number): Uint16Array {
  const fieldAt = new Uint16Array(length);
  fields.forEach((field, place) => fieldAt.fill(place, field.start, field.end + 1));
  return fieldAt;
}

function getCompounds(words: readonly string[], firstWord: number): Compound[] {
  const compounds: Compound[] = [];
  words.forEach((word, place) => {
    if (!isCompound(word)) return;
    const parts = identifierParts(word);
    if (parts.length > 0) compounds.push({ number: firstWord + place, joined: fold(word.replace(/[-_]/g, '')), parts });
  });
  return compounds;
}

function getOccurrences(numbers: Uint16Array, count: number): Pick<SearchIndex, 'occurrences' | 'occurrenceStarts'> {
  const occurrenceStarts = new Uint32Array(count + 2);
  for (let position = 0; position < numbers.length; position++) occurrenceStarts[numbers[position]! + 1]!++;
  for (let number = 0; number < count; number++) occurrenceStarts[number + 1]! += occurrenceStarts[number]!;
  const next = occurrenceStarts.slice();
  const occurrences = new Uint32Array(numbers.length);
  for (let position = 0; position < numbers.length; position++) occurrences[next[numbers[position]!]!++] = position;
  return { occurrences, occurrenceStarts };
}
