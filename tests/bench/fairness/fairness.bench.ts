import { startPlatform, type Platform } from '../../harness/platform';
import type { Bench, BenchFlags, BenchResult } from '../bench';
import { LIMITED } from '../harness';
import { ProcessorMeter } from '../measure/processor';
import { percentile } from '../measure/statistics';
import { addParty } from '../payments/add-party';
import { MeasuredLifecycles } from '../payments/lifecycles';
import { untilSettled } from '../payments/settled';
import { Flood } from './flood';
import { FLOOD_KINDS, prepareFlood } from './flood-kinds';
import { Random } from '../../harness/random';
import { liveUntil, type Times } from './victims';

const WARM_UP_MS = 3_000;
const IDLE_MS = 8_000;
const MAX_DISCARDED_SHARE = 0.001;
const MAX_P99_MS = 1_000;
const IDLE_FACTOR = 3;

/** Measures payments, captures and refunds of a party while another party sends one kind of call without a pause. */
export const fairness: Bench = {
  title: 'Payments of a party beside the callers of another',
  run: async (flags) => {
    const platform = await startPlatform({ environment: LIMITED });
    const victim = new MeasuredLifecycles({ apiUrl: platform.apiUrl, demo: await addParty(platform) }, [
      'RefundSucceeded',
    ]);
    await victim.open();
    try {
      return await new Fairness(platform, victim, flags).run();
    } finally {
      await victim.close();
      await platform.stop();
    }
  },
};

class Fairness {
  private readonly random: Random;
  private readonly meter = new ProcessorMeter();
  private idle: Times | undefined;
  private payments = 0;

  constructor(
    private readonly platform: Platform,
    private readonly victim: MeasuredLifecycles,
    private readonly flags: BenchFlags,
  ) {
    this.random = new Random(flags.seed ?? 1);
  }

  async run(): Promise<BenchResult[]> {
    const { kinds = FLOOD_KINDS, callers = [24] } = this.flags;
    await liveUntil(this.victim, Date.now() + WARM_UP_MS, this.random);
    const idle = await liveUntil(this.victim, Date.now() + IDLE_MS, this.random);
    this.idle = idle;
    const findings: BenchResult[] = [{ name: 'idle', found: describe(idle) }];
    for (const count of callers) {
      for (const kind of kinds) {
        const found = await this.flood(kind, count);
        for (const each of found) process.stderr.write(`  … ${each.name} ${each.found}\n`);
        findings.push(...found);
      }
    }
    return [...findings, await this.discarded()];
  }

  private async flood(kind: string, callers: number): Promise<BenchResult[]> {
    const { seconds = 8 } = this.flags;
    const name = `${kind}, ${callers} callers`;
    await untilSettled(this.platform);
    const call = await prepareFlood(kind, this.platform);
    await untilSettled(this.platform);
    const flood = new Flood(this.platform.apiUrl);
    try {
      const end = Date.now() + 1_000 * seconds;
      const times = await this.meter.during(name, async () => {
        const flooding = flood.run(callers, end, call);
        const beside = await liveUntil(this.victim, end, this.random);
        await flooding;
        return { ...beside, count: beside.captured.length };
      });
      this.payments += flood.count('payments 201') + times.authorised.length;
      const statuses = JSON.stringify(Object.fromEntries(flood.statuses));
      return [this.compare(name, times), { name: '', found: `flood ${statuses}` }, ...this.meter.finding(name)];
    } finally {
      await flood.close();
    }
  }

  private compare(name: string, times: Times): BenchResult {
    const misses = (['authorised', 'captured', 'refunded'] as const).filter((step) => {
      return !(readP99(times[step]) <= this.limitMs(step));
    });
    const refused = times.refusals[0];
    const found = `${describe(times)}${refused === undefined ? '' : `; ${times.refusals.length} refused, ${refused}`}`;
    const text = `p99 within ${IDLE_FACTOR} times idle or ${MAX_P99_MS} ms, none refused`;
    return { name, found, aim: { text, isReached: misses.length === 0 && refused === undefined } };
  }

  private limitMs(step: 'authorised' | 'captured' | 'refunded'): number {
    return Math.max(MAX_P99_MS, IDLE_FACTOR * readP99(this.idle?.[step] ?? []));
  }

  private async discarded(): Promise<BenchResult> {
    const text = await (await fetch(`${this.platform.processes.worker.url}/metrics`)).text();
    const count = Number(/^holdfast_discarded_workflow_tasks_total (\d+)/m.exec(text)?.[1]);
    const isReached = count <= MAX_DISCARDED_SHARE * this.payments;
    return {
      name: 'discarded workflow tasks',
      found: `${count} of ${this.payments} payments`,
      aim: { text: 'at most 0.1 %', isReached, isRequired: true },
    };
  }
}

/** Infinity if nothing was measured, because every call hung. */
function readP99(times: readonly number[]): number {
  return times.length === 0 ? Infinity : percentile(times, 99);
}

function describe(times: Times): string {
  const steps = (['authorised', 'captured', 'refunded'] as const).map((step) => {
    const p50 = times[step].length === 0 ? Infinity : percentile(times[step], 50);
    return `${step} p50 ${p50.toFixed(0)}, p99 ${readP99(times[step]).toFixed(0)}`;
  });
  return `${steps.join('; ')} ms (${times.captured.length})`;
}
