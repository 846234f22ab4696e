import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/services/platform-process';
import { runFolder } from '../testing/services';
import type { Experiment, Outcome } from './experiment';
import type { Running } from './run';

/** Whether this process lives in a network namespace that was made for it, and may break what it likes there. */
export const isIsolated = process.env['HOLDFAST_TRIALS_ISOLATED'] === '1';

/** Runs an experiment, with a platform and callers of its own, in a network namespace that has only itself. */
export async function runIsolated({ name, title }: Experiment, { seed, durationMs }: Running): Promise<Outcome> {
  const file = join(runFolder('isolated'), `${name}.json`);
  const own = [
    join(root, 'dist/trials/main.js'),
    '--only',
    name,
    '--seed',
    seed,
    '--minutes',
    String(durationMs / 60_000),
  ];
  const words = [
    '--net',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    ...own,
    '--outcomes',
    file,
  ];
  const env = { ...process.env, HOLDFAST_TRIALS_ISOLATED: '1' };
  const child = spawn('unshare', words, { env, cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  try {
    const [outcome] = JSON.parse(readFileSync(file, 'utf8')) as Outcome[];
    if (outcome) return outcome;
  } catch {
    // It has said why, on its standard error.
  }
  const violations = [{ rule: 'all that is begun comes to its end', where: name, found: 'it ended without a result' }];
  return { name, title, seed, operations: 0, faults: 0, violations, recoveriesMs: { api: [], worker: [] }, notes: [] };
}
