import { analytics } from './analytics/analytics.bench';
import type { Bench, Finding } from './bench';
import { describeMachine } from './measure/machine';
import { engine } from './payments/engine.bench';
import { invoices } from './payments/invoices.bench';
import { lifecycles } from './payments/lifecycles.bench';
import { reads } from './payments/reads.bench';
import { webhooks } from './payments/webhooks.bench';
import { withHarness } from './harness';
import { reports } from './wallets/reports.bench';
import { transfers } from './wallets/transfers.bench';
import { withdrawals } from './wallets/withdrawals.bench';

/** Every bench by the name that `npm run bench -- NAME` takes, in the order in which they run. */
const benches: Record<string, Bench> = {
  invoices,
  reads,
  webhooks,
  lifecycles,
  engine,
  withdrawals,
  transfers,
  reports,
  analytics,
};

/** No bench takes a third of it: one that waits for what never comes is ended, and all that it started with it. */
const LIMIT_MS = 20 * 60_000;

/** Ctrl-C and SIGTERM end the bench under way as a failure does, so that nothing is left behind. */
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  }
});
interrupted.catch(() => undefined);

/** Runs the benches that are named, or all that are not on demand, on one set of fresh services. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`);
  }
  const wanted = Object.entries(benches).filter(([name, { isOnDemand }]) =>
    names.length > 0 ? names.includes(name) : !isOnDemand,
  );
  say(`Holdfast bench: ${await describeMachine()}`);
  await withHarness(async (harness) => {
    for (const [name, bench] of wanted) {
      const began = performance.now();
      const findings = await withinLimit(name, Promise.race([bench.run(harness), interrupted]));
      await harness.endFloors();
      say(`\n${bench.title} (${name}, ${Math.round((performance.now() - began) / 1_000)} s)`);
      for (const finding of findings) say(`  ${described(finding)}`);
    }
  });
}

async function withinLimit<Result>(name: string, running: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} has not ended within ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

function described({ name, found, aim }: Finding): string {
  const verdict = aim ? `   [aim: ${aim.text}, ${aim.isReached ? 'reached' : 'NOT reached'}]` : '';
  return `${name.padEnd(32)} ${found}${verdict}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
