import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createWebhookActivities } from '../../../activities/delivery/webhook/webhook.activities';
import { deliveryTaskQueue } from '../../../workflow-names/workflow-messages';
import { RETRY_TIMETABLE_MS } from '../../../domain/delivery/webhook/retry-schedule';
import { createLogger } from '../../../runtime/logger';
import { statement } from '../../../store/postgres/database';
import { newId } from '../../../store/id';
import { leaseCommands } from '../../../store/platform/outbox/outbox.lease';
import { discardNow, retryNow } from '../../../store/delivery/webhook/operator-actions';
import { recordFailedDelivery } from '../../../store/delivery/webhook/escalate';
import { leaseQueues } from '../../../store/delivery/webhook/queue.lease';
import { listAttempts } from '../../../store/delivery/webhook/attempt.queries';
import type { WebhookRow } from '../../../store/delivery/webhook/webhook.table';
import { deleteWebhook } from '../../../store/delivery/webhook/webhook.transitions';
import {
  appendMessages,
  aShopStore,
  aWebhook,
  noLimits,
  type ShopStore,
} from '../../../tests/harness/factories/webhook';
import { untilAnswered } from '../../../tests/harness/answered';
import { terminateIdle, untilIdle } from '../../../tests/harness/idle-workflow';
import { ARRIVAL_TIMEOUT_MS } from '../../../tests/harness/timeouts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../tests/harness/webhook-receiver';
import { timeSkippingEnvironment } from '../../../tests/harness/workflow-environment';
import { service } from '../../../tests/harness/services';
import { examineHistory } from '../../../tests/harness/workflow-histories';
import { deliverCommand } from '../../../worker/deliver-command';
import { registerSearchAttributes } from '../../../worker/search-attributes';
import { stateQuery } from './delivery.contract';
import type { delivery } from './delivery.workflow';
import { discardEndpoint, endpointStateQuery, retryEndpoint } from './endpoint.contract';
import type { endpoint } from './endpoint.workflow';

/** Subjects with workflows of their own: one more is batched, one less is split again. */
const MAX_WORKFLOWS = 2;
const TASK_QUEUE = 'deliveries';
/** Tolerance for batch intervals and a slow machine. */
const MAX_DELAY_SECONDS = 20;

let bundle: { codePath: string };
let environment: TestWorkflowEnvironment;
let shop: ShopStore;
let receiver: WebhookReceiver;
let webhook: WebhookRow;
let workers: Worker[];
let running: Promise<unknown>;
let statementCount = 0;

Runtime.install({ logger: new DefaultLogger('ERROR') });

beforeAll(async () => {
  bundle = await service('bundle');
});

beforeEach(async () => {
  [environment, shop] = await Promise.all([timeSkippingEnvironment(), aShopStore()]);
  receiver = await startWebhookReceiver();
  receiver.answerWith(() => ({ status: 503 }));
  webhook = await aWebhook(shop, { url: receiver.url });
  // The database uses Temporal's clock, which skips idle time.
  const now = (): Date => new Date(Context.current().info.currentAttemptScheduledTimestampMs);
  const { store } = shop;
  const options = { store, allowedNetworks: ['127.0.0.0/8'], maxWorkflows: MAX_WORKFLOWS, now };
  const activities = createWebhookActivities(options);
  const { nativeConnection: connection } = environment;
  const logger = createLogger({ process: 'test', level: 'silent' });
  await registerSearchAttributes(connection, { namespace: 'default', logger });
  workers = [
    await Worker.create({ connection, taskQueue: TASK_QUEUE, workflowBundle: bundle, activities }),
    await Worker.create({ connection, taskQueue: deliveryTaskQueue(TASK_QUEUE), activities }),
  ];
  running = Promise.all(workers.map((worker) => worker.run()));
});

afterEach(async () => {
  const description = await ofEndpoint().describe();
  if (description.status.name === 'COMPLETED') await examineHistory(ofEndpoint());
  for (const worker of workers) worker.shutdown();
  await running;
  await environment.teardown();
  await receiver.close();
  await shop.store.database.close();
});

const ofEndpoint = () => environment.client.workflow.getHandle<typeof endpoint>(`webhook/${webhook.id}`);
const ofSubject = (subject: string) =>
  environment.client.workflow.getHandle<typeof delivery>(`webhook/${webhook.id}/${subject}`);

