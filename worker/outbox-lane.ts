import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { CommandLane } from '../domain/command-lane';
import { idAtEngine } from '../domain/workflow-ids';
import type { Logger } from '../runtime/logger';
import { PeriodicTask } from '../runtime/periodic-task';
import type { Tracing } from '../runtime/tracing/tracing';
import type { Database } from '../store/database';
import { leaseCommands, releaseCommands, type LeasedCommand } from '../store/outbox/outbox.lease';
import { deliverCommand } from './deliver-command';
import { isStartedByActivity, type PendingWorkflowTasks } from './pending-workflow-tasks';

export interface OutboxLaneOptions {
  lane: CommandLane;
  /** Connections for leases (`openOutboxDatabase`). */
  database: Database;
  client: Client;
  taskQueue: string;
  logger: Logger;
  /** For each lease (`LeaseHolder`). */
  newToken: () => string;
  /** How many commands are on their way to the engine at the most. */
  atOnce: number;
  /** How many workflows the worker could begin to work at now: no more are taken, the rest waits in its order. */
  roomAtWorker?: (() => number) | undefined;
  /** What the engine was given and the worker has not begun with counts as on its way. */
  unbegun?: PendingWorkflowTasks | undefined;
  /** Told of each attempt to give a command to the engine. */
  onAttempt?: (lane: CommandLane, outcome: 'delivered' | 'failed') => void;
  tracing?: Tracing | undefined;
}

/** A command that the engine has not taken by then is given back. What a worker that dies has leased is so sooner (`LeaseHeir`). */
const LEASE_SECONDS = 4;
const DELIVERY_TIMEOUT_MS = 3_000;
/** A lane looks by itself this often, should a wake-up be lost. */
const IDLE_MS = 500;
/** The worker that has no room is asked again after this. */
const FULL_MS = 20;
/** Deliveries that end within this are forgotten by one statement. */
const GATHER_MS = 5;
/** After so many failures with nothing delivered between them the engine is taken to be away: few at a time try it. */
const AWAY_AFTER = 10;
const AWAY_MS = 250;
const AT_ONCE_WHILE_AWAY = 5;

/** Carries the commands of one lane to the workflow engine, some at once and each workflow's in their order. */
export class OutboxLane {
  private readonly polling: PeriodicTask;
  private readonly underWay = new Set<Promise<void>>();
  private inHand = 0;
  private failuresInARow = 0;
  private lastParty = '';
  private gathering: NodeJS.Timeout | undefined;
  /** Acknowledged by the engine and still in the outbox: the next look removes them. */
  private done: bigint[] = [];

  constructor(private readonly options: OutboxLaneOptions) {
    const { logger, lane } = options;
    this.polling = new PeriodicTask({
      run: () => this.poll(),
      onError: (error) => logger.error({ err: error, lane }, 'outbox: polling for commands failed'),
      retryAfterMs: IDLE_MS,
    });
  }

  start(): void {
    this.polling.start();
  }

  /** Polls for commands now. */
  poke(): void {
    this.polling.notify();
  }

  /** Resolves when all deliveries in progress have ended. */
  async stop(): Promise<void> {
    const { logger, lane } = this.options;
    await this.polling.stop();
    await Promise.all(this.underWay);
    if (this.done.length === 0) return;
    await this.lease(0).catch((error: unknown) => {
      logger.warn({ err: error, lane }, 'outbox: the last commands will be delivered again');
    });
  }

  /** Takes what there is room for and sends it on its way. @returns for how long nothing need be looked for unasked */
  private async poll(): Promise<number> {
    const isAway = this.failuresInARow >= AWAY_AFTER;
    if (isAway) await pause(AWAY_MS);
    const atOnce = isAway ? AT_ONCE_WHILE_AWAY : this.options.atOnce;
    const roomAtWorker = this.options.roomAtWorker?.() ?? atOnce;
    const room = Math.min(atOnce - (this.options.unbegun?.count ?? 0), roomAtWorker);
    const limit = Math.max(0, room - this.inHand);
    const fullMs = room < atOnce ? FULL_MS : IDLE_MS;
    if (limit === 0 && this.done.length === 0) return fullMs;
    const { count, isMore } = await this.lease(limit);
    if (limit > 0 && !isMore) return IDLE_MS;
    // What was found only stands behind others, or the worker is full: neither says when it no longer is.
    if (limit > 0 && count === 0) return FULL_MS;
    return this.inHand < room ? 0 : fullMs;
  }

  /**
   * Takes what waits and removes what was done; should that fail, the next look removes the same. What a process that dies has
   * not removed is delivered once more, which changes nothing. @returns whether more may wait
   */
  private async lease(limit: number): Promise<{ count: number; isMore: boolean }> {
    const { database, lane, newToken } = this.options;
    const done = [...this.done];
    const token = newToken();
    const deadline = Date.now() + DELIVERY_TIMEOUT_MS;
    const request = { lane, limit, seconds: LEASE_SECONDS, token, after: this.lastParty, done };
    const { commands, after, isMore } = await leaseCommands(database, request);
    this.done = this.done.slice(done.length);
    this.lastParty = after;
    for (const queue of byWorkflow(commands)) this.send(queue, { token, deadline });
    return { count: commands.length, isMore };
  }

  private send(queue: readonly LeasedCommand[], lease: { token: string; deadline: number }): void {
    this.inHand += queue.length;
    const sending = this.deliverInOrder(queue, lease).finally(() => {
      this.underWay.delete(sending);
      this.inHand -= queue.length;
      if (this.inHand === 0) this.poke();
      else this.gather();
    });
    this.underWay.add(sending);
  }

  /** Has those that end within the next moment forgotten together. */
  private gather(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.poke();
    }, GATHER_MS).unref();
  }

  /** One after the other; after one that failed, those behind it wait as long as it does. */
  private async deliverInOrder(
    queue: readonly LeasedCommand[],
    { token, deadline }: { token: string; deadline: number },
  ): Promise<void> {
    const { client, database, logger, lane, unbegun } = this.options;
    for (const [place, { id, command, attemptCount }] of queue.entries()) {
      const idThere = idAtEngine(command.workflowID, this.options.taskQueue);
      unbegun?.dispatching(idThere);
      try {
        const isTask = await client.withDeadline(deadline, () => deliverCommand(command, this.options));
        unbegun?.dispatched(idThere, { isTask: isTask && isStartedByActivity(command) });
        this.failuresInARow = 0;
        this.done.push(id);
        this.options.onAttempt?.(lane, 'delivered');
      } catch (error) {
        unbegun?.dispatched(idThere, { isTask: false });
        this.failuresInARow++;
        this.options.onAttempt?.(lane, 'failed');
        const partyID = 'searchAttributes' in command ? command.searchAttributes?.['PartyID'] : undefined;
        const about = { lane, workflowID: command.workflowID, partyID, attemptCount };
        logger.warn({ err: error, ...about }, 'outbox: not delivered');
        const rest = queue.slice(place).map((each) => each.id);
        // Where this fails too, the end of the lease gives them back.
        await releaseCommands(database, { ids: rest, token }).catch(() => undefined);
        return;
      }
    }
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
