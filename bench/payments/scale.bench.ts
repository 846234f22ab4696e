import { join } from 'node:path';
import { Client } from 'pg';
import { Database } from '../../store/database';
import { verifyLedger } from '../../store/ledger/verify';
import { startPlatformProcess, untilReady, probeOf } from '../../scripts/services/platform-process';
import { freePort } from '../../scripts/services/ports';
import type { Child } from '../../scripts/services/child';
import type { Platform } from '../../testing/platform';
import { runFolder } from '../../testing/services';
import type { Bench, Finding } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { percentile } from '../measure/statistics';
import { Lifecycles, type Lifecycle } from './lifecycles';
import { untilSettled } from './settled';

const WORKERS = 3;
const COUNT = 300;
const AT_ONCE = 32;
const WARM_UP_COUNT = 100;

/**
 * One, two and three workers beside each other on one record and one engine. On two cores they share what one has: the rate
 * stays, and what is looked at is that nothing is done twice.
 */
export const scale: Bench = {
  title: `Lifecycles with one to ${WORKERS} workers`,
  isOnDemand: true,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new Lifecycles(platform);
    await merchant.open();
    const lived: Lifecycle[] = [];
    const live = async (count: number): Promise<number[]> => {
      const times: number[] = [];
      await inParallel({ count, atOnce: AT_ONCE }, async () => {
        const began = performance.now();
        lived.push(await merchant.live());
        times.push(performance.now() - began);
      });
      return times;
    };
    const others: Child[] = [];
    const found: Finding[] = [];
    const meter = new ProcessorMeter();
    try {
      for (let workers = 1; workers <= WORKERS; workers++) {
        if (workers > 1) others.push(await anotherWorker(platform, workers));
        await live(WARM_UP_COUNT);
        await untilSettled(platform);
        const name = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
        const began = performance.now();
        const { times } = await meter.during(name, async () => ({ count: COUNT, times: await live(COUNT) }));
        const perSecond = (COUNT * 1_000) / (performance.now() - began);
        const spread = `p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`;
        found.push({ name, found: `${perSecond.toFixed(1)} a second, ${spread}` }, ...meter.finding(name));
        await untilSettled(platform);
      }
      return [...found, ...(await doneTwice(platform, lived))];
    } finally {
      await merchant.close();
      await Promise.all(others.map((other) => other.stop()));
    }
  },
};

async function anotherWorker({ environment }: Platform, number: number): Promise<Child> {
  const own = { ...environment, WORKER_PORT: String(await freePort()) };
  const logFile = join(runFolder('logs'), `worker-${number}.log`);
  const child = startPlatformProcess({ name: 'worker', environment: own, logFile });
  await untilReady(child, probeOf('worker', own));
  return child;
}

/** What the record, the ledger and the sandbox's own record say of payments that each lived once. */
async function doneTwice(platform: Platform, lived: readonly Lifecycle[]): Promise<Finding[]> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  const text = `SELECT count(*)::integer AS count FROM payments p WHERE status = 'captured' AND p.invoice_id = ANY ($1)
    AND (
      SELECT array_agg(change ->> 'status' ORDER BY e.number)
      FROM events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) change
      WHERE e.subject_type = 'invoice' AND e.subject_id = p.invoice_id AND change ->> 'changeType' = 'PaymentStatusChanged'
    ) = ARRAY['processed', 'captured']`;
  const { rows } = await client.query<{ count: number }>(text, [lived.map(({ invoiceID }) => invoiceID)]);
  await client.end();
  const database = new Database({ url: platform.databaseUrl, poolSize: 1 });
  const faults = await verifyLedger(database).finally(() => database.close());
  const effects = await Promise.all(lived.map((payment) => effectsOf(platform, payment)));
  const once = effects.filter((each) => each.join() === '1,1').length;
  const all = lived.length;
  return [
    aim({ name: 'captured once in the record', once: rows[0]?.count ?? 0, all }),
    aim({ name: 'taken once at the sandbox', once, all }),
    { name: 'ledger verify', found: faults.length === 0 ? 'holds' : JSON.stringify(faults.slice(0, 3)) },
  ];
}

function aim({ name, once, all }: { name: string; once: number; all: number }): Finding {
  return { name, found: `${once} of ${all}`, aim: { text: 'all', isReached: once === all } };
}

/** How often the sandbox took the money and kept it. */
async function effectsOf({ sandboxUrl }: Platform, { invoiceID, paymentID }: Lifecycle): Promise<number[]> {
  const steps = ['authorise', 'capture'].map(async (step) => {
    const name = encodeURIComponent(`payment/${invoiceID}.${paymentID}/${step}`);
    const answer = await fetch(`${sandboxUrl}/operations/${name}`);
    return ((await answer.json()) as { effects: number }).effects;
  });
  return Promise.all(steps);
}
