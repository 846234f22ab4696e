import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createLogger } from '../runtime/logger';
import { Database } from '../store/postgres/database';
import { openOutboxDatabase } from '../store/platform/outbox/outbox.lease';
import { appendCommands } from '../store/platform/outbox/outbox';
import { readOutboxBacklog } from '../store/platform/outbox/outbox.backlog';
import type { Command } from '../store/change-log';
import { freshDatabase } from '../tests/harness/database';
import { service } from '../tests/harness/services';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import { PendingWorkflowTasks } from './pending-workflow-tasks';
import { OutboxDispatcher, type OutboxDispatcherOptions } from './outbox-dispatcher';

const WORKFLOWS = 12;
const SIGNALS = 15;

const run = randomBytes(4).toString('hex');
const logger = createLogger({ process: 'dispatcher-tests', level: 'silent' });
let connection: NativeConnection;
let client: Client;
let writer: Database;
const started: OutboxDispatcher[] = [];
const opened: Database[] = [];

beforeAll(async () => {
  connection = await NativeConnection.connect({ address: (await service('temporal')).address });
  client = new Client({ connection });
  writer = new Database({ url: await freshDatabase(), poolSize: 4 });
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
});

afterAll(async () => {
  await Promise.all([...opened, writer].map((database) => database.close()));
  await connection?.close();
});

/** Starts a dispatcher on a task queue without workers, so that the histories show what it delivered. */
function aDispatcher(options: Partial<OutboxDispatcherOptions> = {}): OutboxDispatcher {
  const database = openOutboxDatabase(writer.url);
  opened.push(database);
  const concurrency = { payer: 10, background: 4 };
  const dispatcher = new OutboxDispatcher({
    database,
    client,
    taskQueue: `no-worker-${run}`,
    logger,
    newToken: randomUUID,
    concurrency,
    ...options,
  });
  dispatcher.start();
  started.push(dispatcher);
  return dispatcher;
}

const getId = (number: number): string => `payment/${run}${number}.1`;
const signal = (workflowID: string, number: number): Command => ({
  kind: 'signal',
  workflowID,
  signal: 's',
  args: [number],
});
const start = (workflowID: string): Command => ({ kind: 'start', workflowID, workflowType: 'none', args: [] });

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; !(await condition()); await sleep(20))
    if (Date.now() > end) throw new Error('the condition was not met in time');
}

const waiting = async (lane: 'payer' | 'background'): Promise<number> =>
  (await readOutboxBacklog(writer)).get(lane)?.count ?? 0;

/** The signals of a workflow in the order of their first delivery. */
async function receivedSignals(workflowID: string): Promise<number[]> {
  const { events } = await client.workflow.getHandle(workflowID).fetchHistory();
  const numbers = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: attributes }) => {
    const [payload] = attributes?.input?.payloads ?? [];
    return payload?.data ? [Number(Buffer.from(payload.data).toString())] : [];
  });
  return [...new Set(numbers)];
}

test('concurrent dispatchers deliver every command in order although some of them stop', async () => {
  const workflowIDs = Array.from({ length: WORKFLOWS }, (_, number) => getId(number));
  await appendCommands(writer, workflowIDs.map(start));
  for (let number = 0; number < SIGNALS; number++) {
    await appendCommands(
      writer,
      workflowIDs.map((id) => signal(id, number)),
    );
  }
  const [first, second] = [aDispatcher(), aDispatcher(), aDispatcher()];
  await until(async () => (await waiting('payer')) < WORKFLOWS * SIGNALS);
  await first?.stop();
  await second?.stop();
  aDispatcher();
  await until(async () => (await waiting('payer')) === 0);
  const inOrder = Array.from({ length: SIGNALS }, (_, number) => number);
  for (const workflowID of workflowIDs) expect(await receivedSignals(workflowID)).toEqual(inOrder);
});

