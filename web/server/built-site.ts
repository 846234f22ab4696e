import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';

export interface BuiltSite extends ServerBuild {
  entry: { module: typeof import('../app/entry.server') };
}

/** The repository's root, from `web/server/` or `dist/web/server/`. */
export const repositoryRoot = resolve(__dirname, '../..').replace(/[\\/]dist$/, '');

/** `web/build`, or WEB_BUILD_DIR. */
export function buildFolder(): string {
  return resolve(process.env['WEB_BUILD_DIR'] ?? resolve(repositoryRoot, 'web/build'));
}

export async function loadBuiltSite(folder: string): Promise<BuiltSite> {
  return (await import(pathToFileURL(resolve(folder, 'server/index.js')).href)) as BuiltSite;
}
