import { parseArgs } from 'node:util';
import { limitOfRun } from './bounds';
import type { Experiment } from './experiment';

/** What the command line asks for. */
export interface Wish {
  seeds: readonly string[];
  isShort: boolean;
  chosen: readonly Experiment[];
  /** How long the faults of an experiment go on. */
  durationMsOf: (experiment: Experiment) => number;
  /** How long the experiments of one seed may take together. */
  limitMs: number;
  isPublished: boolean;
  /** Where what came of it is written, for who has started this process. */
  outcomesFile: string | undefined;
}

/** A command line that asks for nothing that there is. */
export class UnclearWish extends Error {}

/** @throws UnclearWish */
export function readWish(words: readonly string[], experiments: readonly Experiment[]): Wish {
  const values = valuesOf(words);
  const isShort = values.short;
  const chosen = choose(experiments, { only: values.only, isShort });
  const planned = chosen.reduce((sum, each) => sum + secondsOf(each, isShort), 0);
  const pace = values.minutes === undefined ? 1 : (minutes(values.minutes) * 60) / planned;
  const durationMsOf = (experiment: Experiment) => secondsOf(experiment, isShort) * pace * 1_000;
  return {
    seeds: seedsFrom(values.seed, values.seeds),
    isShort,
    chosen,
    durationMsOf,
    limitMs: limitOfRun(chosen.map(durationMsOf), { isShort }),
    isPublished: values.publish,
    outcomesFile: values.outcomes,
  };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        seed: { type: 'string', default: '1' },
        seeds: { type: 'string', default: '1' },
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        minutes: { type: 'string' },
        publish: { type: 'boolean', default: false },
        outcomes: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UnclearWish((error as Error).message);
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
    const asked = unknown.map((name) => `"${name}"`).join(', ');
    throw new UnclearWish(`--only: there is no experiment ${asked}. There are: ${known}`);
  }
  return experiments.filter(({ name }) => names.includes(name));
}

function secondsOf({ seconds }: Experiment, isShort: boolean): number {
  return isShort ? (seconds.short ?? seconds.whole) : seconds.whole;
}

/** Any text is a seed; where there are to be several, they are counted on from a number. */
function seedsFrom(first: string, count: string): string[] {
  const seeds = wholeNumber('--seeds', count, 1);
  if (first === '') throw new UnclearWish('--seed: it is empty');
  if (seeds === 1) return [first];
  const number = wholeNumber('--seed, with --seeds,', first, 0);
  return Array.from({ length: seeds }, (_, index) => String(number + index));
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new UnclearWish(`${option} has to be a whole number from ${least} on, and is "${text}"`);
}

function minutes(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new UnclearWish(`--minutes has to be a number above zero, and is "${text}"`);
}
