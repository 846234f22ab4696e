import { compressPage } from './compress-page.mjs';
import { sendVariant } from './send-variant.mjs';

/** Pages change only with a build, so a rendered one is good for as long as the process lives. */
const MAXIMUM_PAGES = 2000;
const MAXIMUM_BYTES = 256 * 1024 * 1024;
/** How hard pages are compressed: those that are kept, and those that are sent once. */
export const KEPT_QUALITY = 9;
const PASSING_QUALITY = 4;
/** What a page shows does not depend on these: its own script reads them. */
const CLIENT_PARAMETERS = new Set(['_fragment', '_highlight', 'theme', 'docusaurus-theme']);

/**
 * Renders each page once and keeps it compressed. What depends on more than the address – searches, pages that are not
 * there – is rendered each time and never kept, or strangers could fill the memory.
 *
 * `keep` takes a page that was rendered elsewhere, as `compressPage` makes it.
 */
export function createPageCache({ render, themeOf }) {
  const pages = new Map();
  let bytes = 0;
  const hasRoom = () => pages.size < MAXIMUM_PAGES && bytes < MAXIMUM_BYTES;
  const put = (key, page) => {
    if (pages.has(key) || page.status !== 200 || !hasRoom()) return;
    pages.set(key, page);
    bytes += page.identity.length + page.br.length + page.gzip.length;
  };
  const answer = async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const theme = themeOf(request);
    const fragment = request.query._fragment;
    const key = isCacheable(request) ? keyOf({ path: request.path, theme, fragment }) : undefined;
    const kept = key && pages.get(key);
    if (kept) return sendPage({ request, response, page: kept });
    try {
      const rendered = await render({ address: request.originalUrl, theme, fragment });
      const isKept = key && rendered.status === 200 && hasRoom();
      const page = await compressPage(rendered, isKept ? KEPT_QUALITY : PASSING_QUALITY);
      if (isKept) put(key, page);
      return sendPage({ request, response, page });
    } catch (error) {
      return next(error);
    }
  };
  return { answer, keep: ({ path, theme, fragment }, page) => put(keyOf({ path, theme, fragment }), page) };
}

function isCacheable({ query, path }) {
  return Object.keys(query).every((name) => CLIENT_PARAMETERS.has(name)) && !path.endsWith('/search');
}

/** The address and what else a page depends on. */
function keyOf({ path, theme, fragment = '' }) {
  return `${theme} ${fragment} ${path}`;
}

function sendPage({ request, response, page }) {
  for (const [name, value] of page.headers) response.append(name, value);
  response.set('Cache-Control', page.status === 200 ? 'no-cache' : 'no-store');
  response.vary('Cookie');
  return sendVariant({ request, response, variant: page, status: page.status });
}
