import { nextAttemptAt } from '../domain/webhook/retry-schedule';
import type { Store } from '../store/store';
import type { DeliveredMessage, DeliveryResult } from '../store/webhook/attempt.record';
import { recordFailedDelivery } from '../store/webhook/escalate';
import { findHead, type LeasedQueue, type WaitingMessage } from '../store/webhook/queue.lease';
import { listFollowing, recordRun, type TakenMessage } from '../store/webhook/run.record';
import type { MessageSender } from './message-sender';

/** What became of one message: taken (and what stands then), refused, or sent by somebody who lost the lease. */
type Delivery = DeliveryResult | { kind: 'refused' };

/** Who drives a queue gives its way of recording what was taken: one by one, or gathered with others. */
export interface Driver {
  store: Store;
  sender: Pick<MessageSender, 'send'>;
  recordDelivered: (delivered: DeliveredMessage) => Promise<DeliveryResult>;
  /** How many subjects of a webhook in trouble have a workflow each. */
  maxWorkflows: number;
  /** Ends the exchange under way, which then counts as not made. */
  stop?: AbortSignal;
}

/** The only answer that counts as taken. */
const TAKEN = 200;

/** So many of a subject in a row are recorded one by one, as all are of subjects in which little happens; then more at once. */
const FEW = 5;
/** A run ends then, however few were sent: what the endpoint has taken is known to the record soon. */
const MAX_RUN_MS = 1_000;

/** What became of a queue that was drained. */
export interface Drained {
  takenCount: number;
  /** Of the last message that was sent; `unsent` where none was. */
  last: Delivery['kind'] | 'unsent';
}

/**
 * Sends what waits in a leased queue, one message after the other, while they are taken and `goesOn` says so. A crash before they are
 * recorded makes them be sent again: at least once, in order.
 */
export async function drain(driver: Driver, queue: LeasedQueue, shouldContinue: () => boolean): Promise<Drained> {
  const drained: Drained = { takenCount: 0, last: 'unsent' };
  let message = queue.head;
  while (message && shouldContinue()) {
    const delivery = await deliverNext(driver, queue, message);
    drained.last = delivery.kind;
    if (delivery.kind === 'empty' || delivery.kind === 'more') drained.takenCount++;
    if (delivery.kind !== 'more') return drained;
    if (drained.takenCount >= FEW)
      return drainInRuns(driver, queue, { drained, shouldContinue, after: message.eventID });
    message = delivery.next ?? (await findHead(driver.store.database, queue));
  }
  return drained;
}

/** Sends one message and records the attempt under the lease. */
async function deliverNext(driver: Driver, queue: LeasedQueue, message: WaitingMessage): Promise<Delivery> {
  const attempt = await driver.sender.send(queue, message, driver.stop);
  if (attempt.status === TAKEN) return driver.recordDelivered({ queue, message, attempt });
  return refuse(driver, { queue, message, attempt });
}

async function refuse(driver: Driver, { queue, message, attempt }: DeliveredMessage): Promise<Delivery> {
  const firstAttemptAt = message.firstAttemptAt ?? attempt.startedAt;
  const retryAt = nextAttemptAt({ firstAttemptAt, lastAttemptAt: attempt.startedAt }) ?? null;
  const refused = { queue, message, attempt, firstAttemptAt, retryAt };
  const isRecorded = await recordFailedDelivery(driver.store, refused, driver.maxWorkflows);
  return { kind: isRecorded ? 'refused' : 'lost' };
}

/** A queue in which more waits, some of it at a time: read together, sent one after the other, and recorded together. */
async function drainInRuns(
  driver: Driver,
  queue: LeasedQueue,
  { drained, shouldContinue, after }: { drained: Drained; shouldContinue: () => boolean; after: bigint },
): Promise<Drained> {
  const { database } = driver.store;
  let last = after;
  while (shouldContinue()) {
    const waiting = await listFollowing(database, queue, last);
    const run = await sendRun(driver, { queue, waiting, shouldContinue });
    drained.last = await recordRun(database, queue, run.taken);
    if (drained.last === 'lost') return drained;
    drained.takenCount += run.taken.length;
    if (run.failure) throw run.failure.error;
    if (run.refused) drained.last = (await refuse(driver, { queue, ...run.refused })).kind;
    const sent = run.taken.at(-1);
    if (drained.last !== 'more' || !sent) return drained;
    last = sent.message.eventID;
  }
  return drained;
}

interface Run {
  taken: TakenMessage[];
  refused?: TakenMessage;
  /** What kept the next from being sent at all: what was taken before is recorded first. */
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
  const taken: TakenMessage[] = [];
  const endMs = performance.now() + MAX_RUN_MS;
  for (const message of waiting) {
    if (!shouldContinue() || performance.now() > endMs) break;
    try {
      const attempt = await driver.sender.send(queue, message, driver.stop);
      if (attempt.status !== TAKEN) return { taken, refused: { message, attempt } };
      taken.push({ message, attempt });
    } catch (error) {
      return { taken, failure: { error } };
    }
  }
  return { taken };
}
