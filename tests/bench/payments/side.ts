import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchResult } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { median, percentile } from '../measure/statistics';
import { MeasuredLifecycles } from './lifecycles';

/** Enough that the code of all processes is compiled, also of one that does little for a payment. */
const WARM_UP_COUNT = 1_000;
const WARM_UP_CALLERS = 32;
/** Lifecycles that started before this ran with fewer callers. */
const LEAD_IN_MS = 3_000;

export interface SideOptions extends Pick<ConstructorParameters<typeof MeasuredLifecycles>[0], 'apiUrl' | 'demo'> {
  name: string;
  /** Processes that belong to the other side of one process tree. */
  without?: readonly string[];
  /** Waits until it is idle, so that the other side is not slowed down. */
  settle: () => Promise<void>;
}

/** Runs rounds of the sides in turn, so that other load affects both. */
export async function alternate(
  { callers, rounds, seconds }: { callers: readonly number[]; rounds: number; seconds: number },
  sides: readonly MeasuredSide[],
): Promise<void> {
  for (const side of sides) await side.warmUp();
  for (const number of callers) {
    for (let round = 0; round < rounds; round++) {
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) await side.round(number, seconds);
    }
  }
}

interface Measured {
  rates: number[];
  wholeMs: number[];
  authorisedMs: number[];
}

/** One of two that do the same work, and its measurements. */
export class MeasuredSide {
  /** Lifecycles so far. */
  count = 0;
  private readonly merchant: MeasuredLifecycles;
  private readonly meter: ProcessorMeter;
  private readonly measured = new Map<number, Measured>();

  constructor(private readonly options: SideOptions) {
    this.merchant = new MeasuredLifecycles(options);
    this.meter = new ProcessorMeter(options.without);
  }

  async warmUp(): Promise<void> {
    await this.merchant.open();
    await inParallel({ count: WARM_UP_COUNT, atOnce: WARM_UP_CALLERS }, () => this.live());
    await this.options.settle();
  }

  /**
   * Runs lifecycles in a loop per caller. Times and rate are of those that end within `seconds`; processor time is of all, until the
   * last work is done.
   */
  async round(callers: number, seconds: number): Promise<void> {
    const { rates, wholeMs, authorisedMs } = this.at(callers);
    const state = { isOver: false, isCounted: false, all: 0, counted: 0 };
    const caller = async (): Promise<void> => {
      while (!state.isOver) {
        const began = performance.now();
        const lived = await this.live();
        state.all++;
        if (!state.isCounted) continue;
        state.counted++;
        wholeMs.push(performance.now() - began);
        authorisedMs.push(lived.authorisedMs);
      }
    };
    const timing = async (): Promise<void> => {
      await sleep(LEAD_IN_MS);
      const began = performance.now();
      state.isCounted = true;
      await sleep(seconds * 1_000);
      Object.assign(state, { isCounted: false, isOver: true });
      rates.push((state.counted * 1_000) / (performance.now() - began));
    };
    await this.meter.during(String(callers), async () => {
      await Promise.all([timing(), ...Array.from({ length: callers }, caller)]);
      await this.options.settle();
      return { count: state.all };
    });
  }

  rate(callers: number): number {
    return median(this.at(callers).rates);
  }

  /** Over all rounds with this number of callers. */
  percentileMs(callers: number, percent: number, of: 'wholeMs' | 'authorisedMs' = 'wholeMs'): number {
    return percentile(this.at(callers)[of], percent);
  }

  processorMs(callers: number): number {
    return this.meter.msEach(String(callers));
  }

  findings(callers: number): BenchResult[] {
    const [p50, p99] = [this.percentileMs(callers, 50), this.percentileMs(callers, 99)];
    const pace = `${this.rate(callers).toFixed(1)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
    return [
      { name: `${this.options.name}, ${callers} callers`, found: pace },
      ...this.meter.finding(String(callers)).map(({ found }) => ({ name: '  processor time', found })),
    ];
  }

  async end(): Promise<void> {
    await this.merchant.close().catch(() => undefined);
  }

  private live(): ReturnType<MeasuredLifecycles['live']> {
    this.count++;
    return this.merchant.live();
  }

  private at(callers: number): Measured {
    const measured = this.measured.get(callers) ?? { rates: [], wholeMs: [], authorisedMs: [] };
    this.measured.set(callers, measured);
    return measured;
  }
}
