import { Client, Connection } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { MeasuredLifecycles, type MeasuredLifecycle } from '../bench/payments/lifecycles';
import { startCountingProxy, type CountingProxy } from '../harness/counting-proxy';
import { startPlatform, type Platform } from '../harness/platform';
import budget from './budget.json';

/**
 * What one lifecycle and one refund cost, counted: one caller, so that little is batched by chance. What the platform does
 * while nothing happens is measured beside it and subtracted. A number of `budget.json` is raised only with its reason in the commit's body.
 */

const COUNT = 50;
const IDLE_MS = 5_000;

/** Statements of loops that work in batches: their number varies with the load. */
const LOOPS = /(lease|wake-up|delivery-record-\w+|outbox-waiting|forward-outcomes|cvvs-delete)$|audit_log/;

type Database = keyof typeof budget.lifecycle.statements;

const proxies = new Map<Database, CountingProxy>();
let platform: Platform;
let merchant: MeasuredLifecycles;
const paid: MeasuredLifecycle[] = [];

beforeAll(async () => {
  platform = await startPlatform({
    reachDatabase: async (database, url) => {
      const proxy = await startCountingProxy(url);
      proxies.set(database, proxy);
      return proxy.url;
    },
  });
  merchant = new MeasuredLifecycles(platform, ['RefundSucceeded']);
  await merchant.open();
  // Statements are prepared and connections opened.
  for (let number = 0; number < 10; number += 1) await merchant.refund(await merchant.live());
});

afterAll(async () => {
  await merchant?.close();
  await platform?.stop();
  for (const proxy of proxies.values()) proxy.close();
});

test('a lifecycle costs no more than its budget', async () => {
  const cost = await measure(async () => void paid.push(await merchant.live()));
  expectWithin(cost, budget.lifecycle);
});

test('a refund costs no more than its budget', async () => {
  const cost = await measure(async () => void (await merchant.refund(paid.pop()!)));
  expectWithin(cost, budget.refund);
});

interface Cost {
  transactions: number;
  workflowTasks: number;
  historyEvents: number;
  /** Leases, records of deliveries, and notifications between processes. */
  loops: number;
  /** Of each database, without those of loops and without BEGIN and COMMIT; what happens now and then is left out. */
  statements: Record<Database, number>;
  /** By name, for the reader of a failure. */
  names: Record<string, number>;
}

type Counts = Map<string, number>;

/** Runs `work` 50 times and gives the cost of one. */
async function measure(work: () => Promise<void>): Promise<Cost> {
  const idle = await difference(() => sleep(IDLE_MS));
  const histories = await readHistories();
  const begun = performance.now();
  const busy = await difference(async () => {
    for (let number = 0; number < COUNT; number += 1) await work();
    // The last deliveries are recorded after the receipt.
    await sleep(1_000);
  });
  const idleTimes = (performance.now() - begun) / IDLE_MS;
  const after = await readHistories();
  const perRun = new Map(
    [...busy].map(([name, count]) => [name, Math.max(0, count - (idle.get(name) ?? 0) * idleTimes) / COUNT]),
  );
  const sum = (isCounted: (name: string, count: number) => boolean, digits = 0) =>
    [...perRun]
      .filter(([name, count]) => isCounted(name, count))
      .reduce((total, [, count]) => total + round(count, digits), 0);
  const statements = (database: Database) =>
    sum(
      (name, count) =>
        name.startsWith(`${database} `) && count >= 0.8 && !LOOPS.test(name) && !/ (begin|commit)$/.test(name),
    );
  return {
    transactions: round(sum((name) => name.startsWith('transactions '), 2)),
    loops: round(sum((name) => LOOPS.test(name), 2)),
    workflowTasks: round((after.tasks - histories.tasks) / COUNT),
    historyEvents: round((after.events - histories.events) / COUNT),
    statements: { platform: statements('platform'), vault: statements('vault'), sandbox: statements('sandbox') },
    names: Object.fromEntries(
      [...perRun]
        .filter(([, count]) => count >= 0.05)
        .sort(([, one], [, other]) => other - one)
        .map(([name, count]) => [name, round(count)]),
    ),
  };
}

/** Counts during `work`: of transactions by database, of statements by database and name. */
async function difference(work: () => Promise<void>): Promise<Counts> {
  const before = readCounts();
  await work();
  return new Map([...readCounts()].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

function readCounts(): Counts {
  return new Map(
    [...proxies].flatMap(([database, proxy]): [string, number][] => {
      const { transactions, statements } = proxy.counts();
      return [
        [`transactions ${database}`, transactions],
        ...[...statements].map(([name, count]): [string, number] => [`${database} ${name}`, count]),
      ];
    }),
  );
}

async function readHistories(): Promise<{ tasks: number; events: number }> {
  const connection = await Connection.connect({ address: platform.temporalAddress });
  const { workflow } = new Client({ connection });
  const sum = { tasks: 0, events: 0 };
  // Visibility lags behind.
  await sleep(2_000);
  // The wake-ups of due invoices follow the clock: one workflow has them for all invoices.
  const query = `TaskQueue = '${platform.taskQueuePrefix}' AND WorkflowType != 'dueInvoices'`;
  for await (const { workflowId, runId } of workflow.list({ query })) {
    const { events = [] } = await workflow.getHandle(workflowId, runId).fetchHistory();
    sum.events += events?.length ?? 0;
    sum.tasks += events?.filter((event) => event.workflowTaskCompletedEventAttributes).length ?? 0;
  }
  await connection.close();
  return sum;
}

function expectWithin({ names, ...cost }: Cost, limits: typeof budget.lifecycle): void {
  const over = (Object.keys(limits) as (keyof typeof limits)[]).filter((name) =>
    name === 'statements'
      ? Object.entries(limits.statements).some(([database, limit]) => cost.statements[database as Database] > limit)
      : cost[name] > limits[name],
  );
  if (over.length > 0) console.log(JSON.stringify({ cost, names }, undefined, 1));
  expect({ over, cost }).toEqual({ over: [], cost });
}

function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
