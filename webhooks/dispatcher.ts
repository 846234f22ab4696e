import { setMaxListeners } from 'node:events';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import type { Database } from '../store/postgres/database';
import { OutcomeUnknown, DatabaseUnavailable } from '../store/postgres/database-failure';
import { WakeUpListener } from '../store/postgres/wake-up';
import type { Store } from '../store/store';
import { discardQueue } from '../store/delivery/webhook/discard';
import { recoverLostQueues } from '../store/delivery/webhook/escalate';
import { freeQueues, type PerhapsLeased } from '../store/delivery/webhook/queue.free';
import {
  leaseQueues,
  openDeliveryDatabase,
  releaseQueues,
  type LeasedQueue,
} from '../store/delivery/webhook/queue.lease';
import { feedReplays } from '../store/delivery/webhook/replay.feed';
import { drain, type Driver } from './deliver';
import { DeliveryBacklog, type Started } from './delivery-backlog';
import { CONNECTIONS_PER_HOST, DeliveryConcurrency } from './delivery-concurrency';
import { MessageSender } from './message-sender';
import { recordInBatches } from './record-in-batches';

export interface WebhookDispatcherOptions {
  store: Store;
  /** For the connections that lease queues and receive notifications. */
  databaseUrl: string;
  /** Private networks that webhooks may reach, as CIDR. */
  allowedNetworks: readonly string[];
  /** How many failing subjects of a webhook have a workflow each. */
  maxWorkflows: number;
  logger: Logger;
  /** Creates the token of a lease (`LeaseOwner`). */
  newToken: () => string;
}

/** Concurrent deliveries. Slow ones are few, because each that fails costs a workflow. */
const CAPACITY = { total: 384, slow: 128, unprovenPerHost: CONNECTIONS_PER_HOST / 2 } as const;
const BATCH_SIZE = 64;
/** Polling finds what a lost notification did not announce. */
const POLL_INTERVAL_MS = 500;
const RECOVERY_INTERVAL_MS = 60_000;
/** How long deliveries in progress may take when the process stops. */
const GRACE_MS = 2_000;
/** Polling for planned replays, and between two portions of one. */
const REPLAY_INTERVAL_MS = { idle: 500, busy: 25 } as const;

/** Starts delivering messages to webhooks. `stop` ends it without losing a message. */
export function startWebhookDispatcher(options: WebhookDispatcherOptions): { stop: () => Promise<void> } {
  const dispatcher = new WebhookDispatcher(options);
  dispatcher.start();
  return { stop: () => dispatcher.stop() };
}

/**
 * Leases and drains the queues whose deliveries succeed; the first failure passes a queue to its workflow. Several workers share the
 * queues by leases.
 */
class WebhookDispatcher {
  private readonly driver: Driver;
  private readonly sender: MessageSender;
  private readonly listener: WakeUpListener;
  /** Leases queues and records deliveries. */
  private readonly deliveries: Database;
  private readonly abort = new AbortController();
  private readonly tasks = new Set<Promise<void>>();
  private readonly backlog = new DeliveryBacklog(
    new DeliveryConcurrency(CAPACITY, (partyID) => this.startWaiting(partyID)),
  );
  private readonly dispatching: PeriodicTask;
  private readonly feeding: PeriodicTask;
  private readonly recovering: PeriodicTask;
  private readonly abandoned: PerhapsLeased[] = [];
  private isStopped = false;
  /** Whether the last lease was limited: then the end of a delivery triggers another. */
  private isLimited = false;

  constructor(private readonly options: WebhookDispatcherOptions) {
    const { store, databaseUrl, logger } = options;
    setMaxListeners(CAPACITY.total, this.abort.signal);
    this.sender = new MessageSender(options);
    this.deliveries = openDeliveryDatabase(databaseUrl);
    this.driver = {
      store,
      sender: this.sender,
      recordDelivered: recordInBatches(this.deliveries),
      deliveries: this.deliveries,
      maxWorkflows: options.maxWorkflows,
      stop: this.abort.signal,
    };
    this.dispatching = new PeriodicTask({
      run: () => this.dispatchBatch(),
      onError: (error) => logger.error({ err: error }, 'deliveries: a batch failed'),
      retryAfterMs: POLL_INTERVAL_MS,
    });
    this.feeding = new PeriodicTask({
      run: async () => ((await feedReplays(store)) > 0 ? REPLAY_INTERVAL_MS.busy : REPLAY_INTERVAL_MS.idle),
      onError: (error) => logger.error({ err: error }, 'deliveries: a replay failed'),
      retryAfterMs: REPLAY_INTERVAL_MS.idle,
    });
    this.recovering = new PeriodicTask({
      run: () => this.recover(),
      onError: (error) => logger.error({ err: error }, 'deliveries: lost queues could not be recovered'),
      retryAfterMs: RECOVERY_INTERVAL_MS,
    });
    this.listener = new WakeUpListener(
      databaseUrl,
      (channel) => {
        if (channel === 'deliveries') this.dispatching.notify();
      },
      (error) => logger.warn({ err: error }, 'deliveries: the connection for notifications was lost'),
    );
    store.wakeUp.onSend('deliveries', () => this.dispatching.notify());
    store.wakeUp.deliveries = {
      newToken: () => (this.hasRoom() ? options.newToken() : undefined),
      accept: (leased) => this.acceptNew(leased),
      abandon: (lease) => this.abandoned.push(lease),
    };
  }

