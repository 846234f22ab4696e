import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sendVariant } from './send-variant.mjs';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Pages change only with a build, so a rendered one is good for as long as the process lives. */
const MAXIMUM_PAGES = 2000;
const MAXIMUM_BYTES = 256 * 1024 * 1024;
/** What a page shows does not depend on these: its own script reads them. */
const CLIENT_PARAMETERS = new Set(['_fragment', '_highlight', 'theme', 'docusaurus-theme']);

/**
 * Renders each page once and keeps it compressed. What depends on more than the address – searches, pages that are not
 * there – is rendered each time and never kept, or strangers could fill the memory.
 */
export function createPageCache({ render, themeOf }) {
  const pages = new Map();
  let bytes = 0;
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const key = cacheKey(request, themeOf);
    const kept = key && pages.get(key);
    if (kept) return sendPage({ request, response, page: kept });
    try {
      const answer = await render(request);
      const isKept = key && answer.status === 200 && pages.size < MAXIMUM_PAGES && bytes < MAXIMUM_BYTES;
      const page = await compress(answer, isKept ? 9 : 4);
      if (isKept) {
        pages.set(key, page);
        bytes += page.identity.length + page.br.length + page.gzip.length;
      }
      return sendPage({ request, response, page });
    } catch (error) {
      return next(error);
    }
  };
}

/** The address and what else a page depends on; nothing for a request whose answer must not be kept. */
function cacheKey(request, themeOf) {
  const isPlain = Object.keys(request.query).every((name) => CLIENT_PARAMETERS.has(name));
  if (!isPlain || request.path.endsWith('/search')) return undefined;
  return `${themeOf(request)} ${request.query._fragment ?? ''} ${request.path}`;
}

function sendPage({ request, response, page }) {
  for (const [name, value] of page.headers) response.append(name, value);
  response.set('Cache-Control', page.status === 200 ? 'no-cache' : 'no-store');
  response.vary('Cookie');
  return sendVariant({ request, response, variant: page, status: page.status });
}

async function compress(answer, quality) {
  const identity = Buffer.from(await answer.arrayBuffer());
  const options = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([brotli(identity, { params: options }), deflate(identity, { level: quality })]);
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type') ?? 'text/html; charset=utf-8',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`,
    headers: [...answer.headers].filter(([name]) => name !== 'content-type'),
    identity,
    br,
    gzip: gz,
  };
}
