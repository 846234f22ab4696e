import { compressPage } from './compress-page.mjs';
import { fragmentOf } from './render-page.mjs';
import { sendVariant } from './send-variant.mjs';

/** Pages change only with a build, so a rendered one is good for as long as the process lives. */
const MAXIMUM_BYTES = 256 * 1024 * 1024;
/** How hard pages are compressed: those that are kept, and those that are sent once. */
export const KEPT_QUALITY = 9;
const PASSING_QUALITY = 4;

/**
 * Renders each page of `keptPaths` once and keeps it compressed, in both modes, whole and as parts: what it shows depends on
 * nothing else, whatever else is in its address. All other answers – searches, pages that are not there, known pages by an
 * unusual spelling – are rendered each time and never kept, or strangers could fill the memory.
 *
 * `keep` takes a page that was rendered elsewhere, as `compressPage` makes it.
 */
export function createPageCache({ render, themeOf, keptPaths }) {
  const pages = new Map();
  let bytes = 0;
  const put = (key, page) => {
    if (pages.has(key) || page.status !== 200 || bytes >= MAXIMUM_BYTES) return;
    pages.set(key, page);
    bytes += page.identity.length + page.br.length + page.gzip.length;
  };
  const answer = async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const theme = themeOf(request);
    const { path, url } = request;
    const fragment = fragmentOf(request);
    const key = keptPaths.has(path) ? keyOf({ path, theme, fragment }) : undefined;
    const kept = key && pages.get(key);
    if (kept) return sendPage({ request, response, page: kept });
    try {
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
      const rendered = await render({ path, query, theme, fragment });
      const isKept = key && rendered.status === 200 && bytes < MAXIMUM_BYTES;
      const page = await compressPage(rendered, isKept ? KEPT_QUALITY : PASSING_QUALITY);
      if (isKept) put(key, page);
      return sendPage({ request, response, page });
    } catch (error) {
      return next(error);
    }
  };
  return { answer, keep: ({ path, theme, fragment }, page) => put(keyOf({ path, theme, fragment }), page) };
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
