import { fold } from './fold';
import { WORD } from './identifier-parts';
import { normaliseWithPlaces } from './normalise';
import { RESULT_TYPES, type SearchResult } from './search';
import { splitWords, toTerm } from './words';

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
/** A quote is chosen by the words that are at most so many words apart. */
const NEAR = 10;

export function showResult(result: SearchResult, { contextLength = 50 } = {}): ShownResult {
  const { unit, type } = result;
  const { page, url, title, text, code } = unit;
  const matcher = createMatcher(result);
  const isOnlyInCode = matcher.bestOf(text) === undefined && matcher.bestOf(code) !== undefined;
  const { operation } = page;
  return {
    ...{ result, url },
    titleHtml: matcher.mark(title),
    contextHtml: type === RESULT_TYPES.heading ? '' : quote(isOnlyInCode ? code : text, matcher, contextLength),
    pageTitle: unit.isPage ? '' : page.title,
    breadcrumbs: page.breadcrumbs,
    call: operation ? `${operation.method.toUpperCase()} ${operation.path}` : '',
  };
}

interface Matcher {
  /** The place in a text split at spaces where most words of the query are near each other. */
  bestOf(text: string): number | undefined;
  mark(text: string): string;
}

function createMatcher({ unit, words }: SearchResult): Matcher {
  const wanted = words.map(({ word, finds }) => ({
    word,
    terms: new Set(Object.keys(finds.get(unit.id)?.match ?? {})),
  }));
  const findWanted = (found: string) => {
    const own = splitWords(found).map(toTerm);
    return wanted.find(({ terms }) => own.some((term) => terms.has(term)));
  };
  const listWanted = (text: string) => [...text.matchAll(WORD)].map(([found]) => findWanted(found)).filter(Boolean);
  return {
    bestOf(text) {
      const found = text.split(' ').map(listWanted);
      const counts = found.map((each, place) => each.length && new Set(found.slice(place, place + NEAR).flat()).size);
      const most = Math.max(...counts);
      return most === 0 ? undefined : counts.indexOf(most);
    },
    mark(text) {
      let [html, end] = ['', 0];
      for (const { 0: found, index } of text.matchAll(WORD)) {
        const match = findWanted(found);
        if (!match) continue;
        const [start, stop] = getTyped(found, match.word);
        html += `${escapeHtml(text.slice(end, index + start))}<mark>${escapeHtml(found.slice(start, stop))}</mark>`;
        end = index + stop;
      }
      return html + escapeHtml(text.slice(end));
    },
  };
}

/** The typed part of a word, or the whole word of another form. */
function getTyped(found: string, typed: string): [start: number, end: number] {
  const { text, places, ends } = normaliseWithPlaces(found);
  const at = fold(text).indexOf(typed);
  return at < 0 ? [0, found.length] : [places[at]!, ends[at + typed.length - 1]!];
}

/** Quotes the text around its best match in whole words, with ellipses where it is cut. */
function quote(text: string, matcher: Matcher, length: number): string {
  const words = text.split(' ');
  const best = matcher.bestOf(text) ?? 0;
  let [first, last] = [best, best + 1];
  const fits = (from: number, to: number): boolean =>
    from >= 0 && to <= words.length && words.slice(from, to).join(' ').length <= length;
  for (let isLeft = true; fits(first - 1, last) || fits(first, last + 1); isLeft = !isLeft) {
    if (isLeft && fits(first - 1, last)) first -= 1;
    else if (!isLeft && fits(first, last + 1)) last += 1;
  }
  const [isCutBefore, isCutAfter] = [first > 0, last < words.length];
  const shown = words
    .slice(first, last)
    .join(' ')
    // No end of another sentence stands beside an ellipsis: «…. Оплатите», «коде.…».
    .replace(isCutBefore ? /^[^\p{L}\p{N}]+/u : '', '')
    .replace(isCutAfter ? /[^\p{L}\p{N}]+$/u : '', '');
  return `${isCutBefore ? ELLIPSIS : ''}${matcher.mark(shown)}${isCutAfter ? ELLIPSIS : ''}`;
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
