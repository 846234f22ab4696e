// Makes the production build of the site: node web/build.mjs
//
// CONTENT_DIR and SPECS_DIR name other folders of guides and specifications than the project's own; WEB_BUILD_DIR another
// place for the result, within the checkout, where the packages can be found.
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressAssets } from './server/compress-assets.mjs';
import { pruneAssets } from './server/prune-assets.mjs';
import { publishFiles } from './server/publish-files.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const folder = resolve(process.env.WEB_BUILD_DIR ?? `${root}build`);

/** Builds client and server, then writes what only the finished server can say: the search index, specifications, collections. */
export async function buildSite() {
  process.env.WEB_ROOT = root;
  process.env.NODE_ENV ??= 'production';
  const started = performance.now();
  await rm(folder, { recursive: true, force: true });
  const options = { root, configFile: `${root}vite.config.ts`, mode: 'production', logLevel: 'warn' };
  await build(options);
  await build({ ...options, build: { ssr: true } });
  // A build outside of this folder does not inherit its package's kind.
  await writeFile(`${folder}/package.json`, '{ "type": "module" }\n');
  await pruneAssets(`${folder}/client`);
  const server = await import(pathToFileURL(`${folder}/server/index.js`).href);
  await publishFiles(server.entry.module.staticFiles(), `${folder}/client`);
  await compressAssets(`${folder}/client`);
  console.log(`site: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite().catch((error) => {
    console.error(`The site was not built. ${error.message}`);
    process.exit(1);
  });
}
