import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Bench, BenchFlags, BenchResult } from './bench';
import { fairness } from './fairness/fairness.bench';
import { describeMachine } from './measure/machine';
import { overload } from './overload/overload.bench';
import { budget } from './payments/budget.bench';
import { withServices } from './harness';

/** The benches by name, in the order in which they run. */
const benches: Record<string, Bench> = { budget, fairness, overload };

/** More than twice the duration of any bench. */
const MAX_DURATION_MS = 20 * 60_000;

/** Ctrl-C and SIGTERM abort the running bench as a failure does, so that everything is stopped. */
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  }
});
interrupted.catch(() => undefined);

/** How the options of the command line are read. */
const READERS: { [Name in keyof BenchFlags]-?: (text: string) => BenchFlags[Name] } = {
  kinds: (text) => text.split(','),
  callers: readNumbers,
  rounds: readNumber,
  rate: readNumber,
  seconds: readNumber,
  seed: readNumber,
  temporal: (text) => {
    if (text !== 'postgresql') throw new Error(`--temporal ${text}: it can be postgresql`);
    return text;
  },
};

function readOptions(): { names: readonly string[]; flags: BenchFlags } {
  const options = Object.fromEntries(Object.keys(READERS).map((name) => [name, { type: 'string' as const }]));
  const { values, positionals: names } = parseArgs({ allowPositionals: true, options });
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(`Unknown bench ${unknown.join(', ')}. Benches: ${Object.keys(benches).join(', ')}`);
  }
  const flags = Object.entries(values).map(([name, text]) => [name, READERS[name as keyof BenchFlags](String(text))]);
  return { names, flags: Object.fromEntries(flags) as BenchFlags };
}

function readNumber(text: string): number | undefined {
  return readNumbers(text)[0];
}

function readNumbers(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) return numbers;
  throw new Error(`${text} is not a list of positive whole numbers separated by commas`);
}

async function main({ names, flags }: ReturnType<typeof readOptions>): Promise<void> {
  say(`Holdfast bench: ${await describeMachine()}`);
  const wanted = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const missed: string[] = [];
  await withServices(async () => {
    for (const [name, bench] of wanted) {
      const began = performance.now();
      const findings = await Promise.race([bench.run(flags), interrupted, timeOut(name)]);
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
