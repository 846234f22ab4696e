export const HIGHLIGHT_PARAMETER = '_highlight';

/** Returns a result's address with the words to mark: `/docs/intro?_highlight=подпись#webhooks`. */
export function targetUrl(url: string, tokens: readonly string[]): string {
  const [path = '', hash] = url.split('#');
  const query = tokens.map((token) => `${HIGHLIGHT_PARAMETER}=${encodeURIComponent(token)}`).join('&');
  return `${path}${query === '' ? '' : `?${query}`}${hash === undefined ? '' : `#${hash}`}`;
}

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
