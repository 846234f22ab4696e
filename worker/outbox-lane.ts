import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { CommandLane } from '../workflow-names/command-lane';
import { idAtEngine } from '../workflow-names/workflow-ids';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import type { Tracing } from '../runtime/tracing/tracing';
import type { Database } from '../store/postgres/database';
import { extendLease, leaseCommands, releaseCommands, type LeasedCommand } from '../store/platform/outbox/outbox.lease';
import type { CommandOutcome } from './metrics';
import { deliverCommand } from './deliver-command';
import type { PreparedCommand, FirstAttempts } from './first-attempts';
import { isStartedByActivity, type PendingWorkflowTasks } from './pending-workflow-tasks';

export interface OutboxLaneOptions {
  lane: CommandLane;
  /** The connections for leases (`openOutboxDatabase`). */
  database: Database;
  client: Client;
  taskQueue: string;
  logger: Logger;
  /** Creates the token of a lease (`LeaseOwner`). */
  newToken: () => string;
  /** How many commands are in flight at most. */
  concurrency: number;
  /** How many workflows the worker could start now; further commands stay in the outbox. */
  freeSlots?: (() => number) | undefined;
  /** Workflow tasks and local activities that use the processor; they count as in flight. */
  countRunning?: (() => number) | undefined;
  /** Delivered commands that the worker has not started; they count as in flight. */
  pendingTasks?: PendingWorkflowTasks | undefined;
  /** Makes first attempts; without it workflows do. */
  firstAttempts?: FirstAttempts | undefined;
  onAttempt?: (lane: CommandLane, outcome: CommandOutcome) => void;
  tracing?: Tracing | undefined;
}

/**
 * An undelivered command can be leased again after this; leases of dead workers are reclaimed sooner (`LeaseReaper`), and a
 * live one extends its own: a first attempt takes as long as its connector.
 */
const LEASE_SECONDS = 4;
const EXTEND_MS = 2_000;
const DELIVERY_TIMEOUT_MS = 3_000;
/** The poll interval, in case a notification is lost. */
const IDLE_MS = 500;
/** The poll interval while the worker is full. */
const FULL_MS = 20;
/** Deliveries that finish within this are deleted by one statement, ordinarily by the next lease. Far shorter than their lease. */
const DELETE_MS = 250;
/** The same while further commands wait for their capacity. */
const BATCH_MS = 5;
/** After this many failures in a row Temporal counts as unavailable, and concurrency drops. */
const AWAY_AFTER = 10;
const AWAY_MS = 250;
const CONCURRENCY_WHILE_AWAY = 5;

/** Delivers the commands of one lane to Temporal: concurrently, in order within a workflow. */
export class OutboxLane {
  private readonly polling: PeriodicTask;
  private readonly deliveries = new Set<Promise<void>>();
  private inFlight = 0;
  private failuresInARow = 0;
  private lastParty = '';
  private hasMore = false;
  /** Whether a lease found nothing while deliveries were in flight: a command may wait behind one of them. */
  private mayFollow = false;
  private timer: NodeJS.Timeout | undefined;
  private timerEndsMs = Infinity;
  /** Acknowledged by Temporal; the next poll deletes them from the outbox. */
  private done: bigint[] = [];

  constructor(private readonly options: OutboxLaneOptions) {
    const { logger, lane } = options;
    this.polling = new PeriodicTask({
      run: () => this.poll(),
      onError: (error) => logger.error({ err: error, lane }, 'outbox: poll failed'),
      retryAfterMs: IDLE_MS,
    });
  }

  start(): void {
    this.polling.start();
  }

  /** Polls for commands now. */
  wake(): void {
    this.polling.notify();
  }

  /** Resolves when all deliveries in progress have ended. */
  async stop(): Promise<void> {
    const { logger, lane } = this.options;
    await this.polling.stop();
    await Promise.all(this.deliveries);
    if (this.done.length === 0) return;
    await this.lease(0).catch((error: unknown) => {
      logger.warn({ err: error, lane }, 'outbox: delivered commands could not be deleted and will be delivered again');
    });
  }

  /** Leases commands within the limits and delivers them. @returns the delay until the next poll */
  private async poll(): Promise<number> {
    const isAway = this.failuresInARow >= AWAY_AFTER;
    if (isAway) await pause(AWAY_MS);
    const concurrency = isAway ? CONCURRENCY_WHILE_AWAY : this.options.concurrency;
    const freeSlots = this.options.freeSlots?.() ?? concurrency;
    const busy = (this.options.pendingTasks?.count ?? 0) + (this.options.countRunning?.() ?? 0);
    const capacity = Math.min(concurrency - busy, freeSlots);
    const limit = Math.max(0, capacity - this.inFlight);
    const fullMs = capacity < concurrency ? FULL_MS : IDLE_MS;
    if (limit === 0 && this.done.length === 0) return fullMs;
    const { count, isMore } = await this.lease(limit);
    if (limit > 0 && !isMore) return IDLE_MS;
    // Commands wait behind others of their workflow, or the worker is full: neither sends a notification.
    if (limit > 0 && count === 0) return FULL_MS;
    return this.inFlight < capacity ? 0 : fullMs;
  }

