import { escapeHtml, type ShownResult } from '../engine/show-result';
import { resultIcon } from './icons';
import { targetUrl } from './target-url';

/** Between the levels of a breadcrumb. */
export const BREADCRUMB_SEPARATOR = ' › ';
/** What a search without results says, as the site's document has it. */
export const NO_RESULTS = 'No results';

/** The items of the box, one option each. Addresses get the site's base before them. */
export function suggestionsHtml(
  shown: readonly ShownResult[],
  options: { base: string; tokens: readonly string[]; active: number },
): string {
  return shown.map((result, place) => suggestionHtml(result, { ...options, place })).join('');
}

function suggestionHtml(
  shown: ShownResult,
  options: { base: string; tokens: readonly string[]; active: number; place: number },
): string {
  const { base, tokens, active, place } = options;
  const { isInterOfTree, isLastOfTree } = shown.result;
  const tree = isInterOfTree ? ' suggestion_inter' : isLastOfTree ? ' suggestion_last' : '';
  const path = isInterOfTree || isLastOfTree ? '' : placeHtml(shown);
  return (
    `<a class="suggestion_item${tree}" role="option" tabindex="-1" id="suggestion-${place}" ` +
    `aria-selected="${place === active}" href="${escapeHtml(base + targetUrl(shown.url, tokens))}">` +
    `${resultIcon(shown)}<span class="suggestion_text"><span class="suggestion_title">${mainLine(shown)}</span>` +
    `${path === '' ? '' : `<span class="suggestion_path">${path}</span>`}</span></a>`
  );
}

/** The first line: a title, or what was found in a text. */
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

/** The second line: the call of an operation, the levels above a page, the page of a place in it. */
function placeHtml(shown: ShownResult): string {
  const { result, call, pageTitle, breadcrumbs, contextHtml } = shown;
  if (result.type !== 0) return escapeHtml([pageTitle, call].filter(Boolean).join(' · '));
  if (call !== '') return escapeHtml([call, breadcrumbs[1]].filter(Boolean).join(' · '));
  // A page that its title does not explain shows what its description has of the query.
  const isExplained = shown.titleHtml.includes('<mark>') || contextHtml === '';
  return isExplained ? escapeHtml(breadcrumbs.join(BREADCRUMB_SEPARATOR)) : contextHtml;
}
