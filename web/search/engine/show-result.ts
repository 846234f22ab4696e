import { getChunks, getField, fieldText, getHash, type Chunk } from './field-text';
import { fold } from './fold';
import type { Term } from './match-words';
import { normaliseWithPlaces } from './normalise';
import type { SearchField, SearchIndex, Unit } from './search-index';
import { RESULT_TYPES, type SearchResult } from './search-results';

/** A result for display. Texts ending in Html are escaped and have matches in `<mark>`. */
export interface ShownResult {
  readonly result: SearchResult;
  readonly url: string;
  readonly titleHtml: string;
  /** The text around the match, or a page's description; empty for a heading. */
  readonly contextHtml: string;
  /** The page's title, except for the page itself. */
  readonly pageTitle: string;
  readonly breadcrumbs: readonly string[];
  /** `POST /wallet/v0/wallets` of an operation or a place in one; otherwise empty. */
  readonly call: string;
}

const ELLIPSIS = '…';

export function showResult(
  index: SearchIndex,
  result: SearchResult,
  options: { contextLength?: number } = {},
): ShownResult {
  const { contextLength = 50 } = options;
  const { unit, page, terms, type } = result;
  const isPage = unit.id === page.id;
  const context = contextField(index, unit, terms);
  const breadcrumbs = fieldText(index, getField(index, page, 'breadcrumbs'));
  const hash = hashIn(index, unit);
  const hasContext = type !== RESULT_TYPES.heading;
  return {
    result,
    url: hash === '' ? unit.url : `${unit.url}#${encodeURIComponent(hash)}`,
    titleHtml: wholeFieldHtml(index, getField(index, unit, isPage ? 'title' : 'heading'), terms),
    contextHtml: hasContext ? contextHtml(index, context, { terms, length: contextLength }) : '',
    pageTitle: type === RESULT_TYPES.page ? '' : formatTitle(index, page),
    breadcrumbs: breadcrumbs === '' ? [] : breadcrumbs.split(' › '),
    call: page.kind === 'operation' ? getCall(index, page) : '',
  };
}

function contextField(index: SearchIndex, unit: Unit, terms: readonly Term[]): SearchField {
  if (unit.id === unit.page) return getField(index, unit, 'description');
  const [content, code] = [getField(index, unit, 'content'), getField(index, unit, 'code')];
  const isOnlyInCode =
    bestPosition(index, content, terms) === undefined && bestPosition(index, code, terms) !== undefined;
  return isOnlyInCode ? code : content;
}

export function formatTitle(index: SearchIndex, page: Unit): string {
  return fieldText(index, getField(index, page, 'title'));
}

function hashIn(index: SearchIndex, unit: Unit): string {
  return unit.id === unit.page ? '' : getHash(index, unit);
}

function getCall(index: SearchIndex, page: Unit): string {
  return fieldText(index, getField(index, page, 'keywords'))
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

function wholeFieldHtml(index: SearchIndex, field: SearchField, terms: readonly Term[]): string {
  return getChunks(index, field)
    .map((chunk) => chunkHtml(chunk, terms))
    .join('');
}

/** Returns the text around a field's best match, in whole words, with ellipses where it is cut. */
export function contextHtml(
  index: SearchIndex,
  field: SearchField,
  options: { terms: readonly Term[]; length: number },
): string {
  const { terms, length } = options;
  const at = bestPosition(index, field, terms) ?? field.start;
  const chunks = getChunks(index, field, { at, reach: length });
  const center = Math.max(
    0,
    chunks.findIndex((chunk) => chunk.position >= at && chunk.word !== null),
  );
  let [first, last] = [center, center];
  let left = 0;
  let right = 0;
  const total = (): number => left + right + (chunks[center]?.text.length ?? 0);
  for (let grows = true; grows;) {
    const before = chunks[first - 1]?.text.length ?? Infinity;
    const after = chunks[last + 1]?.text.length ?? Infinity;
    const goesLeft = total() + before <= length && (left <= right || total() + after > length);
    const goesRight = !goesLeft && total() + after <= length;
    if (goesLeft) left += before;
    if (goesRight) right += after;
    first -= goesLeft ? 1 : 0;
    last += goesRight ? 1 : 0;
    grows = goesLeft || goesRight;
  }
  const isCutBefore = first > 0 || (chunks[0]?.position ?? field.start) > field.start + 1;
  const isCutAfter = last < chunks.length - 1 || (chunks.at(-1)?.position ?? field.end) < field.end - 1;
  // Drops the end of another sentence beside an ellipsis: «…. Оплатите», «коде.…».
  if (isCutBefore && chunks[first]?.word === null && first < last) first += 1;
  if (isCutAfter && chunks[last]?.word === null && first < last) last -= 1;
  const shown = chunks.slice(first, last + 1);
  const html = shown
    .map((chunk) => chunkHtml(chunk, terms))
    .join('')
    .trim();
  return `${isCutBefore ? ELLIPSIS : ''}${html}${isCutAfter ? ELLIPSIS : ''}`;
}

function bestPosition(index: SearchIndex, field: SearchField, terms: readonly Term[]): number | undefined {
  let best: number | undefined;
  let bestWeight = 0;
  const recent: Array<{ position: number; place: number; nearness: number }> = [];
  for (let position = field.start; position < field.end; position++) {
    for (const [place, term] of terms.entries()) {
      const nearness = term.matches.get(index.numbers[position]!);
      if (nearness === undefined) continue;
      recent.push({ position, place, nearness });
      while (recent[0]!.position < position - 10) recent.shift();
      const nearest = new Map<number, number>();
      for (const find of recent) nearest.set(find.place, Math.max(find.nearness, nearest.get(find.place) ?? 0));
      const weight = [...nearest.values()].reduce((sum, each) => sum + each, 0);
      if (weight > bestWeight) [best, bestWeight] = [recent[0]!.position, weight];
    }
  }
  return best;
}

function chunkHtml(chunk: Chunk, terms: readonly Term[]): string {
  if (chunk.word === null) return escapeHtml(chunk.text);
  for (const term of terms) {
    if (!term.matches.has(chunk.word)) continue;
    const { text, places, ends } = normaliseWithPlaces(chunk.text);
    const at = fold(text).indexOf(term.word);
    // Another form of the typed word marks the whole word.
    const [start = 0, end] = at < 0 ? [0, chunk.text.length] : [places[at], ends[at + term.word.length - 1]];
    const [before, marked, after] = [chunk.text.slice(0, start), chunk.text.slice(start, end), chunk.text.slice(end)];
    return `${escapeHtml(before)}<mark>${escapeHtml(marked)}</mark>${escapeHtml(after)}`;
  }
  return escapeHtml(chunk.text);
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
