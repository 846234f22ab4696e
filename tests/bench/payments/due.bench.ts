import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../store/postgres/database';
import { manyUnpaid } from '../../harness/factories/many-unpaid';
import type { Platform } from '../../harness/platform';
import type { Bench, BenchResult } from '../bench';
import { describeLoad, load } from '../measure/load';
import { ProcessorMeter } from '../measure/processor';
import { percentile } from '../measure/statistics';
import { MeasuredLifecycles } from './lifecycles';
import { buildHeaders, invoiceBody } from './merchant';
import { untilSettled } from './settled';

const WAITING = 1_000_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const SECONDS = 5;
const OVERDUE = 150;
const OVERDUE_SPREAD_MS = 15_000;
const LATE_AIM_MS = 2_000;
const BURST = 10_000;
const BURST_IN_MS = 4_000;
const BURST_LIMIT_MS = 5 * 60_000;

/** (g) Measures due dates with a million waiting invoices: lag, cost of a creation, and delays by a burst. */
export const due: Bench = {
  title: `Due dates, with ${WAITING} unpaid invoices`,
  run: async (harness) => {
    const platform = await harness.platform();
    const database = new Database({ url: platform.databaseUrl, poolSize: 2 });
    const meter = new ProcessorMeter();
    const create = (name: string) => meter.during(name, () => creations(platform));
    try {
      await creations(platform);
      const without = await create('created, none waiting');
      await untilSettled(platform);
      const lateBefore = await lateness(database, platform);
      const { partyID, shopID } = platform.demo;
      const firstDueAt = new Date(Date.now() + 3_600_000);
      const perSecond = (WAITING * 1_000) / YEAR_MS;
      await manyUnpaid(database, { partyID, shopID, count: WAITING, firstDueAt, perSecond });
      await database.search('VACUUM ANALYZE invoices', []);
      const withMany = await create(`created, ${WAITING} waiting`);
      await untilSettled(platform);
      const late = await lateness(database, platform);
      return [
        { name: 'created, none waiting', found: describeLoad(without) },
        ...meter.finding('created, none waiting'),
        { name: `created, ${WAITING} waiting`, found: describeLoad(withMany) },
        ...meter.finding(`created, ${WAITING} waiting`),
        { name: 'late, none waiting', found: described(lateBefore) },
        {
          name: `late, ${WAITING} waiting`,
          found: described(late),
          aim: { text: `p99 at most ${LATE_AIM_MS} ms`, isReached: percentile(late, 99) <= LATE_AIM_MS },
        },
        ...(await burst(database, platform)),
      ];
    } finally {
      await database.close();
    }
  },
};

function creations(platform: Platform) {
  const headers = (): Record<string, string> => buildHeaders(platform.demo.apiKey);
  const body = invoiceBody(platform);
  const path = '/v2/processing/invoices';
  return load({
    url: platform.apiUrl,
    seconds: SECONDS,
    request: () => ({ method: 'POST', path, headers: headers(), body }),
  });
}

/** The lag of cancellations of invoices with successive due dates. */
async function lateness(database: Database, platform: Platform): Promise<number[]> {
  const began = new Date();
  for (let number = 0; number < OVERDUE; number++) {
    await anInvoice(platform, 2_000 + (number * OVERDUE_SPREAD_MS) / OVERDUE);
  }
  await sleep(OVERDUE_SPREAD_MS + LATE_AIM_MS);
  const text = `SELECT (extract(epoch FROM status_changed_at - due_date) * 1000)::float8 AS ms FROM invoices
    WHERE reason = 'overdue' AND created_at >= $1`;
  for (const end = Date.now() + BURST_LIMIT_MS; Date.now() < end; await sleep(500)) {
    const rows = await database.search<{ ms: number }>(text, [began]);
    if (rows.length === OVERDUE) return rows.map(({ ms }) => ms);
  }
  throw new Error('overdue invoices were not cancelled');
}

async function anInvoice(platform: Platform, dueInMs: number): Promise<void> {
  const request = { method: 'POST', headers: buildHeaders(platform.demo.apiKey), body: invoiceBody(platform, dueInMs) };
  const answer = await fetch(`${platform.apiUrl}/v2/processing/invoices`, request);
  if (answer.status !== 201) throw new Error(`an invoice was answered ${answer.status}`);
}

/** Measures payments while ten thousand invoices become due. */
async function burst(database: Database, platform: Platform): Promise<BenchResult[]> {
  const merchant = new MeasuredLifecycles(platform);
  await merchant.open();
  try {
    const alone: number[] = [];
    for (let count = 0; count < 20; count++) alone.push((await merchant.live()).authorisedMs);
    const dueAtMs = Date.now() + BURST_IN_MS;
    const { partyID, shopID } = platform.demo;
    const many = {
      partyID,
      shopID,
      count: BURST,
      first: WAITING,
      firstDueAt: new Date(dueAtMs),
      perSecond: 1_000_000_000,
    };
    await manyUnpaid(database, many);
    // These were inserted without a notification; an earlier invoice wakes the workflow.
    await anInvoice(platform, dueAtMs - Date.now() - 500);
    const beside: number[] = [];
    while (await isLeft(database, dueAtMs)) {
      beside.push((await merchant.live()).authorisedMs);
      if (Date.now() > dueAtMs + BURST_LIMIT_MS) throw new Error('the burst of due dates did not finish in time');
    }
    const [{ seconds = NaN } = {}] = await database.search<{ seconds: number }>(LASTED, [WAITING]);
    return [
      { name: 'authorised, nothing due', found: described(alone) },
      { name: `authorised, ${BURST} due at once`, found: described(beside) },
      {
        name: `${BURST} due at once`,
        found: `${Math.round(BURST / seconds)} cancelled a second, all in ${seconds.toFixed(1)} s`,
      },
    ];
  } finally {
    await merchant.close();
  }
}

const LASTED = `SELECT extract(epoch FROM max(status_changed_at) - min(due_date))::float8 AS seconds FROM invoices
  WHERE id LIKE 'unpaid-%' AND substr(id, 8)::integer >= $1`;

async function isLeft(database: Database, dueAtMs: number): Promise<boolean> {
  const text = `SELECT 1 FROM invoices WHERE status = 'unpaid' AND due_date <= $1 LIMIT 1`;
  return (await database.search(text, [new Date(dueAtMs + 1_000)])).length > 0;
}

function described(times: readonly number[]): string {
  return `p50 ${Math.round(percentile(times, 50))} ms, p99 ${Math.round(percentile(times, 99))} ms`;
}
