import { median } from './statistics';

/** The platform and its floor, measured alternately so that other load affects both. */
export interface Contest<Measure> {
  rounds: number;
  floor: () => Promise<Measure>;
  platform: () => Promise<Measure>;
  /** Waits until the platform is idle, so that the floor is not slowed down. */
  settle: () => Promise<void>;
}

/** All rounds, and the median ratio of the platform's rate to the floor's. */
export interface RoundOutcome<Measure> {
  floor: Measure[];
  platform: Measure[];
  ratio: number;
}

export async function interleave<Measure extends { perSecond: number }>(
  contest: Contest<Measure>,
): Promise<RoundOutcome<Measure>> {
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

/** The median of each figure over the rounds. */
export function medians<Measure extends object>(rounds: readonly Measure[]): Measure {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Measure)[];
  const figures = names.map((name) => [name, median(rounds.map((round) => Number(round[name])))] as const);
  return Object.fromEntries(figures) as Measure;
}
