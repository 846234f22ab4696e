import { setMaxListeners } from 'node:events';
import type { Logger } from '../runtime/logger';
import { Database } from '../store/database';
import { OutcomeUnknown, DatabaseUnavailable } from '../store/database-failure';
import { WakeUpListener } from '../store/wake-up';
import type { Store } from '../store/store';
import { discardQueue } from '../store/webhook/discard';
import { recoverLostQueues } from '../store/webhook/escalate';
import { leaseQueues, releaseQueues, type LeasedQueue } from '../store/webhook/queue.lease';
import { drain, type Driver } from './deliver';
import { DeliveryRecorder } from './delivery-recorder';
import { DeliveryConcurrency } from './delivery-concurrency';
import { HostBacklog, type Started } from './host-backlog';
import { CONNECTIONS_PER_HOST } from './per-host-limiter';
import { ReplayFeeder } from './replay-feeder';
import { MessageSender } from './message-sender';

export interface WebhookDispatcherOptions {
  store: Store;
  /** For the connections on which wake-ups arrive and queues are leased. */
  databaseUrl: string;
  /** Private networks that may be reached all the same, as CIDR. */
  allowedNetworks: readonly string[];
  /** How many subjects of a webhook in trouble have a workflow each. */
  maxWorkflows: number;
  logger: Logger;
  /** For each lease (`LeaseHolder`). */
  newToken: () => string;
}

/**
 * Exchanges under way at once. The slow ones are few: each that fails costs the engine a workflow. At one host they are half of what a
 * party may have there: its endpoints that answer have the rest.
 */
const CAPACITY = { fast: 256, slow: 128, slowPerHost: CONNECTIONS_PER_HOST / 2 } as const;
const MAX_LOAD = CAPACITY.fast + CAPACITY.slow;
const BATCH_SIZE = 64;
/** The dispatcher looks by itself this often, should a wake-up be lost. */
const IDLE_MS = 500;
const REVIVE_MS = 60_000;
/** What is under way when the process stops has this long to end by itself. */
const GRACE_MS = 2_000;

/** Starts to deliver messages to webhooks. `stop` ends it without losing anything. */
export function startWebhookDispatcher(options: WebhookDispatcherOptions): { stop: () => Promise<void> } {
  const dispatcher = new WebhookDispatcher(options);
  dispatcher.start();
  return { stop: () => dispatcher.stop() };
}

/**
 * Drives the queues in which all goes well: each is leased, drained and given up when it is empty, or passed to its
 * workflow at the first message that is not taken. Several workers share the work by leases.
 */
class WebhookDispatcher {
  private readonly driver: Driver;
  private readonly sender: MessageSender;
  private readonly listener: WakeUpListener;
  private readonly feeder: ReplayFeeder;
  private readonly leases: Database;
  private readonly abort = new AbortController();
  private readonly tasks = new Set<Promise<void>>();
  private readonly backlog = new HostBacklog(new DeliveryConcurrency(CAPACITY, () => this.wake()));
  private wake: () => void = () => undefined;
  private isStopped = false;
  /** Whether the last look left queues for want of slots: then each that ends makes another look worth its while. */
  private isHeldBack = false;
  private running: Promise<void> = Promise.resolve();
  private reviving: NodeJS.Timeout | undefined;

  constructor(private readonly options: WebhookDispatcherOptions) {
    const { store, databaseUrl } = options;
    setMaxListeners(MAX_LOAD, this.abort.signal);
    this.sender = new MessageSender(options);
    this.leases = new Database({ url: databaseUrl, poolSize: 1 });
    const recorder = new DeliveryRecorder(store.database);
    this.driver = {
      store,
      sender: this.sender,
      recordDelivered: (delivered) => recorder.record(delivered),
      maxWorkflows: options.maxWorkflows,
      stop: this.abort.signal,
    };
    this.feeder = new ReplayFeeder(store, options.logger);
    this.listener = new WakeUpListener(
      databaseUrl,
      (channel) => {
        if (channel === 'deliveries') this.wake();
      },
      (error) => options.logger.warn({ err: error }, 'deliveries: no wake-ups for a while'),
    );
    store.wakeUp.onSend('deliveries', () => this.wake());
  }

