import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const ENTRY = 'app/entry.client.ts';

/** Removes unused scripts: the framework writes one per route for hydration, but pages load only the imports of the entry. */
export async function pruneAssets(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const needed = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || needed.has(chunk.file)) return;
    needed.add(chunk.file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit(ENTRY);
  const scripts = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
  await Promise.all(
    scripts.filter((name) => !needed.has(`assets/${name}`)).map((name) => rm(join(folder, 'assets', name))),
  );
  await rm(join(folder, '.vite'), { recursive: true });
}
