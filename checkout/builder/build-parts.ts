import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, InlineConfig } from 'vite';

export async function buildScript(entry: string): Promise<string> {
  const lib = { entry, name: 'HoldfastCheckoutScript', formats: ['iife' as const], fileName: () => 'script.js' };
  const [file] = await readFiles({ target: 'es2020', lib });
  if (file?.type !== 'chunk') throw new Error(`${entry} did not become a script`);
  return file.code.trim();
}

export async function buildStyles(entry: string): Promise<string> {
  const file = (await readFiles({ rollupOptions: { input: entry } })).find(({ fileName }) => fileName.endsWith('.css'));
  if (file?.type !== 'asset') throw new Error(`${entry} did not become styles`);
  return dropUnused(String(file.source).trim());
}

/** Leaves out the tokens that this page does not use. */
function dropUnused(styles: string): string {
  return styles.replace(/(--[\w-]+):[^;}]*;?/g, (token, name) => (styles.includes(`var(${name}`) ? token : ''));
}

export async function runModule<Exports>(entry: string): Promise<Exports> {
  const outDir = await mkdtemp(join(tmpdir(), 'checkout-'));
  try {
    const output = { entryFileNames: 'module.mjs' };
    await buildOnce({ build: { ssr: entry, outDir, emptyOutDir: true, rollupOptions: { output } } });
    return (await import(pathToFileURL(join(outDir, 'module.mjs')).href)) as Exports;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

async function readFiles(build: BuildOptions) {
  const made = await buildOnce({ build: { write: false, reportCompressedSize: false, ...build } });
  return (Array.isArray(made) ? made : [made]).flatMap((result) => ('output' in result ? result.output : []));
}

async function buildOnce(config: InlineConfig) {
  const { build } = await import('vite');
  const common = { configFile: false, publicDir: false, mode: 'production', logLevel: 'warn' } as const;
  return build({ ...common, ssr: { noExternal: true }, ...config });
}