/** Creates failing subjects like the dispatcher and delivers the commands to Temporal. */
async function inTrouble(number: number, eventTypes = ['InvoiceCreated']): Promise<string[]> {
  const subjects: string[] = [];
  const startedAt = new Date(await environment.currentTimeMs());
  for (let count = 0; count < number; count++) {
    const invoiceID = newId();
    await appendMessages(shop, { invoiceID, eventTypes });
    const [queue] = await leaseQueues(shop.store.database, { limit: 1, token: newId(), limits: noLimits() });
    if (!queue?.head) throw new Error('nothing waits');
    const attempt = { startedAt, durationMs: 1, status: 500, error: null, answer: 'down' };
    const retryAt = new Date(startedAt.getTime() + 30_000);
    const refused = { queue, message: queue.head, attempt, firstAttemptAt: startedAt, retryAt };
    await recordFailedDelivery(shop.store, refused, MAX_WORKFLOWS);
    subjects.push(`invoice/${invoiceID}`);
  }
  await carryCommands();
  return subjects;
}

/** Waits without skipping time. */
async function untilEnded(): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end;) {
    if ((await ofEndpoint().describe()).status.name === 'COMPLETED') return;
  }
  throw new Error('the workflow of the endpoint goes on');
}

async function carryCommands(): Promise<void> {
  const { client } = environment;
  const request = { lane: 'background', limit: 100, seconds: 60, token: newId() } as const;
  const { commands } = await leaseCommands(shop.store.database, request);
  for (const { command } of commands) await deliverCommand({ command }, { client, taskQueue: TASK_QUEUE });
  for (const { command } of commands) await untilIdle(client.workflow.getHandle(command.workflowID));
  // Workflows write further commands during this.
  await rows(`DELETE FROM outbox WHERE id = ANY ('{${commands.map(({ id }) => id).join()}}')`);
}

async function rows(text: string): Promise<unknown[]> {
  return shop.store.database.run(statement(`test-${statementCount++}`, text), []);
}

/** The times of a subject's attempts, in seconds after the first. */
async function attemptsAbout(subject: string): Promise<number[]> {
  const all = await listAttempts(shop.store.database, { webhookID: webhook.id, subject, limit: 1_000 });
  const times = all.map(({ startedAt }) => startedAt.getTime()).toSorted((a, b) => a - b);
  return times.map((time) => (time - (times[0] ?? 0)) / 1_000);
}

async function untilAttempts(subject: string, number: number): Promise<void> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end;) {
    if ((await attemptsAbout(subject)).length >= number) break;
  }
  expect(await attemptsAbout(subject)).toHaveLength(number);
}

async function expectTimetable(subject: string, due: readonly number[]): Promise<void> {
  const made = await attemptsAbout(subject);
  const isOnTime = (at: number, index: number): boolean =>
    at >= (due[index] ?? Infinity) && at < (due[index] ?? 0) + MAX_DELAY_SECONDS;
  expect(made.map((at, index) => (isOnTime(at, index) ? due[index] : at))).toEqual(due);
}

/** The accepted messages of a subject. */
function takenAbout(subject: string): number[] {
  const messages = receiver.accepted().map((taken) => taken.json<{ eventID: number; invoice: { id: string } }>());
  return messages.filter(({ invoice }) => `invoice/${invoice.id}` === subject).map(({ eventID }) => eventID);
}

test('the endpoint’s workflow keeps each subject’s schedule and discards it separately', async () => {
  const own = await inTrouble(MAX_WORKFLOWS);
  await environment.sleep('1 min');
  const late = await inTrouble(2);
  // Signalled like by the outbox after the merge.
  const state = await untilAnswered(
    () => ofEndpoint().query(endpointStateQuery),
    ({ snapshot }) => snapshot?.subjectCount === 4,
  );
  expect(state).toMatchObject({ snapshot: { subjectCount: 4 } });
  await carryCommands();
  for (const subject of own) {
    expect(await ofSubject(subject).result()).toBe('handedOver');
    await examineHistory(ofSubject(subject));
  }
  expect(await ofEndpoint().result()).toBe('settled');
  const whole = [0, ...RETRY_TIMETABLE_MS.map((ms) => ms / 1_000)];
  for (const subject of [...own, ...late]) await expectTimetable(subject, whole);
  expect(await rows('SELECT DISTINCT status, discard_reason FROM webhook_deliveries')).toEqual([
    { status: 'discarded', discard_reason: 'retriesEnded' },
  ]);
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
  const history = await ofEndpoint().fetchHistory();
  expect(Buffer.from(JSON.stringify(history)).toString()).not.toContain('/webhook"');
});

