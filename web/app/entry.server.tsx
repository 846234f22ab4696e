import { createHash } from 'node:crypto';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { siteConfig } from '../site.config';
import { headScript } from './layout/head-script';
import { sheets } from './styles/sheets';

export { siteConfig };
export { sitePaths } from './site/site-paths.server';
export { staticFiles } from './site/static-files.server';
export { siteRecords } from '../search/algolia/site-records.server';

export const inlineScriptHashes = [hashOf(headScript)];

export const inlineStyleHashes = Object.values(sheets).map(({ text }) => hashOf(text));

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Renders static markup; the client does not hydrate it. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const markup = renderToStaticMarkup(<RemixServer context={context} url={request.url} />);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(markup.startsWith('<html') ? `<!DOCTYPE html>${markup}` : markup, { status, headers });
}

/** Logs the cause of a crash as one line of JSON; the response contains no details. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  console.error(JSON.stringify({ level: 50, time: Date.now(), process: 'web', url: request.url, msg: message, stack }));
}
