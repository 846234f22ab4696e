import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPS = 200_000_000;

/** The duration of a fixed loop, for comparing figures of different days. */
function loopMs(): number {
  const began = performance.now();
  let sum = 0;
  for (let number = 0; number < LOOPS; number++) sum = (sum + number) | 0;
  return performance.now() - began + (sum === 1 ? 1 : 0);
}

/** The busy share of all processors over `ms`, from 0 to 1. */
async function busyShare(ms: number): Promise<number> {
  const before = times();
  await sleep(ms);
  const after = times();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

/** Describes the other load of the machine; call it while the bench is idle. */
export async function describeMachine(): Promise<string> {
  const share = await busyShare(2_000);
  const [minute = 0] = loadavg();
  return `${cpus().length} cores, load average ${minute.toFixed(1)}, ${Math.round(share * 100)} % busy before the bench, ${loopMs().toFixed(0)} ms for ${LOOPS / 1e6} million additions`;
}

function times(): { idle: number; all: number } {
  const sums = { idle: 0, all: 0 };
  for (const { times: spent } of cpus()) {
    sums.idle += spent.idle;
    sums.all += spent.user + spent.nice + spent.sys + spent.irq + spent.idle;
  }
  return sums;
}