test('a command behind one in delivery is delivered as soon as that one ends', async () => {
  const delivered: number[] = [];
  const slowStarts = Object.create(client.workflow, {
    start: {
      value: (...args: Parameters<Client['workflow']['start']>) =>
        sleep(150).then(() => client.workflow.start(...args)),
    },
  });
  const dispatcher = aDispatcher({
    client: Object.create(client, { workflow: { value: slowStarts } }),
    onAttempt: () => delivered.push(performance.now()),
  });
  const gaps: number[] = [];
  for (let number = 0; number < 5; number++) {
    const workflowID = getId(300 + number);
    await appendCommands(writer, [start(workflowID)]);
    dispatcher.wake();
    await sleep(75);
    await appendCommands(writer, [signal(workflowID, 1)]);
    dispatcher.wake();
    await until(async () => delivered.length === 2);
    const [first = 0, second = 0] = delivered.splice(0);
    gaps.push(second - first);
  }
  // Deleting the delivered start takes 250 ms, unless another lease comes first.
  expect(Math.min(...gaps)).toBeLessThan(150);
});

test('a full worker gets no payer commands and a minimum of background commands', async () => {
  let freeSlots = 0;
  aDispatcher({ freeSlots: () => freeSlots });
  await appendCommands(writer, [start(getId(100)), start(`invoice/${run}-a`), start(`invoice/${run}-b`)]);
  await until(async () => (await waiting('background')) === 0);
  expect(await waiting('payer')).toBe(1);
  freeSlots = 5;
  await until(async () => (await waiting('payer')) === 0);
});

test('delivered tasks that the worker has not started count as in flight', async () => {
  const pendingTasks = new PendingWorkflowTasks(() => 0);
  aDispatcher({ pendingTasks, concurrency: { payer: 3, background: 1 } });
  const workflowIDs = [150, 151, 152, 153, 154].map(getId);
  await appendCommands(writer, [...workflowIDs.map(start), start(`invoice/${run}-c`)]);
  await until(async () => (await waiting('background')) === 0 && (await waiting('payer')) === 2);
  await sleep(200);
  expect([pendingTasks.count, await waiting('payer')]).toEqual([3, 2]);
  for (const workflowID of workflowIDs) pendingTasks.started(workflowID);
  await until(async () => (await waiting('payer')) === 0);
  expect(pendingTasks.count).toBe(2);
});

test('work that uses the processor counts as in flight', async () => {
  let running = 3;
  aDispatcher({ countRunning: () => running, concurrency: { payer: 3, background: 1 } });
  await appendCommands(writer, [start(getId(160)), start(`invoice/${run}-d`)]);
  await until(async () => (await waiting('background')) === 0);
  expect(await waiting('payer')).toBe(1);
  running = 2;
  await until(async () => (await waiting('payer')) === 0);
});

test('a rejected command blocks its own workflow only', async () => {
  // Temporal rejects a signal without a name.
  const bad: Command = { kind: 'signal', workflowID: getId(200), signal: '', args: [] };
  await appendCommands(writer, [
    start(getId(200)),
    bad,
    signal(getId(200), 1),
    start(getId(201)),
    signal(getId(201), 7),
  ]);
  aDispatcher();
  await until(async () => (await waiting('payer')) === 2);
  expect(await receivedSignals(getId(201))).toEqual([7]);
  expect(await receivedSignals(getId(200))).toEqual([]);
  await writer.search('DELETE FROM outbox', []);
});

test('an unavailable Temporal is retried at low concurrency and then receives all commands in order', async () => {
  const away = await NativeConnection.connect({ address: (await service('temporal')).address });
  await away.close();
  const lost = aDispatcher({ client: new Client({ connection: away }) });
  const workflowIDs = Array.from({ length: 60 }, (_, number) => getId(300 + number));
  await appendCommands(
    writer,
    workflowIDs.flatMap((id) => [start(id), signal(id, 1), signal(id, 2)]),
  );
  const tried = async (): Promise<number> => {
    const text = 'SELECT count(*)::integer AS count FROM outbox WHERE attempt_count > 0';
    const [row] = await writer.search<{ count: number }>(text, []);
    return row?.count ?? 0;
  };
  await until(async () => (await tried()) >= 30);
  expect(await waiting('payer')).toBe(180);
  expect(await tried()).toBeLessThan(120);
  await lost.stop();
  aDispatcher();
  await until(async () => (await waiting('payer')) === 0);
  for (const workflowID of workflowIDs) expect(await receivedSignals(workflowID)).toEqual([1, 2]);
});
