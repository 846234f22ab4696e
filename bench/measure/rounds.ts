import { median } from './statistics';

/** The platform and its floor, measured in turn, so that what else the machine does troubles both. */
export interface Contest<Measure> {
  rounds: number;
  floor: () => Promise<Measure>;
  platform: () => Promise<Measure>;
  /** Waits until nothing of the platform's round is left to do: the floor must not pay for it. */
  settle: () => Promise<void>;
}

/** All rounds, and the median over them of what the platform did in a second to what the floor did. */
export interface Outcome<Measure> {
  floor: Measure[];
  platform: Measure[];
  ratio: number;
}

export async function interleave<Measure extends { perSecond: number }>(
  contest: Contest<Measure>,
): Promise<Outcome<Measure>> {
  const floor: Measure[] = [];
  const platform: Measure[] = [];
  for (let round = 0; round < contest.rounds; round++) {
    floor.push(await contest.floor());
    platform.push(await contest.platform());
    await contest.settle();
  }
  const ratios = platform.map(({ perSecond }, round) => perSecond / (floor[round]?.perSecond ?? NaN));
  return { floor, platform, ratio: median(ratios) };
}

/** Each figure's median over the rounds. */
export function middle<Measure extends object>(rounds: readonly Measure[]): Measure {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Measure)[];
  const figures = names.map((name) => [name, median(rounds.map((round) => Number(round[name])))] as const);
  return Object.fromEntries(figures) as Measure;
}
