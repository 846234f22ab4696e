import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What share of all processors is busy during the next moment, from 0 to 1. */
export async function busyShare(ms = 1_000): Promise<number> {
  const before = times();
  await sleep(ms);
  const after = times();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

/** How busy the machine is with other work: the bench itself must be at rest while this is asked. */
export async function describeMachine(): Promise<string> {
  const share = await busyShare(2_000);
  const [minute = 0] = loadavg();
  return `${cpus().length} cores, load average ${minute.toFixed(1)}, ${Math.round(share * 100)} % busy before the bench`;
}

function times(): { idle: number; all: number } {
  const sums = { idle: 0, all: 0 };
  for (const { times: spent } of cpus()) {
    sums.idle += spent.idle;
    sums.all += spent.user + spent.nice + spent.sys + spent.irq + spent.idle;
  }
  return sums;
}
