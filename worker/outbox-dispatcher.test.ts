import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createLogger } from '../runtime/logger';
import { Database } from '../store/database';
import { openOutboxDatabase } from '../store/outbox/outbox.lease';
import { appendCommands } from '../store/outbox/outbox';
import { readOutboxBacklog } from '../store/outbox/outbox.backlog';
import type { Command } from '../store/change-log';
import { freshDatabase } from '../testing/database';
import { service } from '../testing/services';
import { ARRIVAL_TIMEOUT_MS } from '../testing/timeouts';
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

/** A dispatcher whose task queue nobody polls: what it gave to the engine stands in the histories. */
function aDispatcher(options: Partial<OutboxDispatcherOptions> = {}): OutboxDispatcher {
  const database = openOutboxDatabase(writer.url);
  opened.push(database);
  const atOnce = { payer: 10, background: 4 };
  const dispatcher = new OutboxDispatcher({
    database,
    client,
    taskQueue: `nobody-${run}`,
    logger,
    newToken: randomUUID,
    atOnce,
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
    if (Date.now() > end) throw new Error('it never came');
}

const waiting = async (lane: 'payer' | 'background'): Promise<number> =>
  (await readOutboxBacklog(writer)).get(lane)?.count ?? 0;

/** What the engine has heard of a workflow's signals, each once: one that was given twice counts where it first stands. */
async function heard(workflowID: string): Promise<number[]> {
  const { events } = await client.workflow.getHandle(workflowID).fetchHistory();
  const numbers = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: attributes }) => {
    const [payload] = attributes?.input?.payloads ?? [];
    return payload?.data ? [Number(Buffer.from(payload.data).toString())] : [];
  });
  return [...new Set(numbers)];
}

test('several side by side, of which some stop in the middle, give each workflow its commands in their order and lose none', async () => {
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
  for (const workflowID of workflowIDs) expect(await heard(workflowID)).toEqual(inOrder);
});

test('what the worker has no room for waits, and what can wait goes on a little all the same', async () => {
  let room = 0;
  aDispatcher({ roomAtWorker: () => room });
  await appendCommands(writer, [start(getId(100)), start(`invoice/${run}-a`), start(`invoice/${run}-b`)]);
  await until(async () => (await waiting('background')) === 0);
  expect(await waiting('payer')).toBe(1);
  room = 5;
  await until(async () => (await waiting('payer')) === 0);
});

test('what the worker has not begun with counts as on its way, and nobody stands in the engine’s line in vain', async () => {
  const unbegun = new PendingWorkflowTasks(() => 0);
  aDispatcher({ unbegun, atOnce: { payer: 3, background: 1 } });
  const workflowIDs = [150, 151, 152, 153, 154].map(getId);
  await appendCommands(writer, [...workflowIDs.map(start), start(`invoice/${run}-c`)]);
  await until(async () => (await waiting('background')) === 0 && (await waiting('payer')) === 2);
  await sleep(200);
  expect([unbegun.count, await waiting('payer')]).toEqual([3, 2]);
  for (const workflowID of workflowIDs) unbegun.started(workflowID);
  await until(async () => (await waiting('payer')) === 0);
  expect(unbegun.count).toBe(2);
});

test('a command that the engine never takes holds up those of its own workflow and nobody else', async () => {
  // The engine takes no signal without a name.
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
  expect(await heard(getId(201))).toEqual([7]);
  expect(await heard(getId(200))).toEqual([]);
  await writer.search('DELETE FROM outbox', []);
});

test('an engine that is away is tried by few at a time, and gets everything in order when it is back', async () => {
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
  for (const workflowID of workflowIDs) expect(await heard(workflowID)).toEqual([1, 2]);
});