test('a recovered endpoint receives each subject in order, including later messages', async () => {
  const subjects = await inTrouble(MAX_WORKFLOWS + 3, ['InvoiceCreated', 'InvoicePaid']);
  await environment.sleep('2 min');
  for (const subject of subjects) {
    await appendMessages(shop, { invoiceID: subject.slice('invoice/'.length), eventTypes: ['InvoicePaid'] });
  }
  receiver.answerWith(() => ({ status: 200 }));
  await carryCommands();
  await ofEndpoint().result();
  for (const [index, subject] of subjects.entries()) {
    expect(takenAbout(subject)).toEqual([2 * index + 1, 2 * index + 2, 2 * subjects.length + index + 1]);
    await expectTimetable(subject, [0, 30, 330, 330, 330]);
  }
  expect(await rows('SELECT * FROM webhook_queues')).toEqual([]);
});

test('an operator retries one subject or all without changing the schedule', async () => {
  const [one = '', ...others] = await inTrouble(MAX_WORKFLOWS + 2);
  await carryCommands();
  for (const args of [[{ subject: one }], [{}], [undefined]])
    await expect(ofEndpoint().executeUpdate(retryEndpoint, { args: args as never })).rejects.toThrow();
  expect(await retryNow(shop.store, { webhookID: webhook.id, subject: one })).toEqual({ subjectCount: 1 });
  await carryCommands();
  await untilAttempts(one, 2);
  for (const other of others) expect(await attemptsAbout(other)).toHaveLength(1);
  await environment.sleep('1 min');
  for (const other of others) await untilAttempts(other, 2);
  expect(await retryNow(shop.store, { webhookID: webhook.id })).toEqual({ subjectCount: 4 });
  await carryCommands();
  await environment.sleep('10 s');
  for (const other of others) await untilAttempts(other, 3);
  receiver.answerWith(() => ({ status: 200 }));
  await ofEndpoint().result();
  for (const other of others) {
    const made = await attemptsAbout(other);
    expect(made).toHaveLength(4);
    expect(made.at(-1)).toBeGreaterThanOrEqual(330);
    expect(made.at(-1)).toBeLessThan(330 + MAX_DELAY_SECONDS);
  }
});

test('a client of Temporal discards nothing, and an operator’s decision in the database ends the workflow', async () => {
  const [one = ''] = await inTrouble(MAX_WORKFLOWS + 3, ['InvoiceCreated', 'InvoicePaid']);
  const reason = 'the shop is closed';
  for (const args of [[undefined], [{ reason }], [{ reason, subject: one }]]) {
    await expect(ofEndpoint().executeUpdate(discardEndpoint, { args: args as never })).rejects.toThrow();
  }
  expect(await rows(`SELECT DISTINCT subject FROM webhook_deliveries WHERE status = 'discarded'`)).toEqual([]);
  const every = { webhookID: webhook.id, reason };
  expect(await discardNow(shop.store, { ...every, subject: one })).toEqual({ discardedCount: 2 });
  expect(await discardNow(shop.store, every)).toEqual({ discardedCount: 8 });
  await carryCommands();
  await ofEndpoint().result();
  expect(await rows('SELECT DISTINCT discard_reason FROM webhook_deliveries')).toEqual([
    { discard_reason: 'operator' },
  ]);
});

test('the workflow ends when its webhook is deleted', async () => {
  await inTrouble(MAX_WORKFLOWS + 2);
  await deleteWebhook(shop.store, { webhookID: webhook.id, partyID: shop.partyID });
  await carryCommands();
  await ofEndpoint().result();
  expect(receiver.deliveries).toEqual([]);
});

test('few subjects return to workflows of their own and keep their schedule', async () => {
  const [one = '', ...others] = await inTrouble(MAX_WORKFLOWS + 1);
  await environment.sleep('1 min');
  await untilAttempts(one, 2);
  for (const subject of others) {
    await discardNow(shop.store, { webhookID: webhook.id, reason: 'a test', subject });
  }
  await carryCommands();
  await untilEnded();
  await carryCommands();
  const state = await untilAnswered(
    () => ofSubject(one).query(stateQuery),
    ({ snapshot }) => snapshot !== null,
  );
  expect(state).toMatchObject({ snapshot: { attemptCount: 2 } });
  receiver.answerWith(() => ({ status: 200 }));
  expect(await ofSubject(one).result()).toBe('delivered');
  await expectTimetable(one, [0, 30, 330]);
});

test('a lost workflow is replaced and resumes from the database', async () => {
  const subjects = await inTrouble(MAX_WORKFLOWS + 2);
  await environment.sleep('1 min');
  await terminateIdle(ofEndpoint());
  await environment.client.workflow.start<typeof endpoint>('endpoint', {
    taskQueue: TASK_QUEUE,
    workflowId: ofEndpoint().workflowId,
    args: [{ webhookID: webhook.id }],
  });
  receiver.answerWith(() => ({ status: 200 }));
  expect(await ofEndpoint().result()).toBe('settled');
  for (const subject of subjects) await expectTimetable(subject, [0, 30, 330]);
});
