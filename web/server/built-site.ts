import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';

/** What the framework makes of `app/`, with what its entry tells those who build and serve it. */
export interface BuiltSite extends ServerBuild {
  entry: { module: typeof import('../app/entry.server') };
}

/** The checkout: this file is `web/server/` of it, or the same below `dist/`. */
export const checkout = resolve(__dirname, '../..').replace(/[\\/]dist$/, '');

/** Where the site is built to: `web/build`, or WEB_BUILD_DIR. */
export function buildFolder(): string {
  return resolve(process.env['WEB_BUILD_DIR'] ?? resolve(checkout, 'web/build'));
}

/** Loads the build of a folder. */
export async function loadBuiltSite(folder: string): Promise<BuiltSite> {
  return (await import(pathToFileURL(resolve(folder, 'server/index.js')).href)) as BuiltSite;
}
