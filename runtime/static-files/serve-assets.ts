import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { sendVariant, type Variants } from './send-variant';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** Serves built files from memory in the best encoding that the client accepts, except the paths that `isHidden` accepts. */
export function serveAssets(folder: string, isHidden: (path: string) => boolean = () => false): RequestHandler {
  const files = loadFiles(folder);
  return (request, response, next) => {
    const file = files.get(request.path);
    if (!file || isHidden(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const isImmutable =
      request.path.startsWith('/assets/') || (request.path.includes('search-index') && request.query['_']);
    response.set('Cache-Control', isImmutable ? YEAR : HOUR);
    if (request.path.startsWith('/specs/')) response.set('Access-Control-Allow-Origin', '*');
    sendVariant({ request, response, variant: file });
  };
}

function loadFiles(folder: string): ReadonlyMap<string, Variants> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((path) => {
      const identity = readFileSync(path);
      const url = path.slice(folder.length).split(sep).join('/');
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`;
      return [url, { identity, br: readTwin(`${path}.br`), gzip: readTwin(`${path}.gz`), type, etag }];
    }),
  );
}

function readTwin(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
