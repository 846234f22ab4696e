import { fold } from '../engine/fold';
import { WORD } from '../engine/identifier-parts';
import { normaliseWithPlaces } from '../engine/normalise';
import { toTerm } from '../engine/words';
import { HIGHLIGHT_PARAMETER } from '../markup/target-url';
import { RESTORED } from './restored';

const MARKED = 'mark[data-search-word]';
const UNTOUCHED = 'script, style, svg, button, nav, mark';

/**
 * Marks words in the article (or the content), writes them into the input, and removes the marks when the input is emptied.
 */
export function highlight(words: readonly string[], input: HTMLInputElement): void {
  const article = document.querySelector('article') ?? document.querySelector('main');
  if (article === null) return;
  unmark(article);
  joinIdentifiers(article);
  mark(article, words);
  input.value = words.join(' ');
  input.dispatchEvent(new CustomEvent(RESTORED));
  input.addEventListener('input', function forget() {
    if (input.value !== '') return;
    input.removeEventListener('input', forget);
    unmark(article);
    const url = new URL(location.href);
    url.searchParams.delete(HIGHLIGHT_PARAMETER);
    history.replaceState(history.state, '', url);
  });
}

/** Joins identifiers that were split by `<wbr>`, so that words match across breaks. */
function joinIdentifiers(article: Element): void {
  for (const code of article.querySelectorAll('code:has(wbr)')) {
    for (const place of code.querySelectorAll('wbr')) place.remove();
    code.normalize();
  }
}

function mark(article: Element, words: readonly string[]): void {
  const isMarked = getMatcher(words.flatMap((word) => fold(word).match(WORD) ?? []));
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest(UNTOUCHED) === null) texts.push(text);
  }
  for (const text of texts) markIn(text, isMarked);
}

function getMatcher(words: readonly string[]): (word: string) => [start: number, length: number] | undefined {
  return (other) => {
    for (const word of words) {
      // One or two letters match only a whole word or its beginning.
      const at = word.length > 2 ? other.indexOf(word) : other.startsWith(word) ? 0 : -1;
      if (at >= 0) return [at, word.length];
      if (other.length > 2 && toTerm(word) === toTerm(other)) return [0, other.length];
    }
    return undefined;
  };
}

function markIn(text: Text, isMarked: ReturnType<typeof getMatcher>): void {
  const content = text.data;
  const { text: plain, places, ends } = normaliseWithPlaces(content);
  const pieces: (string | HTMLElement)[] = [];
  let end = 0;
  for (const { 0: word, index } of plain.matchAll(WORD)) {
    const found = isMarked(fold(word));
    if (found === undefined) continue;
    const first = index + found[0];
    const [start, stop] = [places[first] ?? 0, ends[first + found[1] - 1] ?? content.length];
    const element = document.createElement('mark');
    element.dataset['searchWord'] = 'true';
    element.textContent = content.slice(start, stop);
    pieces.push(content.slice(end, start), element);
    end = stop;
  }
  if (pieces.length > 0) text.replaceWith(...pieces, content.slice(end));
}

function unmark(article: Element): void {
  for (const element of article.querySelectorAll(MARKED)) {
    const parent = element.parentNode;
    element.replaceWith(element.textContent ?? '');
    parent?.normalize();
  }
}
