import type { SearchStart } from '../builder/search-terms';
import { escapeHtml, type ShownResult } from '../engine/show-result';
import { BREADCRUMB_SEPARATOR, mainLine, missingWords, NO_RESULTS } from './result-lines';
import { targetUrl } from './target-url';

export const MAX_RESULTS = 100;
export const CONTEXT_LENGTH = 100;
/** Further places of a page are folded. */
const MAX_PLACES_IN_SIGHT = 3;

export function searchHeading(query: string): string {
  return query === '' ? 'Поиск по документации' : `Результаты поиска по запросу «${query}»`;
}

export function resultsHtml(
  shown: readonly ShownResult[],
  options: { base: string; query: string; tokens: readonly string[] },
): string {
  if (options.query.trim() === '') return '';
  const pages = groupByPage(shown);
  return `<p class="search_count" role="status">${[countLine(pages.length), escapeHtml(missingWords(shown))].filter(Boolean).join('. ')}</p>${
    pages.length === 0
      ? '<p>Проверьте, нет ли опечатки, или опишите то же другими словами. Можно искать и по имени операции, пути, полю или коду ошибки.</p>'
      : pages.map((results) => pageHtml(results, options)).join('')
  }`;
}

/** Each page with its places, in the order of the results. */
function groupByPage(shown: readonly ShownResult[]): ShownResult[][] {
  const pages = new Map<string, ShownResult[]>();
  for (const each of shown) {
    const { url } = each.result.unit.page;
    pages.set(url, [...(pages.get(url) ?? []), each]);
  }
  return [...pages.values()];
}

function countLine(count: number): string {
  if (count === 0) return NO_RESULTS;
  const found = pluralForm(count, ['Найдена', 'Найдено', 'Найдено']);
  return `${found} ${count} ${pluralForm(count, ['страница', 'страницы', 'страниц'])}`;
}

type Target = { base: string; tokens: readonly string[] };

function pageHtml([page, ...places]: readonly ShownResult[], target: Target): string {
  if (page === undefined) return '';
  const { breadcrumbs, contextHtml, call } = page;
  const [near, far] = [places.slice(0, MAX_PLACES_IN_SIGHT), places.slice(MAX_PLACES_IN_SIGHT)];
  const lines = [
    `<h2>${linkHtml(page, target)}</h2>`,
    breadcrumbs.length === 0 ? '' : `<p class="search_path">${escapeHtml(breadcrumbs.join(BREADCRUMB_SEPARATOR))}</p>`,
    call === '' ? '' : `<p class="search_call"><code>${escapeHtml(call)}</code></p>`,
    contextHtml === '' ? '' : `<p class="search_context">${contextHtml}</p>`,
    placesHtml(near, target),
    far.length === 0 ? '' : `<details><summary>Ещё ${far.length}</summary>${placesHtml(far, target)}</details>`,
  ];
  return `<article class="search_result">${lines.join('')}</article>`;
}

function placesHtml(places: readonly ShownResult[], target: Target): string {
  const items = places.map(
    (place) =>
      `<li>${linkHtml(place, target)}${place.contextHtml === '' ? '' : `<p class="search_context">${place.contextHtml}</p>`}</li>`,
  );
  return items.length === 0 ? '' : `<ul class="search_places">${items.join('')}</ul>`;
}

function linkHtml(shown: ShownResult, { base, tokens }: Target): string {
  const { result, pageTitle, titleHtml } = shown;
  const title = titleHtml === '' ? escapeHtml(pageTitle) : result.type === 3 ? `<code>${titleHtml}</code>` : titleHtml;
  return `<a href="${escapeHtml(base + targetUrl(shown.url, tokens))}">${title || mainLine(shown)}</a>`;
}

/** The lists of the page without a query. */
export function startHtml({ sections, questions }: SearchStart, base: string): string {
  return [
    { title: 'Разделы', links: sections },
    { title: 'Частые вопросы', links: questions },
  ]
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => {
      const items = links.map(
        ({ label, path }) => `<li><a href="${escapeHtml(base + path)}">${escapeHtml(label)}</a></li>`,
      );
      return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
    })
    .join('');
}

/** Returns the Russian plural form: 1 документ, 2 документа, 5 документов, 11 документов, 21 документ. */
export function pluralForm(count: number, forms: readonly [one: string, few: string, many: string]): string {
  const lastTwo = Math.abs(count) % 100;
  const last = lastTwo % 10;
  if (lastTwo > 10 && lastTwo < 20) return forms[2];
  if (last === 1) return forms[0];
  return last >= 2 && last <= 4 ? forms[1] : forms[2];
}
