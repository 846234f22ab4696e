import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/services/platform-process';
import { startServicesHost } from '../harness/run/services-host';
import { outcomeWithout, type ExperimentOutcome } from './experiment';
import { experiments } from './experiments';
import { ENDS } from './journal';
import { publish } from './published-runs';
import { Round } from './round';
import { isInterrupted, undoing, undoWhenInterrupted } from './undo';
import { getHelp, parseTrialArgs, UsageError, type TrialOptions } from './trial-options';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(words: readonly string[]): Promise<number> {
  const help = getHelp(words, experiments);
  if (help === undefined) return main(parseTrialArgs(words, experiments));
  say(help);
  return 0;
}

async function main(wish: TrialOptions): Promise<number> {
  const began = performance.now();
  const loadBefore = loadOfMachine();
  const outcomes: ExperimentOutcome[] = [];
  for (let round = 0; round < wish.rounds && !isInterrupted(); round++) {
    const seed = wish.seed + round * wish.chosen.length;
    say(`Seeds from ${seed} on`);
    const tell = (outcome: ExperimentOutcome) => {
      outcomes.push(outcome);
      report(outcome);
    };
    await withServices(() => new Round(seed, wish).run(tell)).catch((error: unknown) =>
      tell(withoutServices(seed, error)),
    );
  }
  if (wish.outcomesFile !== undefined) writeFileSync(wish.outcomesFile, JSON.stringify(outcomes));
  if (wish.isPublished) {
    publish(join(root, 'tests/faults/results.json'), outcomes, {
      date: new Date().toISOString().slice(0, 10),
      revision: revision(),
      machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      load: [loadBefore, loadOfMachine()],
      minutes: Math.round((performance.now() - began) / 60_000),
      isWhole: wish.isWhole,
    });
  }
  const failed = outcomes.filter((outcome) => outcome.violations.length > 0).length;
  const passed = outcomes.filter((outcome) => outcome.violations.length === 0 && outcome.obstacle === undefined).length;
  say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function withoutServices(seed: number, error: unknown): ExperimentOutcome {
  const given = { name: 'services', title: 'PostgreSQL for all, its start and its end', seed };
  return outcomeWithout(given, { violation: { rule: ENDS, found: formatText(error) } });
}

function report({ name, seed, obstacle, violations, ...outcome }: ExperimentOutcome): void {
  if (obstacle !== undefined) return say(`  ${name}: not possible here: ${obstacle}`);
  const { operations, faults, recoveriesMs, notes } = outcome;
  const slowest = Object.entries(recoveriesMs).flatMap(([what, times]) =>
    times.length === 0 ? [] : [`${what} recovered within ${(Math.max(...times) / 1_000).toFixed(1)} s`],
  );
  const counts = [`${operations} operations`, `${faults} faults`, `${violations.length} violations`];
  say(`  ${name} (seed ${seed}): ${[...counts, ...slowest, ...notes].join(', ')}`);
  for (const { rule, where, found } of violations.slice(0, 20)) say(`    ${rule}: ${where}: ${found}`);
}

async function withServices(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-trials-'));
  const forget = () => {
    if (process.env['HOLDFAST_TEST_KEEP'] === '1') say(`Kept ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  };
  await undoing(forget, async () => {
    const host = await startServicesHost(folder, { isDurable: true });
    Object.assign(process.env, { HOLDFAST_TEST_HOST: host.url, HOLDFAST_TEST_FOLDER: folder });
    await undoing(() => host.stop(), work);
  });
}

const loadOfMachine = (): string => (loadavg()[0] ?? 0).toFixed(1);

function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function formatText(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** After an interruption the process exits when everything is cleaned up. */
function exit(code: number): void {
  if (!isInterrupted()) process.exit(code);
}

undoWhenInterrupted(say);
Promise.resolve()
  .then(() => run(process.argv.slice(2)))
  .then(exit, (error: unknown) => {
    process.stderr.write(`${formatText(error)}\n`);
    process.stdout.write('\n0 passed, 1 failed\n');
    exit(1);
  });
