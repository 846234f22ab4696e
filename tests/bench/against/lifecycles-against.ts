import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { median, percentile } from '../measure/statistics';
import { MeasuredLifecycles } from '../payments/lifecycles';
import { untilSettled } from '../payments/settled';
import { commitWorkingTree, findRevision, withCheckout } from './checkout';
import { startCheckout, type StartedPlatform } from './started';

export interface LifecycleComparison {
  /** The revision to compare with: a commit, a branch or a tag. */
  revision: string;
  callers: readonly number[];
  rounds: number;
  seconds: number;
}

/** Enough that the code of all processes is compiled, also of one that does little for a payment. */
const WARM_UP_COUNT = 1_000;
const WARM_UP_CALLERS = 32;
/** Lifecycles that started before this ran with fewer callers. */
const LEAD_IN_MS = 3_000;

/** Targets relative to the revision: CPU time per lifecycle, rate and spread. */
const AIMS = { processor: 0.5, rate: 2, spread: 2.5 } as const;

/**
 * Compares the working tree with a revision in alternating rounds, so that other load affects both.
 * @param ended rejects to abort the comparison, which then stops both platforms
 */
export async function compareLifecycles(
  comparison: LifecycleComparison,
  ended: Promise<never>,
): Promise<BenchResult[]> {
  const revision = findRevision(comparison.revision);
  const [present, old] = [commitWorkingTree(), `${revision.slice(0, 7)}`];
  return withCheckout(revision, (oldFolder) =>
    withCheckout(present, (presentFolder) =>
      withSide({ name: old, folder: oldFolder, ended }, (before) =>
        withSide({ name: 'present', folder: presentFolder, ended }, async (now) => {
          await Promise.race([alternate(comparison, [before, now]), ended]);
          return comparison.callers.flatMap((callers) => findings(callers, before, now));
        }),
      ),
    ),
  );
}

async function alternate({ callers, rounds, seconds }: LifecycleComparison, sides: readonly Side[]): Promise<void> {
  for (const side of sides) await side.warmUp();
  for (const number of callers) {
    for (let round = 0; round < rounds; round++) {
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) await side.round(number, seconds);
    }
  }
}

async function withSide<Result>(
  { name, folder, ended }: { name: string; folder: string; ended: Promise<never> },
  work: (side: Side) => Promise<Result>,
): Promise<Result> {
  const started = await startCheckout(folder, ended);
  const side = new Side(name, started);
  try {
    return await work(side);
  } finally {
    await side.end();
    await started.stop();
  }
}

/** One of the two platforms and its measurements. */
class Side {
  readonly merchant: MeasuredLifecycles;
  private readonly meter: ProcessorMeter;
  private readonly rates = new Map<number, number[]>();
  private readonly times = new Map<number, number[]>();

  constructor(
    readonly name: string,
    private readonly started: StartedPlatform,
  ) {
    this.merchant = new MeasuredLifecycles(started);
    this.meter = new ProcessorMeter(started.pid);
  }

  async warmUp(): Promise<void> {
    await this.merchant.open();
    await inParallel({ count: WARM_UP_COUNT, atOnce: WARM_UP_CALLERS }, () => this.merchant.live());
    await untilSettled(this.started);
  }

  /** Runs lifecycles in a loop per caller and counts those that end within the time. */
  async round(callers: number, seconds: number): Promise<void> {
    const counted = { isOver: false, times: undefined as number[] | undefined };
    const caller = async (): Promise<void> => {
      while (!counted.isOver) {
        const began = performance.now();
        await this.merchant.live();
        counted.times?.push(performance.now() - began);
      }
    };
    const calling = Promise.all(Array.from({ length: callers }, caller));
    const measuring = (async () => {
      await sleep(LEAD_IN_MS);
      const { count, times, tookMs } = await this.meter.during(String(callers), async () => {
        const began = performance.now();
        const own: number[] = (counted.times = []);
        await sleep(seconds * 1_000);
        counted.times = undefined;
        return { count: own.length, times: own, tookMs: performance.now() - began };
      });
      getList(this.rates, callers).push((count * 1_000) / tookMs);
      getList(this.times, callers).push(...times);
    })().finally(() => (counted.isOver = true));
    await Promise.all([calling, measuring]);
    await untilSettled(this.started);
  }

  rate(callers: number): number {
    return median(getList(this.rates, callers));
  }

  /** Over all rounds with this number of callers. */
  percentileMs(callers: number, percent: number): number {
    return percentile(getList(this.times, callers), percent);
  }

  processorMs(callers: number): number {
    return this.meter.msEach(String(callers));
  }

  findings(callers: number): BenchResult[] {
    const [p50, p99] = [this.percentileMs(callers, 50), this.percentileMs(callers, 99)];
    const pace = `${this.rate(callers).toFixed(1)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
    return [
      { name: `${this.name}, ${callers} callers`, found: pace },
      ...this.meter.finding(String(callers)).map(({ found }) => ({ name: '  processor time', found })),
    ];
  }

  async end(): Promise<void> {
    await this.merchant.close().catch(() => undefined);
  }
}

function findings(callers: number, before: Side, now: Side): BenchResult[] {
  const rate = now.rate(callers) / before.rate(callers);
  const processor = now.processorMs(callers) / before.processorMs(callers);
  const spread = now.percentileMs(callers, 99) / now.percentileMs(callers, 50);
  return [
    ...before.findings(callers),
    ...now.findings(callers),
    {
      name: '  processor time, ratio',
      found: processor.toFixed(3),
      aim: { text: `at most ${AIMS.processor}`, isReached: processor <= AIMS.processor },
    },
    {
      name: '  rate, ratio',
      found: rate.toFixed(3),
      aim: { text: `at least ${AIMS.rate}`, isReached: rate >= AIMS.rate },
    },
    {
      name: '  p99 to p50, present',
      found: spread.toFixed(2),
      aim: { text: `at most ${AIMS.spread}`, isReached: spread <= AIMS.spread },
    },
  ];
}

function getList(lists: Map<number, number[]>, key: number): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
