import { Context } from '@temporalio/activity';
import type { WorkflowHandleWithSignaledRunId } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createWebhookActivities } from '../../../activities/delivery/webhook/webhook.activities';
import { deliveryTaskQueue } from '../../../workflow-names/workflow-messages';
import { RETRY_TIMETABLE_MS } from '../../../domain/delivery/webhook/retry-schedule';
import { createLogger } from '../../../runtime/logger';
import { statement } from '../../../store/postgres/database';
import { newId } from '../../../store/id';
import { leaseCommands, type LeasedCommand } from '../../../store/platform/outbox/outbox.lease';
import { recordFailedDelivery } from '../../../store/delivery/webhook/escalate';
import { leaseQueues } from '../../../store/delivery/webhook/queue.lease';
import { listAttempts } from '../../../store/delivery/webhook/attempt.queries';
import type { WebhookRow } from '../../../store/delivery/webhook/webhook.table';
import { deleteWebhook } from '../../../store/delivery/webhook/webhook.transitions';
import { untilAnswered } from '../../../tests/harness/answered';
import { terminateIdle } from '../../../tests/harness/idle-workflow';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';
import {
  appendMessages,
  noLimits,
  aShopStore,
  aWebhook,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { service } from '../../../tests/harness/services';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { timeSkippingEnvironment } from '../../../tests/harness/workflow-environment';
import { registerSearchAttributes } from '../../../worker/search-attributes';
import { discard, queueChanged, retryNow } from './delivery.contract';
import type { delivery } from './delivery.workflow';

let bundle: { codePath: string };
let environment: TestWorkflowEnvironment;
let shop: ShopStore;
let receiver: WebhookReceiver;
let webhook: WebhookRow;
let worker: Worker;
let sender: Worker;
let running: Promise<unknown>;
let statementCount = 0;
let started: Handle | undefined;

Runtime.install({ logger: new DefaultLogger('ERROR') });

beforeAll(async () => {
  bundle = await service('bundle');
});

beforeEach(async () => {
  [environment, shop] = await Promise.all([timeSkippingEnvironment(), aShopStore()]);
  receiver = await startWebhookReceiver();
  webhook = await aWebhook(shop, { url: receiver.url });
  // The database uses Temporal's clock, which skips idle time.
  const now = (): Date => new Date(Context.current().info.currentAttemptScheduledTimestampMs);
  const activities = createWebhookActivities({
    store: shop.store,
    allowedNetworks: ['127.0.0.0/8'],
    maxWorkflows: 50,
    now,
  });
  const taskQueue = 'deliveries';
  const { nativeConnection: connection } = environment;
  const logger = createLogger({ process: 'test', level: 'silent' });
  await registerSearchAttributes(connection, { namespace: 'default', logger });
  worker = await Worker.create({ connection, taskQueue, workflowBundle: bundle, activities });
  sender = await Worker.create({ connection, taskQueue: deliveryTaskQueue(taskQueue), activities });
  running = Promise.all([worker.run(), sender.run()]);
});

afterEach(async () => {
  if (started) await examineHistory(started);
  worker.shutdown();
  sender.shutdown();
  await running;
  await environment.teardown();
  await receiver.close();
  await shop.store.database.close();
});

/** Adds a message, fails the first one like the dispatcher, and starts the workflow like the outbox. */
async function inTrouble(invoiceID: string, eventTypes = ['InvoiceCreated']): Promise<Handle> {
  await appendMessages(shop, { invoiceID, eventTypes });
  const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: 'test', limits: noLimits() });
  const firstAttemptAt = new Date(await environment.currentTimeMs());
  const attempt = { startedAt: firstAttemptAt, durationMs: 1, status: 500, error: null, answer: 'down' };
  if (!queue?.head) throw new Error('nothing waits');
  const refused = { queue, message: queue.head, attempt, firstAttemptAt, retryAt: firstAttemptAt };
  await recordFailedDelivery(shop.store, refused, 50);
  return start();
}

async function leaseOne(): Promise<LeasedCommand | undefined> {
  const request = { lane: 'background', limit: 1, seconds: 60, token: 'test' } as const;
  return (await leaseCommands(shop.store.database, request)).commands[0];
}

type Handle = WorkflowHandleWithSignaledRunId<typeof delivery>;

async function start(): Promise<Handle> {
  const leased = await leaseOne();
  if (leased?.command.kind !== 'signalWithStart') throw new Error('no workflow was commanded');
  const { workflowID, workflowType, args, signal, signalArgs } = leased.command;
  started = await environment.client.workflow.signalWithStart<typeof delivery>(workflowType, {
    taskQueue: 'deliveries',
    workflowId: workflowID,
    args: args as Parameters<typeof delivery>,
    signal,
    signalArgs: signalArgs as [],
  });
  // Like the dispatcher: later commands of this workflow wait for the unacknowledged one.
  const acknowledged = { lane: 'background', limit: 0, seconds: 60, token: 'test', done: [leased.id] } as const;
  await leaseCommands(shop.store.database, acknowledged);
  return started;
}

async function attempts(): Promise<{ eventID: bigint; startedAt: Date; status: number | null }[]> {
  const all = await listAttempts(shop.store.database, { webhookID: webhook.id, limit: 1_000 });
  return all.reverse();
}

/** Tolerance for attempts on a slow machine: half of the first interval. */
const MAX_DELAY_SECONDS = 15;

