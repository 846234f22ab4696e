import { Client } from 'pg';
import { Database } from '../../../store/postgres/database';
import { verifyLedger } from '../../../store/ledger/verify';
import type { Bench, BenchResult } from '../bench';
import { inParallel } from '../measure/in-parallel';
import { ProcessorMeter } from '../measure/processor';
import { bytesByTable, fillRecord } from './filled';
import { MeasuredLifecycles } from './lifecycles';
import { untilSettled } from './settled';

const SMALL = 1_000;
const LARGE = 1_000_000;
const COUNT = 400;
const AT_ONCE = 32;
const WARM_UP_COUNT = 150;
const AIM = 1.2;

/** Compares lifecycles with a thousand and a million payments in the database, and measures disk bytes per payment. */
export const size: Bench = {
  title: `Lifecycles with ${SMALL.toLocaleString('en')} and ${LARGE.toLocaleString('en')} payments in the record`,
  isOnDemand: true,
  run: async (harness) => {
    const platform = await harness.platform();
    const client = new Client({ connectionString: platform.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    const merchant = new MeasuredLifecycles(platform);
    await merchant.open();
    const meter = new ProcessorMeter();
    const found: BenchResult[] = [];
    const measure = async (name: string): Promise<void> => {
      await inParallel({ count: WARM_UP_COUNT, atOnce: AT_ONCE }, () => merchant.live());
      await untilSettled(platform);
      const began = performance.now();
      await meter.during(name, async () => {
        await inParallel({ count: COUNT, atOnce: AT_ONCE }, () => merchant.live());
        return { count: COUNT };
      });
      const perSecond = (COUNT * 1_000) / (performance.now() - began);
      found.push({ name, found: `${perSecond.toFixed(1)} lifecycles a second` }, ...meter.finding(name));
      await untilSettled(platform);
    };
    const fill = async (from: number, to: number): Promise<number> => {
      const { invoiceID } = await merchant.live();
      await untilSettled(platform);
      const began = performance.now();
      await fillRecord(client, { invoiceID, from, to });
      return (performance.now() - began) / 1_000;
    };
    await fill(0, SMALL);
    await measure('a thousand');
    const filledInS = await fill(SMALL, LARGE);
    await measure('a million');
    await merchant.close();
    const ratio = meter.msEach('a million') / meter.msEach('a thousand');
    const verified = await verification(platform.databaseUrl);
    const sizes = await bytesByTable(client, LARGE);
    await client.end();
    const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    return [
      ...found,
      {
        name: 'processor time, million to thousand',
        found: ratio.toFixed(2),
        aim: { text: `at most ${AIM}`, isReached: ratio <= AIM },
      },
      { name: 'a payment on the disk', found: `${all.toFixed(0)} bytes (${sizes.map(described).join(', ')})` },
      { name: 'filled', found: `in ${filledInS.toFixed(0)} s` },
      { name: 'ledger verify', found: verified },
    ];
  },
};

function described({ table, bytes }: { table: string; bytes: number }): string {
  return `${table} ${bytes.toFixed(0)}`;
}

async function verification(databaseUrl: string): Promise<string> {
  const database = new Database({ url: databaseUrl, poolSize: 1 });
  try {
    const began = performance.now();
    const faults = await verifyLedger(database);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    if (faults.length > 0) throw new Error(`the ledger is inconsistent: ${JSON.stringify(faults.slice(0, 3))}`);
    return `holds, ${seconds} s`;
  } finally {
    await database.close();
  }
}
