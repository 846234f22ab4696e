/** Query parameter that names the words to mark on the page that a result leads to. */
export const HIGHLIGHT_PARAMETER = '_highlight';

/** The address of a result with the words to mark there: `/docs/intro?_highlight=подпись#webhooks`. */
export function targetUrl(url: string, tokens: readonly string[]): string {
  const [path = '', hash] = url.split('#');
  const query = tokens.map((token) => `${HIGHLIGHT_PARAMETER}=${encodeURIComponent(token)}`).join('&');
  return `${path}${query === '' ? '' : `?${query}`}${hash === undefined ? '' : `#${hash}`}`;
}

/** The address of the page with all results of a query. */
export function resultsUrl(
  searchPage: string,
  search: { query: string; context?: string | undefined; version?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  if (search.query !== '') parameters.set('q', search.query);
  if (search.context) parameters.set('ctx', search.context);
  if (search.version) parameters.set('version', search.version);
  return parameters.size === 0 ? searchPage : `${searchPage}?${parameters.toString()}`;
}