  /**
   * Leases commands and deletes delivered ones; after a failure the next poll deletes them. A dead process's undeleted
   * commands are delivered again, which is idempotent. @returns whether more may wait
   */
  private async lease(limit: number): Promise<{ count: number; isMore: boolean }> {
    const { database, lane, newToken } = this.options;
    const done = [...this.done];
    const token = newToken();
    const isDelivering = this.deliveries.size > 0;
    const request = { lane, limit, seconds: LEASE_SECONDS, token, after: this.lastParty, done };
    const { commands, after, isMore } = await leaseCommands(database, request);
    this.done = this.done.slice(done.length);
    if (this.done.length === 0) this.clearTimer();
    this.lastParty = after;
    this.hasMore = isMore;
    this.mayFollow = commands.length === 0 && limit > 0 && isDelivering;
    if (this.mayFollow && this.deliveries.size === 0) this.wake();
    for (const queue of byWorkflow(commands)) this.send(queue, token);
    return { count: commands.length, isMore };
  }

  private send(queue: readonly LeasedCommand[], token: string): void {
    this.inFlight += queue.length;
    const extended = { ids: queue.map(({ id }) => id), token, seconds: LEASE_SECONDS };
    const extend = () => void extendLease(this.options.database, extended).catch(() => undefined);
    const extending = setInterval(extend, EXTEND_MS).unref();
    const sending = this.deliverInOrder(queue, token).finally(() => {
      clearInterval(extending);
      this.deliveries.delete(sending);
      this.inFlight -= queue.length;
      if (this.mayFollow || (this.hasMore && this.inFlight === 0)) this.wake();
      else this.wakeIn(this.hasMore ? BATCH_MS : DELETE_MS);
    });
    this.deliveries.add(sending);
  }

  /** Polls a little later unless another poll comes first, so that one statement deletes several commands. */
  private wakeIn(delayMs: number): void {
    const endsMs = performance.now() + delayMs;
    if (endsMs >= this.timerEndsMs) return;
    this.clearTimer();
    this.timerEndsMs = endsMs;
    this.timer = setTimeout(() => {
      this.timerEndsMs = Infinity;
      this.wake();
    }, delayMs).unref();
  }

  private clearTimer(): void {
    clearTimeout(this.timer);
    this.timerEndsMs = Infinity;
  }

  /** Delivers one by one; after a failure it releases the remaining commands. */
  private async deliverInOrder(queue: readonly LeasedCommand[], token: string): Promise<void> {
    const { client, database, logger, lane, pendingTasks, onAttempt } = this.options;
    for (const [index, leased] of queue.entries()) {
      const { id, command, attemptCount } = leased;
      const engineID = idAtEngine(command.workflowID, this.options.taskQueue);
      const delivery = await this.attemptFirst(leased);
      pendingTasks?.dispatching(engineID);
      try {
        const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
        const isTask = await client.withDeadline(deadline, () => deliverCommand(delivery, this.options));
        pendingTasks?.dispatched(engineID, { isTask: isTask && isStartedByActivity(delivery) });
        this.failuresInARow = 0;
        this.done.push(id);
        onAttempt?.(lane, 'delivered');
      } catch (error) {
        pendingTasks?.dispatched(engineID, { isTask: false });
        this.failuresInARow++;
        onAttempt?.(lane, 'failed');
        const partyID = 'searchAttributes' in command ? command.searchAttributes?.['PartyID'] : undefined;
        const about = { lane, workflowID: command.workflowID, partyID, attemptCount };
        logger.warn({ err: error, ...about }, 'outbox: delivery failed');
        const rest = queue.slice(index).map((each) => each.id);
        // If this fails too, the lease expires.
        await releaseCommands(database, { ids: rest, token }).catch(() => undefined);
        return;
      }
    }
  }

  /** A command whose first attempt is made is not in flight, but runs (`countRunning`). */
  private async attemptFirst(leased: LeasedCommand): Promise<PreparedCommand> {
    const { firstAttempts } = this.options;
    if (!firstAttempts?.isDue(leased)) return firstAttempts?.make(leased) ?? { command: leased.command };
    this.inFlight--;
    return firstAttempts.make(leased).finally(() => this.inFlight++);
  }
}

function byWorkflow(commands: readonly LeasedCommand[]): LeasedCommand[][] {
  const queues = new Map<string, LeasedCommand[]>();
  for (const leased of commands) {
    const queue = queues.get(leased.command.workflowID);
    if (queue) queue.push(leased);
    else queues.set(leased.command.workflowID, [leased]);
  }
  return [...queues.values()];
}
