// Builds the site for production. CONTENT_DIR and SPECS_DIR: other guides and specifications. WEB_BUILD_DIR: another target,
// within the repository so that packages resolve. WEB_ROOT: another source than `web/`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buildFolder, repositoryRoot, loadBuiltSite } from '../server/built-site';
import { compressAssets } from '../../runtime/static-files/compress-assets';
import { pruneAssets } from './prune-assets';

async function buildSite(): Promise<void> {
  const root = resolve((process.env['WEB_ROOT'] ??= join(repositoryRoot, 'web')));
  // Under Jest NODE_ENV is `test`, which would bundle the development build of React, twice as large.
  process.env['NODE_ENV'] = 'production';
  const folder = buildFolder();
  const started = performance.now();
  await rm(folder, { recursive: true, force: true });
  const { build } = await import('vite');
  const options = { root, configFile: join(root, 'vite.config.ts'), mode: 'production', logLevel: 'warn' } as const;
  await build(options);
  await build({ ...options, build: { ssr: true } });
  // A build outside `web/` needs its own package type.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  const client = join(folder, 'client');
  await pruneAssets(client);
  const site = await loadBuiltSite(folder);
  await publishFiles(site.entry.module.staticFiles(), client);
  await compressAssets(client);
  console.log(`site: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

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
