import { escapeHtml, type ShownResult } from '../engine/show-result';
import { BREADCRUMB_SEPARATOR, mainLine, missingWords, NO_RESULTS } from './result-lines';
import { targetUrl } from './target-url';

export const MAX_RESULTS = 100;
export const CONTEXT_LENGTH = 100;

export function searchHeading(query: string): string {
  return query === '' ? 'Поиск по документации' : `Результаты поиска по запросу «${query}»`;
}

export function resultsHtml(
  shown: readonly ShownResult[],
  options: { base: string; query: string; tokens: readonly string[] },
): string {
  if (options.query.trim() === '') return '';
  return `<p class="search_count" role="status">${[countLine(shown.length), escapeHtml(missingWords(shown))].filter(Boolean).join('. ')}</p>${
    shown.length === 0
      ? '<p>Проверьте, нет ли опечатки, или опишите то же другими словами. Можно искать и по имени операции, пути, полю или коду ошибки.</p>'
      : shown.map((result) => resultHtml(result, options)).join('')
  }`;
}

function countLine(count: number): string {
  if (count === 0) return NO_RESULTS;
  const found = pluralForm(count, ['Найден', 'Найдено', 'Найдено']);
  return `${found} ${count} ${pluralForm(count, ['результат', 'результата', 'результатов'])}`;
}

function resultHtml(shown: ShownResult, { base, tokens }: { base: string; tokens: readonly string[] }): string {
  const { result, breadcrumbs, pageTitle, titleHtml, contextHtml, call } = shown;
  const isPlace = result.unit.id !== result.page.id;
  const path = [...breadcrumbs, isPlace ? pageTitle : ''].filter(Boolean).join(BREADCRUMB_SEPARATOR);
  const title = titleHtml === '' ? escapeHtml(pageTitle) : result.type === 3 ? `<code>${titleHtml}</code>` : titleHtml;
  const lines = [
    `<h2><a href="${escapeHtml(base + targetUrl(shown.url, tokens))}">${title || mainLine(shown)}</a></h2>`,
    path === '' ? '' : `<p class="search_path">${escapeHtml(path)}</p>`,
    call === '' ? '' : `<p class="search_call"><code>${escapeHtml(call)}</code></p>`,
    contextHtml === '' ? '' : `<p class="search_context">${contextHtml}</p>`,
  ];
  return `<article class="search_result">${lines.join('')}</article>`;
}

/** Returns the Russian plural form: 1 документ, 2 документа, 5 документов, 11 документов, 21 документ. */
export function pluralForm(count: number, forms: readonly [one: string, few: string, many: string]): string {
  const lastTwo = Math.abs(count) % 100;
  const last = lastTwo % 10;
  if (lastTwo > 10 && lastTwo < 20) return forms[2];
  if (last === 1) return forms[0];
  return last >= 2 && last <= 4 ? forms[1] : forms[2];
}
