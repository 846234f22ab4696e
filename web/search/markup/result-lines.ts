import { escapeHtml, type ShownResult } from '../engine/show-result';

export const BREADCRUMB_SEPARATOR = ' › ';
/** The text for no results, from the site's specification. */
export const NO_RESULTS = 'No results';

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

export function placeLine(shown: ShownResult): string {
  const { call, breadcrumbs, contextHtml } = shown;
  if (call !== '') return escapeHtml([call, breadcrumbs[1]].filter(Boolean).join(' · '));
  // A page whose title does not match shows its description.
  const isExplained = shown.titleHtml.includes('<mark>') || contextHtml === '';
  return isExplained ? escapeHtml(breadcrumbs.join(BREADCRUMB_SEPARATOR)) : contextHtml;
}

export function missingWords(shown: readonly ShownResult[]): string {
  const missing = [...new Set(shown.flatMap(({ result }) => result.missing))];
  if (missing.length === 0) return '';
  const words = missing.map((word) => `«${word}»`).join(', ');
  const isSameInAll = shown.every(({ result }) => result.missing.length === missing.length);
  if (isSameInAll) return `Найдено без ${missing.length === 1 ? 'слова' : 'слов'} ${words}`;
  const isPartial = shown.some(({ result }) => result.missing.length === 0);
  return `${isPartial ? 'Часть результатов найдена' : 'Найдено'} без ${missing.length === 1 ? 'слова' : 'одного из слов'} ${words}`;
}
