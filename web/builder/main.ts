// Makes the production build of the site.
//
// CONTENT_DIR and SPECS_DIR name other folders of guides and specifications than the project's own; WEB_BUILD_DIR another
// place for the result, within the checkout, where the packages can be found; WEB_ROOT another source than `web/`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buildFolder, checkout, loadBuiltSite } from '../server/built-site';
import { compressAssets } from '../../assets/compress-assets';
import { pruneAssets } from './prune-assets';

/** Builds client and server, then writes what only the finished server can say: the search index, specifications, collections. */
async function buildSite(): Promise<void> {
  const root = resolve((process.env['WEB_ROOT'] ??= join(checkout, 'web')));
  // Whatever the caller is: under Jest, which says `test`, React would come along as developers need it, twice as large.
  process.env['NODE_ENV'] = 'production';
  const folder = buildFolder();
  const started = performance.now();
  await rm(folder, { recursive: true, force: true });
  const { build } = await import('vite');
  const options = { root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' } as const;
  await build(options);
  await build({ ...options, build: { ssr: true } });
  // A build outside of `web/` does not inherit its package's kind.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  const client = join(folder, 'client');
  await pruneAssets(client);
  const site = await loadBuiltSite(folder);
  await publishFiles(site.entry.module.staticFiles(), client);
  await compressAssets(client);
  console.log(`site: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Writes files that are served as they are: paths from the root of the site, and texts. */
async function publishFiles(files: readonly { path: string; text: string }[], folder: string): Promise<void> {
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

buildSite().catch((error: Error) => {
  console.error(`The site was not built. ${error.message}`);
  process.exit(1);
});
