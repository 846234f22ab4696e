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

/** Says that words of the query were left out, where nothing was found with all of them; otherwise nothing. */
export function missingWords(shown: readonly ShownResult[]): string {
  const left = shown.every(({ result }) => result.missing.length > 0) ? (shown[0]?.result.missing ?? []) : [];
  if (left.length === 0) return '';
  return `Найдено без ${left.length === 1 ? 'слова' : 'слов'} ${left.map((word) => `«${word}»`).join(', ')}`;
}