/** Compares the times of attempts, in seconds after the first, with the schedule. */
async function expectTimetable(due: readonly number[]): Promise<void> {
  const all = await attempts();
  const first = all[0]?.startedAt.getTime() ?? 0;
  const made = all.map(({ startedAt }) => (startedAt.getTime() - first) / 1_000);
  const isOnTime = made.map((at, index) => at >= (due[index] ?? 0) && at < (due[index] ?? 0) + MAX_DELAY_SECONDS);
  expect({ made: made.map((at, index) => (isOnTime[index] ? due[index] : at)) }).toEqual({ made: due });
}

async function rows(text: string): Promise<unknown[]> {
  return shop.store.database.run(statement(`test-${statementCount++}`, text), []);
}

const received = (): number[] => receiver.accepted().map((taken) => taken.json<{ eventID: number }>().eventID);

test('an undelivered message is retried on schedule, and then its queue is discarded', async () => {
  receiver.answerWith(() => ({ status: 503, body: 'closed' }));
  const [one, other] = [newId(), newId()];
  const handle = await inTrouble(one, ['InvoiceCreated', 'InvoicePaid']);
  await appendMessages(shop, { invoiceID: other });
  expect(await handle.result()).toBe('discarded');
  const hours = Array.from({ length: 22 }, (_, index) => 4_830 + 3_600 * (index + 1));
  await expectTimetable([0, 30, 330, 1_230, 4_830, ...hours, 86_400]);
  expect(await rows(`SELECT event_id, status, discard_reason FROM webhook_deliveries ORDER BY event_id`)).toEqual([
    { event_id: 1n, status: 'discarded', discard_reason: 'retriesEnded' },
    { event_id: 2n, status: 'discarded', discard_reason: 'retriesEnded' },
    { event_id: 3n, status: 'pending', discard_reason: null },
  ]);
  expect(await rows('SELECT subject, state FROM webhook_queues')).toEqual([
    { subject: `invoice/${other}`, state: 'ready' },
  ]);
});

test('a message accepted after two failures is followed by later ones in order', async () => {
  receiver.answerNext({ status: 500 });
  const invoiceID = newId();
  const handle = await inTrouble(invoiceID);
  for (let count = 0; count < 5; count++) await appendMessages(shop, { invoiceID, eventTypes: ['InvoicePaid'] });
  expect(await handle.result()).toBe('delivered');
  await expectTimetable([0, 30, 330, 330, 330, 330, 330, 330]);
  expect(received()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
});

test('each failing message has its own schedule', async () => {
  receiver.answerWith((arrived) => ({ status: arrived.json<{ eventID: number }>().eventID === 2 ? 500 : 200 }));
  const handle = await inTrouble(newId(), ['InvoiceCreated', 'InvoicePaid']);
  expect(await handle.result()).toBe('discarded');
  await expectTimetable([0, 30, ...[0, ...RETRY_TIMETABLE_MS].map((ms) => 30 + ms / 1_000)]);
});

test('repeated signals do not prevent continue-as-new', async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const { workflowId, signaledRunId } = await inTrouble(newId());
  const handle = environment.client.workflow.getHandle(workflowId);
  for (let count = 0; count < 250; count++) await handle.signal(queueChanged);
  const latest = await untilAnswered(
    () => handle.describe(),
    ({ runId }) => runId !== signaledRunId,
  );
  expect(latest.historyLength).toBeLessThan(1_000);
});

test('a client of Temporal neither retries nor discards', async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const handle = await inTrouble(newId(), ['InvoiceCreated', 'InvoicePaid']);
  for (const args of [[undefined], [{ reason: 'the shop is closed' }]]) {
    await expect(handle.executeUpdate(discard, { args: args as never })).rejects.toThrow();
  }
  await expect(handle.executeUpdate(retryNow)).rejects.toThrow();
  expect(await rows('SELECT DISTINCT discard_reason FROM webhook_deliveries')).toEqual([{ discard_reason: null }]);
  expect(receiver.deliveries).toEqual([]);
});

test('the workflow ends when its webhook is deleted', async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const handle = await inTrouble(newId());
  await deleteWebhook(shop.store, { webhookID: webhook.id, partyID: shop.partyID });
  const leased = await leaseOne();
  if (leased?.command.kind !== 'signal') throw new Error('no signal was commanded');
  await handle.signal(leased.command.signal);
  await handle.result();
  expect(receiver.deliveries).toEqual([]);
});

test('a lost workflow is replaced and resumes from the database', async () => {
  const handle = await inTrouble(newId());
  await terminateIdle(handle);
  const again = await environment.client.workflow.start<typeof delivery>('delivery', {
    taskQueue: 'deliveries',
    workflowId: handle.workflowId,
    args: [{ webhookID: webhook.id, subject: handle.workflowId.split('/').slice(2).join('/') }],
  });
  expect(await again.result()).toBe('delivered');
  await expectTimetable([0, 30]);
});

test('a backlog is drained in batches with a short history without addresses and bodies', async () => {
  const invoiceID = newId();
  const handle = await inTrouble(invoiceID);
  for (let count = 0; count < 300; count++) await appendMessages(shop, { invoiceID });
  expect(await handle.result()).toBe('delivered');
  expect(received()).toEqual(Array.from({ length: 301 }, (_, index) => index + 1));
  const history = await handle.fetchHistory();
  expect(history.events?.length).toBeLessThan(40);
  const text = JSON.stringify(history);
  expect(text).not.toContain('/webhook"');
  expect(Buffer.from(text).toString()).not.toContain(webhook.publicKey);
});