  start(): void {
    void this.listener.open();
    this.reviving = setInterval(() => void this.revive(), REVIVE_MS);
    this.running = this.loop();
    this.feeder.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.reviving);
    this.wake();
    await this.feeder.stop();
    const late = setTimeout(() => this.abort.abort(), GRACE_MS);
    await this.running;
    await this.leases.close();
    const unbegun = this.backlog.clear();
    await this.releaseAtStop(unbegun);
    while (this.tasks.size > 0) await Promise.allSettled(this.tasks);
    clearTimeout(late);
    await this.listener.close();
    await this.sender.close();
  }

  /** With the record away nothing can be given back: the leases run out, and another dispatcher takes the queues up. */
  private async releaseAtStop(queues: readonly LeasedQueue[]): Promise<void> {
    try {
      await releaseQueues(this.options.store.database, queues);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) return;
      this.options.logger.error({ err: error }, 'deliveries: queues could not be given back');
    }
  }

  private async loop(): Promise<void> {
    while (!this.isStopped) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      const hasMore = await this.dispatchBatch().catch((error: unknown) => {
        this.options.logger.error({ err: error }, 'deliveries: a batch failed');
        return false;
      });
      if (!hasMore && !this.isStopped) await untilWoken(woken);
    }
  }

  /** @returns whether more may wait that could be begun at once */
  private async dispatchBatch(): Promise<boolean> {
    const limit = Math.min(BATCH_SIZE, MAX_LOAD - this.tasks.size);
    this.isHeldBack = true;
    if (limit <= 0) return false;
    const limits = this.backlog.leaseLimits();
    const queues = await leaseQueues(this.leases, { limit, token: this.options.newToken(), limits });
    const refused = queues.filter((queue) => !this.keep(queue));
    await releaseQueues(this.options.store.database, refused);
    const isOverShare = [...limits.perParty.values()].some((free) => free < limit);
    this.isHeldBack = limit < BATCH_SIZE || isOverShare || this.backlog.isCrowded || refused.length > 0;
    return queues.length === limit && refused.length < limit;
  }

  /** @returns false for a queue that has to be given back, because its party or its host has enough to do */
  private keep(queue: LeasedQueue): boolean {
    if (queue.isWebhookDeleted) {
      this.track(
        discardQueue(this.options.store, queue, 'webhookDeleted').then(() => undefined),
        getNames(queue),
      );
      return true;
    }
    const admission = this.backlog.admit(queue);
    if (typeof admission === 'object') this.begin({ queue, slot: admission });
    return admission !== 'release';
  }

  private begin(begun: Started): void {
    this.track(
      this.drainQueue(begun).finally(() => this.leave(begun)),
      getNames(begun.queue),
    );
  }

  private leave(begun: Started): void {
    const { begin, release } = this.backlog.finish(begun);
    for (const next of begin) this.begin(next);
    if (release.length === 0) return;
    this.isHeldBack = true;
    this.track(releaseQueues(this.options.store.database, release));
  }

  private async drainQueue({ queue, slot }: Started): Promise<void> {
    let isCutOff = false;
    const send: MessageSender['send'] = (...given) => slot.during(() => this.sender.send(...given));
    try {
      const drained = await drain({ ...this.driver, sender: { send } }, queue, () => !(isCutOff = this.isStopped));
      // The webhook was paused, or the queue was taken away or found empty: who goes on shall not wait for the lease to end.
      if (drained.last !== 'empty' && drained.last !== 'refused') isCutOff = true;
    } catch (error) {
      // What the exchange that `stop` cut off throws. Anything else is told, at the end of the process too.
      if (!this.abort.signal.aborted || error !== this.abort.signal.reason) throw error;
      isCutOff = true;
    }
    if (isCutOff) await releaseQueues(this.options.store.database, [queue]);
  }

  /** A defect of ours, or the record is away: the lease runs out and the queue is taken up again. */
  private track(work: Promise<void>, about: object = {}): void {
    const task = work
      .catch((error: unknown) => this.options.logger.error({ ...about, err: error }, 'deliveries: a queue failed'))
      .finally(() => {
        this.tasks.delete(task);
        if (this.isHeldBack) this.wake();
      });
    this.tasks.add(task);
  }

  private async revive(): Promise<void> {
    const { store, logger } = this.options;
    try {
      const count = await recoverLostQueues(store);
      if (count > 0) logger.warn({ count }, 'deliveries: queues whose workflow was lost were given another');
    } catch (error) {
      logger.error({ err: error }, 'deliveries: lost queues could not be looked for');
    }
  }
}

/** What a line of the log is about. */
function getNames({ webhookID, subject, partyID }: LeasedQueue): object {
  return { webhookID, subject, partyID };
}

async function untilWoken(woken: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<void>((resolve) => (timer = setTimeout(resolve, IDLE_MS)));
  await Promise.race([woken, idle]);
  clearTimeout(timer);
}
