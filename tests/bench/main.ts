import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Bench, BenchFlags, BenchResult } from './bench';
import { fairness } from './fairness/fairness.bench';
import { describeMachine } from './measure/machine';
import { overload } from './overload/overload.bench';
import { budget } from './payments/budget.bench';
import { withHarness } from './harness';

/** The benches by name, in the order in which they run. */
const benches: Record<string, Bench> = {
  budget,
  fairness,
  overload,
};

/** More than twice the duration of any bench. */
const MAX_DURATION_MS = 20 * 60_000;

/** Ctrl-C and SIGTERM abort the running bench as a failure does, so that everything is stopped. */
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  }
});
interrupted.catch(() => undefined);

interface BenchOptions {
  names: readonly string[];
  flags: BenchFlags;
}

/** Parses the command line. */
function readOptions(): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      callers: { type: 'string' },
      rounds: { type: 'string' },
      rate: { type: 'string' },
      seconds: { type: 'string' },
      kinds: { type: 'string' },
      seed: { type: 'string' },
      temporal: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(`Unknown bench ${unknown.join(', ')}. Benches: ${Object.keys(benches).join(', ')}`);
  }
  return { names: positionals, flags: readFlags(values) };
}

function readFlags(values: Partial<Record<keyof BenchFlags, string>>): BenchFlags {
  const { kinds, callers, rounds, rate, seconds, seed, temporal } = values;
  if (temporal !== undefined && temporal !== 'postgresql')
    throw new Error(`--temporal ${temporal}: it can be postgresql`);
  return {
    ...(kinds !== undefined && { kinds: kinds.split(',') }),
    ...(callers !== undefined && { callers: readNumbers(callers) }),
    ...(seconds !== undefined && { seconds: readNumbers(seconds)[0] }),
    ...(rounds !== undefined && { rounds: readNumbers(rounds)[0] }),
    ...(rate !== undefined && { rate: readNumbers(rate)[0] }),
    ...(seed !== undefined && { seed: readNumbers(seed)[0] }),
    ...(temporal !== undefined && { temporal }),
  };
}

function readNumbers(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new Error(`${text} is not a list of positive whole numbers separated by commas`);
}

async function main({ names, flags }: BenchOptions): Promise<void> {
  say(`Holdfast bench: ${await describeMachine()}`);
  const wanted = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const missed: string[] = [];
  await withHarness(async (harness) => {
    for (const [name, bench] of wanted) {
      const began = performance.now();
      const findings = await Promise.race([bench.run(harness, flags), interrupted, timeOut(name)]);
      await harness.endFloors();
      say(`\n${bench.title} (${name}, ${Math.round((performance.now() - began) / 1_000)} s)`);
      for (const finding of findings) say(`  ${described(finding)}`);
      missed.push(...findings.filter(({ aim }) => aim?.isRequired && !aim.isReached).map((finding) => finding.name));
    }
  });
  if (missed.length > 0) throw new Error(`missed: ${missed.join(', ')}`);
}

/** Rejects when a bench takes too long. */
async function timeOut(name: string): Promise<never> {
  await sleep(MAX_DURATION_MS, undefined, { ref: false });
  throw new Error(`${name} did not finish within ${MAX_DURATION_MS / 60_000} minutes`);
}

function described({ name, found, aim }: BenchResult): string {
  const verdict = aim ? `   [aim: ${aim.text}, ${aim.isReached ? 'reached' : 'NOT reached'}]` : '';
  return `${name.padEnd(32)} ${found}${verdict}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

Promise.resolve()
  .then(() => main(readOptions()))
  .then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
