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

/** @throws UnclearWish */
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
