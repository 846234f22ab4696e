import { escapeHtml, type ShownResult } from '../engine/show-result';

/** Between the levels of a breadcrumb. */
export const BREADCRUMB_SEPARATOR = ' › ';
/** What a search without results says, as the site's document has it. */
export const NO_RESULTS = 'No results';

/** The first line of a result: a title, or what was found in a text. */
export function mainLine(shown: ShownResult): string {
  switch (shown.result.type) {
    case 0:
    case 1:
      return shown.titleHtml;
    case 2:
      return shown.contextHtml;
    case 3:
    case 4:
      return `<code>${shown.titleHtml}</code> ${shown.contextHtml}`;
  }
}

/** The second line of a page: the call of an operation, or the levels above it. */
export function placeLine(shown: ShownResult): string {
  const { call, breadcrumbs, contextHtml } = shown;
  if (call !== '') return escapeHtml([call, breadcrumbs[1]].filter(Boolean).join(' · '));
  // A page that its title does not explain shows what its description has of the query.
  const isExplained = shown.titleHtml.includes('<mark>') || contextHtml === '';
  return isExplained ? escapeHtml(breadcrumbs.join(BREADCRUMB_SEPARATOR)) : contextHtml;
}

/** Names the words of the query that all or some of the results were found without; empty where all have all of them. */
export function missingWords(shown: readonly ShownResult[]): string {
  const missing = [...new Set(shown.flatMap(({ result }) => result.missing))];
  if (missing.length === 0) return '';
  const words = missing.map((word) => `«${word}»`).join(', ');
  const isSameInAll = shown.every(({ result }) => result.missing.length === missing.length);
  if (isSameInAll) return `Найдено без ${missing.length === 1 ? 'слова' : 'слов'} ${words}`;
  const isPartial = shown.some(({ result }) => result.missing.length === 0);
  return `${isPartial ? 'Часть результатов найдена' : 'Найдено'} без ${missing.length === 1 ? 'слова' : 'одного из слов'} ${words}`;
}
