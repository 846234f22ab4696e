import { Client } from 'pg';
import type { Platform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import { percentile } from '../measure/statistics';
import { MeasuredLifecycles } from './lifecycles';
import { untilSettled } from './settled';

const MANY = 50_000;
const PAYMENTS = 20;
const AUTHORISED_AIM_MS = 1_000;
const CALLERS = [16, 32, 64, 128];
const WARM_UP_MS = 5_000;
const RUN_MS = 20_000;
const SPREAD_AIM = 2.5;

/** (f) Measures whether a backlog on one lane delays the other, and whether callers starve under load. */
export const lanes: Bench = {
  title: `Payments beside ${MANY} waiting commands, and many callers at once`,
  run: async (harness) => {
    const platform = await harness.platform();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    try {
      return [...(await besideBacklog(platform, merchant)), ...(await manyCallers(platform, merchant))];
    } finally {
      await merchant.close();
    }
  },
};

async function besideBacklog(platform: Platform, merchant: MeasuredLifecycles): Promise<BenchResult[]> {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  try {
    await authorisations(merchant);
    await untilSettled(platform);
    const alone = await authorisations(merchant);
    await client.query(BACKLOG, [MANY]);
    const beside = await authorisations(merchant);
    const { rows } = await client.query<{ left: number }>(LEFT);
    const worst = percentile(beside, 100);
    return [
      { name: 'authorised, nothing waiting', found: described(alone) },
      {
        name: `authorised, ${MANY} waiting`,
        found: `${described(beside)}; ${rows[0]?.left ?? 0} wait still`,
        aim: { text: `each within ${AUTHORISED_AIM_MS} ms`, isReached: worst <= AUTHORISED_AIM_MS },
      },
    ];
  } finally {
    // Commands in flight are locked and disappear soon.
    while ((await client.query(REST)).rowCount) await client.query(DELETE_REST);
    await client.end();
  }
}

/** Signals to missing workflows, which Temporal rejects. */
const BACKLOG = `INSERT INTO outbox (workflow_id, lane, party_id, command)
  SELECT 'webhook/none/invoice/' || n, 'background', 'p' || n % 10, jsonb_build_object('kind', 'signal',
    'workflowID', 'webhook/none/invoice/' || n, 'signal', 'queueChanged', 'args', '[]'::jsonb)
  FROM generate_series(1, $1::integer) n`;
const REST = `SELECT FROM outbox WHERE workflow_id LIKE 'webhook/none/%' LIMIT 1`;
const DELETE_REST = `DELETE FROM outbox WHERE id IN (
  SELECT id FROM outbox WHERE workflow_id LIKE 'webhook/none/%' FOR UPDATE SKIP LOCKED)`;
const LEFT = `SELECT count(*)::integer AS left FROM outbox WHERE workflow_id LIKE 'webhook/none/%'`;

/** Durations from the request to the webhook about the hold, for sequential payments. */
async function authorisations(merchant: MeasuredLifecycles): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < PAYMENTS; count++) times.push((await merchant.live()).authorisedMs);
  return times;
}

async function manyCallers(platform: Platform, merchant: MeasuredLifecycles): Promise<BenchResult[]> {
  const findings: BenchResult[] = [];
  for (const callers of CALLERS) {
    const times = await runLifecycles(callers, merchant);
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    const spread = p99 / p50;
    findings.push({
      name: `lifecycles, ${callers} callers`,
      found: `${((times.length * 1_000) / RUN_MS).toFixed(1)} a second, ${described(times)}, ${spread.toFixed(2)} times`,
      aim: { text: `p99 at most ${SPREAD_AIM} times p50`, isReached: spread <= SPREAD_AIM },
    });
    await untilSettled(platform);
  }
  return findings;
}

/** Durations of lifecycles after the warm-up under a constant number of callers. */
async function runLifecycles(callers: number, merchant: MeasuredLifecycles): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > WARM_UP_MS + RUN_MS;
  const call = async (): Promise<void> => {
    while (!isOver()) {
      const start = performance.now();
      await merchant.live();
      const end = performance.now();
      if (end - began > WARM_UP_MS && end - began < WARM_UP_MS + RUN_MS) times.push(end - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return times;
}

function described(times: readonly number[]): string {
  return `p50 ${Math.round(percentile(times, 50))} ms, p99 ${Math.round(percentile(times, 99))} ms`;
}