  start(): void {
    void this.listener.open();
    for (const task of [this.recovering, this.dispatching, this.feeding]) task.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.feeding.stop();
    const late = setTimeout(() => this.abort.abort(), GRACE_MS);
    await Promise.all([this.dispatching.stop(), this.recovering.stop()]);
    await this.releaseAtStop(this.backlog.removeExpired(0));
    while (this.tasks.size > 0) await Promise.allSettled(this.tasks);
    clearTimeout(late);
    await this.deliveries.close();
    await this.listener.close();
    await this.sender.close();
  }

  /** Without the database the leases expire, and another dispatcher takes over the queues. */
  private async releaseAtStop(queues: readonly LeasedQueue[]): Promise<void> {
    try {
      await releaseQueues(this.options.store.database, queues);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) return;
      this.options.logger.error({ err: error }, 'deliveries: queues could not be released');
    }
  }

  /** Returns the time until the next poll. */
  private async dispatchBatch(): Promise<number> {
    for (const started of this.backlog.startAllWaiting()) this.begin(started);
    for (let lease = this.abandoned[0]; lease; lease = this.abandoned[0]) {
      await freeQueues(this.options.store.database, lease);
      this.abandoned.shift();
    }
    await releaseQueues(this.options.store.database, this.backlog.removeExpired());
    const limit = Math.min(BATCH_SIZE, CAPACITY.total - this.tasks.size);
    this.isLimited = true;
    if (limit <= 0) return POLL_INTERVAL_MS;
    const limits = this.backlog.leaseLimits();
    const queues = await leaseQueues(this.deliveries, { limit, token: this.options.newToken(), limits });
    for (const queue of queues) this.accept(queue);
    const isOverShare = [...limits.perParty.values()].some((free) => free < limit);
    this.isLimited = limit < BATCH_SIZE || isOverShare || !this.backlog.isEmpty;
    return queues.length === limit ? 0 : POLL_INTERVAL_MS;
  }

  /** Far from full, so that parties wait for their turns in the database. */
  private hasRoom(): boolean {
    return !this.isStopped && this.backlog.isEmpty && this.tasks.size < CAPACITY.total / 4;
  }

  /** Takes queues that were leased with a change. */
  private acceptNew(leased: readonly LeasedQueue[]): void {
    if (this.isStopped) void this.releaseAtStop(leased);
    else for (const queue of leased) this.accept(queue);
  }

  private accept(queue: LeasedQueue): void {
    if (queue.isWebhookDeleted) {
      this.track(
        discardQueue(this.options.store, queue, 'webhookDeleted').then(() => undefined),
        getNames(queue),
      );
      return;
    }
    const slot = this.backlog.admit(queue);
    if (slot) this.begin({ queue, slot });
  }

  private begin({ queue, slot }: Started): void {
    const draining = this.drainQueue({ queue, slot }).finally(() => {
      slot.release();
      this.startWaiting(queue.partyID);
    });
    this.track(draining, getNames(queue));
  }

  private startWaiting(partyID: string): void {
    if (this.isStopped) return;
    for (const started of this.backlog.startWaiting(partyID)) this.begin(started);
  }

  private async drainQueue({ queue, slot }: Started): Promise<void> {
    let isCutOff = false;
    const send: MessageSender['send'] = (...given) => slot.during(() => this.sender.send(...given));
    try {
      const drained = await drain({ ...this.driver, sender: { send } }, queue, () => !(isCutOff = this.isStopped));
      // Another owner must not wait for the end of the lease.
      if (drained.last !== 'empty' && drained.last !== 'refused') isCutOff = true;
    } catch (error) {
      // `stop` aborted the delivery.
      if (!this.abort.signal.aborted || error !== this.abort.signal.reason) throw error;
      isCutOff = true;
    }
    if (isCutOff) await releaseQueues(this.options.store.database, [queue]);
  }

  /** After an error (a defect, or no database) the lease expires and the queue is leased again. */
  private track(work: Promise<void>, about: object): void {
    const task = work
      .catch((error: unknown) => this.options.logger.error({ ...about, err: error }, 'deliveries: a queue failed'))
      .finally(() => {
        this.tasks.delete(task);
        if (this.isLimited) this.dispatching.notify();
      });
    this.tasks.add(task);
  }

  private async recover(): Promise<number> {
    const count = await recoverLostQueues(this.options.store);
    if (count > 0) this.options.logger.warn({ count }, 'deliveries: restarted workflows of lost queues');
    return RECOVERY_INTERVAL_MS;
  }
}

function getNames({ webhookID, subject, partyID }: LeasedQueue): object {
  return { webhookID, subject, partyID };
}
