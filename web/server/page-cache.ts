import type { Request, RequestHandler, Response as ExpressResponse } from 'express';
import { compressPage, type CompressedPage } from './compress-page';
import { getFragment, type Look, type RenderTarget } from './render-page';
import { sendVariant } from '../../runtime/static-files/send-variant';

/** Pages change only with a build, so a cached page never expires. */
const MAX_BYTES = 256 * 1024 * 1024;
/** The compression quality of cached pages and of uncached ones. */
export const CACHED_QUALITY = 9;
const UNCACHED_QUALITY = 4;

/**
 * Renders each page of `keptPaths` once per mode and part, and caches it compressed. Other responses (searches, missing
 * pages, unusual spellings) are never cached, so that clients cannot fill the memory. `keep` adds a page that was rendered
 * elsewhere.
 */
export function createPageCache(input: {
  render: (place: RenderTarget) => Promise<Response>;
  getTheme: (request: Request) => Look['theme'];
  keptPaths: ReadonlySet<string>;
}): { answer: RequestHandler; keep: (place: RenderTarget, page: CompressedPage) => void } {
  const { render, getTheme, keptPaths } = input;
  const pages = new Map<string, CompressedPage>();
  let bytes = 0;
  const put = (key: string, page: CompressedPage) => {
    if (pages.has(key) || page.status !== 200 || bytes >= MAX_BYTES) return;
    pages.set(key, page);
    bytes += page.identity.length + page.br.length + page.gzip.length;
  };
  const answer = async (request: Request, response: ExpressResponse): Promise<void> => {
    const theme = getTheme(request);
    const { path, url } = request;
    const fragment = getFragment(request);
    const key = keptPaths.has(path) ? getCacheKey({ path, theme, fragment }) : undefined;
    const kept = key && pages.get(key);
    if (kept) return sendPage({ request, response, page: kept });
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const rendered = await render({ path, query, theme, fragment });
    const isKept = key && rendered.status === 200 && bytes < MAX_BYTES;
    const page = await compressPage(rendered, isKept ? CACHED_QUALITY : UNCACHED_QUALITY);
    if (isKept) put(key, page);
    sendPage({ request, response, page });
  };
  return {
    answer: (request, response, next) => {
      if (request.method === 'GET' || request.method === 'HEAD') answer(request, response).catch(next);
      else next();
    },
    keep: (place, page) => put(getCacheKey(place), page),
  };
}

function getCacheKey({ path, theme, fragment }: RenderTarget): string {
  return `${theme} ${fragment ?? ''} ${path}`;
}

function sendPage(input: { request: Request; response: ExpressResponse; page: CompressedPage }): void {
  const { request, response, page } = input;
  for (const [name, value] of page.headers) response.append(name, value);
  response.set('Cache-Control', page.status === 200 ? 'no-cache' : 'no-store');
  response.vary('Cookie');
  sendVariant({ request, response, variant: page, status: page.status });
}
