import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PageDocument } from '../engine/documents';

const root = resolve(__dirname, '../../..');

/** Returns the real site's documents, built in a separate process because that code is ESM. */
export function readRealDocuments(): PageDocument[] {
  // Within the project, so that packages resolve.
  const folder = mkdtempSync(join(root, 'node_modules/.cache-search-'));
  try {
    const script = join(folder, 'real-documents.mjs');
    const esbuild = join(root, 'node_modules/.bin/esbuild');
    const source = resolve(__dirname, 'real-documents.ts');
    execFileSync(esbuild, [
      source,
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--packages=external',
      `--outfile=${script}`,
      '--log-level=error',
    ]);
    const env = { ...process.env, WEB_ROOT: join(root, 'web') };
    // Warnings about dead links go to standard error; only documents go to standard output.
    const output = execFileSync(process.execPath, [script], {
      env,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(output.toString()) as PageDocument[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
