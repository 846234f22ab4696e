import { nextAttemptAt } from '../domain/delivery/webhook/retry-schedule';
import type { Database } from '../store/postgres/database';
import type { Store } from '../store/store';
import type { DeliveredMessage, DeliveryResult } from '../store/delivery/webhook/attempt.record';
import { recordFailedDelivery } from '../store/delivery/webhook/escalate';
import { findHead, type LeasedQueue, type WaitingMessage } from '../store/delivery/webhook/queue.lease';
import { listFollowing, recordRun, type TakenMessage } from '../store/delivery/webhook/run.record';
import type { MessageSender } from './message-sender';

/** The result of one delivery; `lost`: the lease was lost, nothing was recorded. */
type Delivery = DeliveryResult | { kind: 'refused' };

/** What drains a queue supplies how successful deliveries are recorded. */
export interface Driver {
  store: Store;
  sender: Pick<MessageSender, 'send'>;
  recordDelivered: (delivered: DeliveredMessage) => Promise<DeliveryResult>;
  /** Records runs; by default the store's. */
  deliveries?: Database;
  /** How many failing subjects of a webhook have a workflow each. */
  maxWorkflows: number;
  /** Aborts the delivery in progress, which is then not recorded. */
  stop?: AbortSignal;
}

/** The only status that counts as delivered. */
const DELIVERED_STATUS = 200;

/** So many messages of a subject that come one by one are recorded so; further ones in runs. */
const MAX_SINGLE_RECORDS = 5;
/** Ends a run early, so that slow deliveries are recorded soon. */
const MAX_RUN_MS = 1_000;

/** The result of draining a queue. */
export interface Drained {
  deliveredCount: number;
  /** Result of the last delivery; `unsent` if there was none. */
  last: Delivery['kind'] | 'unsent';
}

/**
 * Delivers the messages of a leased queue in order until one fails or `shouldContinue` returns false. After a crash unrecorded ones are
 * delivered again.
 */
export async function drain(driver: Driver, queue: LeasedQueue, shouldContinue: () => boolean): Promise<Drained> {
  const drained: Drained = { deliveredCount: 0, last: 'unsent' };
  const draining: Draining = { drained, shouldContinue };
  const { head, following } = queue;
  let message = head;
  if (head && following.length > 0) {
    if (!(await deliverRun(driver, queue, draining, [head, ...following]))) return drained;
    message = await findHead(driver.store.database, queue);
  }
  while (message && shouldContinue()) {
    const delivery = await deliverNext(driver, queue, message);
    drained.last = delivery.kind;
    if (delivery.kind === 'empty' || delivery.kind === 'more') drained.deliveredCount++;
    if (delivery.kind !== 'more') return drained;
    if (drained.deliveredCount >= MAX_SINGLE_RECORDS) return drainInRuns(driver, queue, draining, message);
    message = delivery.next ?? (await findHead(driver.store.database, queue));
  }
  return drained;
}

interface Draining {
  drained: Drained;
  shouldContinue: () => boolean;
}

async function deliverNext(driver: Driver, queue: LeasedQueue, message: WaitingMessage): Promise<Delivery> {
  const attempt = await driver.sender.send(queue, message, driver.stop);
  if (attempt.status === DELIVERED_STATUS) return driver.recordDelivered({ queue, message, attempt });
  return refuse(driver, { queue, message, attempt });
}

async function refuse(driver: Driver, { queue, message, attempt }: DeliveredMessage): Promise<Delivery> {
  const firstAttemptAt = message.firstAttemptAt ?? attempt.startedAt;
  const retryAt = nextAttemptAt({ firstAttemptAt, lastAttemptAt: attempt.startedAt }) ?? null;
  const refused = { queue, message, attempt, firstAttemptAt, retryAt };
  const isRecorded = await recordFailedDelivery(driver.store, refused, driver.maxWorkflows);
  return { kind: isRecorded ? 'refused' : 'lost' };
}

/** Reads up to twenty messages at a time and delivers them in runs. */
async function drainInRuns(
  driver: Driver,
  queue: LeasedQueue,
  draining: Draining,
  after: WaitingMessage,
): Promise<Drained> {
  let last: WaitingMessage | undefined = after;
  while (last && draining.shouldContinue()) {
    const waiting = await listFollowing(driver.store.database, queue, last.eventID);
    last = await deliverRun(driver, queue, draining, waiting);
  }
  return draining.drained;
}

/** Delivers messages one by one and records them in one statement. @returns the last one if more may follow */
async function deliverRun(
  driver: Driver,
  queue: LeasedQueue,
  { drained, shouldContinue }: Draining,
  waiting: readonly WaitingMessage[],
): Promise<WaitingMessage | undefined> {
  if (!shouldContinue()) return undefined;
  const run = await sendRun(driver, { queue, waiting, shouldContinue });
  drained.last = await recordRun(driver.deliveries ?? driver.store.database, queue, run.delivered);
  if (drained.last === 'lost') return undefined;
  drained.deliveredCount += run.delivered.length;
  if (run.failure) throw run.failure.error;
  if (run.refused) drained.last = (await refuse(driver, { queue, ...run.refused })).kind;
  return drained.last === 'more' ? run.delivered.at(-1)?.message : undefined;
}

interface Run {
  delivered: TakenMessage[];
  refused?: TakenMessage;
  /** An error that prevented the next delivery; those before it are recorded first. */
  failure?: { error: unknown };
}

async function sendRun(
  driver: Driver,
  {
    queue,
    waiting,
    shouldContinue,
  }: { queue: LeasedQueue; waiting: readonly WaitingMessage[]; shouldContinue: () => boolean },
): Promise<Run> {
  const delivered: TakenMessage[] = [];
  const endMs = performance.now() + MAX_RUN_MS;
  for (const message of waiting) {
    if (!shouldContinue() || performance.now() > endMs) break;
    try {
      const attempt = await driver.sender.send(queue, message, driver.stop);
      if (attempt.status !== DELIVERED_STATUS) return { delivered, refused: { message, attempt } };
      delivered.push({ message, attempt });
    } catch (error) {
      return { delivered, failure: { error } };
    }
  }
  return { delivered };
}
