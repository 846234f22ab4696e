import { readFileSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { startChild, readTail, type Child } from '../../scripts/services/child';
import { root } from '../../scripts/services/platform-process';
import { runFolder } from '../harness/services';
import { START_LIMIT_MS, within } from './bounds';
import { outcomeWithout, type Experiment, type ExperimentOutcome } from './experiment';
import { ENDS } from './journal';
import type { Running } from './run';
import { undoing } from './undo';

/** Names the namespace that an isolated process was started from. */
const VARIABLE = 'HOLDFAST_TRIALS_OUTSIDE';
/** Time for stopping its platform. */
const END_MS = 120_000;

interface Network {
  namespace: string;
  interfaces: readonly string[];
}

/**
 * Whether this process has its own network namespace and may break it. The variable alone is no proof: inherited
 * elsewhere it would disconnect the machine.
 * @param outside the namespace it was started from
 * @throws if it should be isolated and is not
 */
export function isIsolated(outside = process.env[VARIABLE], network = networkNow()): boolean {
  if (outside === undefined) return false;
  const others = network.interfaces.filter((name) => name !== 'lo');
  if (outside === network.namespace || others.length > 0) {
    throw new Error(`${VARIABLE} is set, yet this is no network namespace of its own: ${others.join(', ')} is in it`);
  }
  return true;
}

function networkNow(): Network {
  return { namespace: namespaceNow(), interfaces: Object.keys(networkInterfaces()) };
}

const namespaceNow = (): string => readlinkSync('/proc/self/ns/net');

/** Runs an experiment with its platform and clients in its own network namespace. */
export async function runIsolated({ name, title }: Experiment, running: Running): Promise<ExperimentOutcome> {
  const file = join(runFolder('isolated'), `${name}.json`);
  const child = startIsolated({ name, file, running });
  const limitMs = running.limitMs + START_LIMIT_MS + END_MS;
  // The process cleans up itself.
  const ended = await undoing(
    () => child.stop(END_MS),
    () => within(limitMs, child.ended),
  );
  const given = { name, title, seed: running.seed };
  try {
    const [outcome] = JSON.parse(readFileSync(file, 'utf8')) as ExperimentOutcome[];
    if (outcome) return outcome;
  } catch {
    // Its log contains the reason.
  }
  const how = ended ?? `had not ended within ${Math.round(limitMs / 1_000)} s`;
  const found = `it ${how}, without a result: ${readTail(child.logFile)}`;
  return outcomeWithout(given, { violation: { rule: ENDS, found } });
}

function startIsolated({ name, file, running }: { name: string; file: string; running: Running }): Child {
  const { seed, durationMs } = running;
  const minutes = (durationMs / 60_000).toFixed(6);
  const words = ['--only', name, '--seed', String(seed), '--minutes', minutes, '--outcomes', file];
  const own = [process.execPath, join(root, 'dist/tests/faults/main.js'), ...words];
  return startChild({
    name: `isolated ${name}`,
    command: 'unshare',
    args: ['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...own],
    cwd: root,
    logFile: join(runFolder('isolated'), `${name}.log`),
    env: { ...process.env, [VARIABLE]: namespaceNow() },
  });
}
