import type { IndexField } from './index-format';
import type { Term } from './match-words';
import type { SearchIndex } from './search-index';

export const FIELD_WEIGHTS: Readonly<Record<IndexField, number>> = {
  title: 10,
  keywords: 8,
  heading: 7,
  description: 3,
  content: 2,
  code: 0.7,
  breadcrumbs: 1,
};
/** The bonus for each pair of adjacent query words that is adjacent in the text. */
const ADJACENCY_BONUS = 0.35;
/** Words that a query may use for a kind of unit: «ошибка 409», «поле dueDate». */
const KIND_NAMES: Readonly<Record<string, readonly string[]>> = {
  errorCode: ['ошибка', 'код', 'error'],
  field: ['поле', 'параметр', 'field'],
  operation: ['метод', 'операция', 'запрос', 'api'],
  event: ['событие', 'вебхук', 'webhook', 'event'],
};

export const PLACES = { title: 1, named: 2, text: 4, above: 8 } as const;

const PLACE_OF_FIELD: Readonly<Record<IndexField, number>> = {
  title: PLACES.title,
  heading: PLACES.title,
  keywords: PLACES.named,
  description: PLACES.text,
  content: PLACES.text,
  code: PLACES.text,
  breadcrumbs: PLACES.above,
};

export interface FoundTerm {
  readonly term: Term;
  /** The best weight in each unit's own fields. */
  readonly weights: Float32Array;
  readonly places: Uint8Array;
  readonly rarity: number;
}

/** Finds a query's terms. `adjacency`: the share of its word order that each unit has, 0 to 1. */
export function findTerms(
  index: SearchIndex,
  groups: ReadonlyArray<readonly Term[]>,
): { found: FoundTerm[][]; adjacency: Float32Array } {
  const marks = new Uint8Array(index.numbers.length);
  const adjacency = new Float32Array(index.units.length);
  let place = 0;
  const found = groups.map((group) => group.map((term) => findTerm(index, { term, place: place++, marks, adjacency })));
  return { found, adjacency };
}

function findTerm(
  index: SearchIndex,
  input: { term: Term; place: number; marks: Uint8Array; adjacency: Float32Array },
): FoundTerm {
  const { term, place, marks, adjacency } = input;
  const weights = new Float32Array(index.units.length);
  const places = new Uint8Array(index.units.length);
  let units = 0;
  for (const [number, nearness] of term.matches) {
    const end = index.occurrenceStarts[number + 1]!;
    for (let occurrence = index.occurrenceStarts[number]!; occurrence < end; occurrence++) {
      const position = index.occurrences[occurrence]!;
      const field = index.fields[index.fieldAt[position]!]!;
      if (places[field.unit] === 0) units++;
      const name = field.name === 'keywords' && isWithinPath(index, position) ? 'breadcrumbs' : field.name;
      const weight = nearness * FIELD_WEIGHTS[name];
      if (weight > weights[field.unit]!) weights[field.unit] = weight;
      places[field.unit]! |= PLACE_OF_FIELD[name];
      if (isAfter(marks, position, place))
        adjacency[field.unit] = Math.min(1, adjacency[field.unit]! + ADJACENCY_BONUS);
      marks[position] = place + 1;
    }
  }
  addKinds(index, term, { weights, places });
  return { term, weights, places, rarity: Math.log(1 + index.units.length / (1 + units)) };
}

/** Tells whether the previous term is directly before a position, allowing one separator and a capital. */
function isAfter(marks: Uint8Array, position: number, place: number): boolean {
  if (place === 0) return false;
  for (let back = 0; back <= 3 && back <= position; back++) if (marks[position - back] === place) return true;
  return false;
}

/** The last name in a path is its subject; earlier names and variables only say where it belongs. */
function isWithinPath(index: SearchIndex, position: number): boolean {
  const after = (at: number): string => index.spellings[index.numbers[at] ?? 0] ?? '';
  const next = after(position + 1);
  // `/wallets/{walletID}` is about wallets, `/wallets/{walletID}/grants` is not.
  if (next.startsWith('/{')) return after(position + 3).startsWith('}/');
  return /^[}/]/.test(next);
}

function addKinds(index: SearchIndex, term: Term, found: { weights: Float32Array; places: Uint8Array }): void {
  for (const [kind, names] of Object.entries(KIND_NAMES)) {
    if (!names.some((name) => name === term.word)) continue;
    for (const unit of index.units) {
      if (unit.kind !== kind) continue;
      found.places[unit.id]! |= PLACES.above;
      found.weights[unit.id] = Math.max(found.weights[unit.id]!, 1);
    }
  }
}
