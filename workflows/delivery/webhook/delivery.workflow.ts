import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { QueueSnapshot, QueueStatus } from '../../../domain/delivery/webhook/queue';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { deliveryTaskQueue } from '../../../workflow-names/workflow-messages';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { MIN_GAP_MS, nextAttemptAt } from '../../../domain/delivery/webhook/retry-schedule';
import { localActivities, ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import { entityStatus } from '../../search-attributes';
import { deliveryDetails } from './delivery.details';
import {
  discard,
  queueChanged,
  refuseUpdate,
  retryNow,
  stateQuery,
  type DeliveryInput,
  type DeliveryState,
  type WebhookActivities,
} from './delivery.contract';

const SUMMARIES: Summaries<WebhookActivities> = {
  readQueueStatus: 'Reads the state of the queue',
  deliverQueue: 'Sends the messages until one fails',
  discardQueue: 'Discards the messages',
};

const local = localActivities<WebhookActivities>(SUMMARIES, {
  startToCloseTimeout: '5 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});
/** Fails only if the platform cannot work; a failed delivery is a result. */
const RETRYING = {
  startToCloseTimeout: '45 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
} as const;

/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;

/** The outcome of a failing queue. */
export type DeliveryOutcome = 'delivered' | 'discarded' | 'handedOver' | 'paused';

const ENDINGS: Readonly<Record<DeliveryOutcome, (queue: DeliveryInput) => string>> = {
  delivered: () => 'Everything was delivered',
  discarded: () => 'The messages were discarded',
  handedOver: ({ webhookID }) =>
    `Too many subjects of the endpoint are in trouble: \`${workflowIDs.endpoint(webhookID)}\` goes on with all of them`,
  paused: () => 'The webhook is paused: messages are sent when it is resumed',
};

/**
 * Retries a failing queue until it is empty or discarded, or the endpoint's workflow takes it over. It follows the retry
 * schedule of the first message and then drains the queue, including messages that arrived since. Its state is in the
 * database, so a lost run can be replaced.
 */
export async function delivery(queue: DeliveryInput): Promise<DeliveryOutcome> {
  const run = new DeliveryRun(queue);
  let found = await run.readStatus();
  while (found.kind !== 'gone') {
    if (workflowInfo().historyLength > MAX_HISTORY_EVENTS && (await run.hasAnswered())) await continueAsNew(queue);
    found = await run.step(found);
  }
  run.end(found);
  await condition(allHandlersFinished);
  // A new run looks again: within this one the signal would decide about a step that may be recorded already.
  if (run.received.change) await continueAsNew(queue);
  return run.done.outcome;
}

class DeliveryRun {
  readonly state: DeliveryState = { doing: 'looking', snapshot: null, nextAttemptAt: null };
  readonly received = { change: false, retry: false, discard: false };
  readonly done = {
    attempts: 0,
    lastAttemptMs: 0,
    discardedCount: 0,
    outcome: 'delivered' as DeliveryOutcome,
  };

  /** Deliveries have a task queue of their own, so that hanging endpoints do not delay payments. */
  private readonly retrying = ordinaryActivities<WebhookActivities>(SUMMARIES, {
    ...RETRYING,
    taskQueue: deliveryTaskQueue(workflowInfo().taskQueue),
  });

  constructor(private readonly queue: DeliveryInput) {
    const validator = refuseUpdate;
    setHandler(queueChanged, () => void (this.received.change = true));
    setHandler(stateQuery, () => this.state);
    setHandler(retryNow, () => this.retryNow(), { validator });
    setHandler(discard, () => this.discardNow(), { validator });
  }

  async readStatus(): Promise<QueueStatus> {
    this.received.change = false;
    return local.readQueueStatus(this.queue);
  }

  /** Whether no update is pending; waits for pending ones first, so that repeated updates do not prevent continue-as-new. */
  async hasAnswered(): Promise<boolean> {
    if (allHandlersFinished()) return true;
    this.state.doing = 'looking';
    return condition(allHandlersFinished, '1 s', { summary: 'operators get their answers' });
  }

  async step(found: Exclude<QueueStatus, { kind: 'gone' }>): Promise<QueueStatus> {
    switch (found.kind) {
      case 'webhookDeleted':
        return this.discardAll();
      case 'due':
        return this.received.discard ? this.discardAll() : this.deliver();
      case 'retrying':
        return this.retry(found.snapshot);
    }
  }

  end(found: QueueStatus): void {
    Object.assign(this.state, { doing: 'ended', snapshot: null, nextAttemptAt: null });
    if (found.kind === 'gone' && found.isBatched) this.done.outcome = 'handedOver';
    if (found.kind === 'gone' && found.isPaused) this.done.outcome = 'paused';
    if (found.kind === 'gone' && found.isDiscarded) this.done.outcome = 'discarded';
    setCurrentDetails(ENDINGS[this.done.outcome](this.queue));
    upsertSearchAttributes([entityStatus(this.done.outcome)]);
  }

  private async retry(snapshot: QueueSnapshot): Promise<QueueStatus> {
    const { received } = this;
    this.done.outcome = 'delivered';
    const firstAttemptAt = new Date(snapshot.firstAttemptAt);
    const next = nextAttemptAt({ firstAttemptAt, lastAttemptAt: new Date(snapshot.lastAttemptAt) });
    if (!next) return this.discardAll();
    const isDue = await this.wait(snapshot, next);
    if (received.discard) return this.discardAll();
    return isDue || received.retry ? this.deliver() : this.readStatus();
  }

  /**
   * The minimum gap covers skew between the clocks of workers and Temporal.
   * @returns whether the attempt is due: the clock decides, not a signal that may have come before the timer or after it
   */
  private async wait(snapshot: QueueSnapshot, next: Date): Promise<boolean> {
    const atMs = Math.max(next.getTime(), this.done.lastAttemptMs + MIN_GAP_MS);
    Object.assign(this.state, { doing: 'waiting', snapshot, nextAttemptAt: rfc3339Text(new Date(atMs)) });
    setCurrentDetails(deliveryDetails(this.queue, this.state));
    const { received } = this;
    const isWoken = () => received.change || received.retry || received.discard;
    await waitForSignal(isWoken, Math.max(1, atMs - Date.now()), 'the next attempt is due');
    return Date.now() >= atMs;
  }

  private async deliver(): Promise<QueueStatus> {
    this.received.change = false;
    Object.assign(this.state, { doing: 'sending', nextAttemptAt: null });
    this.done.lastAttemptMs = Date.now();
    const found = await this.retrying.deliverQueue(this.queue);
    this.received.retry = false;
    this.done.attempts++;
    return found;
  }

  private async discardAll(): Promise<QueueStatus> {
    this.done.discardedCount += await local.discardQueue(this.queue);
    this.done.outcome = 'discarded';
    this.received.discard = false;
    return this.readStatus();
  }

  private async retryNow(): Promise<DeliveryState> {
    const { state, done } = this;
    const attemptsBefore = done.attempts;
    this.received.retry = true;
    await condition(() => (done.attempts > attemptsBefore && state.doing !== 'sending') || state.doing === 'ended');
    return { ...state };
  }

  private async discardNow(): Promise<{ discardedCount: number }> {
    const countBefore = this.done.discardedCount;
    this.received.discard = true;
    await condition(() => !this.received.discard || this.state.doing === 'ended');
    return { discardedCount: this.done.discardedCount - countBefore };
  }
}
