import { parseArgs } from 'node:util';
import { getRunLimit } from './bounds';
import type { Experiment } from './experiment';

/** Options of the command line. */
export interface TrialOptions {
  /** The seed of the first experiment; later ones count up. */
  seed: number;
  /** Number of rounds, each with further seeds. */
  rounds: number;
  isShort: boolean;
  chosen: readonly Experiment[];
  /** Whether every experiment runs. */
  isWhole: boolean;
  /** The duration of an experiment's faults. */
  getDurationMs: (experiment: Experiment) => number;
  /** The limit of a round. */
  limitMs: number;
  isPublished: boolean;
  /** A file for the results, read by the parent process. */
  outcomesFile: string | undefined;
}

/** The command line is invalid. */
export class UsageError extends Error {}

const OPTIONS = [
  ['--short', 'runs the experiments of CI, shorter'],
  ['--only NAME,NAME', 'runs these experiments'],
  ['--seed 7', 'determines all requests; a round counts up from it (1)'],
  ['--rounds 3', 'repeats all experiments (1)'],
  ['--minutes 30', 'divides this time among the experiments'],
  ['--publish', 'adds the run to tests/faults/results.json'],
  ['--outcomes FILE', 'writes the outcomes as JSON'],
  ['--help', 'lists the options and the experiments'],
] as const;

/** The options and the experiments; undefined if the command line does not ask for them. */
export function getHelp(words: readonly string[], experiments: readonly Experiment[]): string | undefined {
  if (!getValues(words).help) return undefined;
  const listed = experiments.map(({ name, title, seconds }) => [name, `${title} (${seconds.whole} s)`] as const);
  const width = Math.max(...[...OPTIONS, ...listed].map(([name]) => name.length)) + 2;
  const lines = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`);
  return ['npm run trials -- [options]', '', ...lines(OPTIONS), '', 'Experiments:', ...lines(listed)].join('\n');
}

/** @throws UsageError */
export function parseTrialArgs(words: readonly string[], experiments: readonly Experiment[]): TrialOptions {
  const values = getValues(words);
  const isShort = values.short;
  const chosen = choose(experiments, { only: values.only, isShort });
  const planned = chosen.reduce((sum, each) => sum + parseSeconds(each, isShort), 0);
  const pace = values.minutes === undefined ? 1 : (minutes(values.minutes) * 60) / planned;
  const getDurationMs = (experiment: Experiment) => parseSeconds(experiment, isShort) * pace * 1_000;
  return {
    seed: wholeNumber('--seed', values.seed, 0),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    isShort,
    chosen,
    isWhole: values.only === undefined && !isShort,
    getDurationMs,
    limitMs: getRunLimit(chosen.map(getDurationMs), { isShort }),
    isPublished: values.publish,
    outcomesFile: values.outcomes,
  };
}

function getValues(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        seed: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '1' },
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        minutes: { type: 'string' },
        publish: { type: 'boolean', default: false },
        outcomes: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function choose(
  experiments: readonly Experiment[],
  { only, isShort }: { only: string | undefined; isShort: boolean },
): readonly Experiment[] {
  if (only === undefined) return experiments.filter(({ seconds }) => !isShort || seconds.short !== undefined);
  const names = only.split(',');
  const unknown = names.filter((name) => !experiments.some((each) => each.name === name));
  const known = experiments.map(({ name }) => name).join(', ');
  if (unknown.length > 0) {
    const requested = unknown.map((name) => `"${name}"`).join(', ');
    throw new UsageError(`--only: there is no experiment ${requested}. There are: ${known}`);
  }
  return experiments.filter(({ name }) => names.includes(name));
}

function parseSeconds({ seconds }: Experiment, isShort: boolean): number {
  return isShort ? (seconds.short ?? seconds.whole) : seconds.whole;
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`${option} has to be a whole number from ${least} on, and is "${text}"`);
}

function minutes(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new UsageError(`--minutes has to be a number above zero, and is "${text}"`);
}
