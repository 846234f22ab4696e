import { transliterate } from '../../guides/heading-ids';
import { CAPITAL, PAGE_FIELDS, SECTION_FIELDS, type IndexField } from './index-format';
import type { SearchField, SearchIndex, Unit } from './search-index';

export interface Chunk {
  readonly text: string;
  /** The word's number, or null for a separator. */
  readonly word: number | null;
  readonly position: number;
}

/** Returns a field's chunks; `around` limits them to positions near a match. */
export function getChunks(index: SearchIndex, field: SearchField, around?: { at: number; reach: number }): Chunk[] {
  const start = around === undefined ? field.start : Math.max(field.start, around.at - around.reach);
  const end = around === undefined ? field.end : Math.min(field.end, around.at + around.reach);
  const chunks: Chunk[] = [];
  let isCapital = false;
  let isAfterWord = false;
  for (let position = start; position < end; position++) {
    const number = index.numbers[position]!;
    if (number === CAPITAL) {
      isCapital = true;
      continue;
    }
    const text = index.spellings[number]!;
    const isWord = number >= index.firstWord && number <= index.lastWord;
    if (isWord && isAfterWord) chunks.push({ text: ' ', word: null, position });
    chunks.push({ text: isCapital ? capitalised(text) : text, word: isWord ? number : null, position });
    isAfterWord = isWord;
    isCapital = false;
  }
  return chunks;
}

export function fieldText(index: SearchIndex, field: SearchField): string {
  return getChunks(index, field)
    .map((chunk) => chunk.text)
    .join('');
}

export function getField(index: SearchIndex, unit: Unit, name: IndexField): SearchField {
  const names: readonly IndexField[] = unit.page === unit.id ? PAGE_FIELDS : SECTION_FIELDS;
  return index.fields[unit.firstField + names.indexOf(name)]!;
}

export function getHash(index: SearchIndex, unit: Unit): string {
  return unit.hash ?? transliterate(fieldText(index, getField(index, unit, 'heading')));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
