import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Logger } from '../runtime/logger';
import { leaseCommands, releaseCommands, type LeasedCommand } from '../store/outbox/outbox';
import type { Store } from '../store/store';
import { deliverCommand } from './deliver-command';

export interface OutboxDispatcherOptions {
  store: Store;
  client: Client;
  taskQueue: string;
  logger: Logger;
}

const BATCH_SIZE = 50;
const LEASE_SECONDS = 30;
/** The dispatcher looks by itself this often, should a wake-up be lost. */
const IDLE_MS = 500;

/**
 * Carries commands from the outbox to the workflow engine: at once when woken, and again until the engine acknowledges.
 * Several workers share the work by leases. Commands to one workflow go in their order within a batch; one that failed, or
 * that another worker holds, may be overtaken by the next, so a workflow decides by the record and not by what came first.
 */
export class OutboxDispatcher {
  private wake: () => void = () => undefined;
  private stopped = false;
  private finished: Promise<void> = Promise.resolve();
  /** Acknowledged by the engine and still in the outbox: the next look removes them. */
  private done: bigint[] = [];

  constructor(private readonly options: OutboxDispatcherOptions) {}

  start(): void {
    this.finished = this.loop();
  }

  /** Looks for commands now. */
  poke(): void {
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.poke();
    await this.finished;
  }

  private async loop(): Promise<void> {
    while (!this.stopped) {
      const poked = new Promise<void>((resolve) => (this.wake = resolve));
      const found = await this.dispatchBatch().catch((error: unknown) => {
        this.options.logger.error({ err: error }, 'outbox: a batch failed');
        return 0;
      });
      if (found === 0 && !this.stopped) await Promise.race([poked, sleep(IDLE_MS)]);
    }
    if (this.done.length === 0) return;
    await this.lease(0).catch((error: unknown) => {
      this.options.logger.warn({ err: error }, 'outbox: what was delivered last will be delivered once more');
    });
  }

  /**
   * Takes what waits and removes what was done; should that fail, the next look removes the same. What a process that dies has
   * not removed is delivered once more, which changes nothing.
   */
  private async lease(limit: number): Promise<LeasedCommand[]> {
    const { done } = this;
    const lease = { limit, seconds: LEASE_SECONDS, token: randomUUID(), done };
    const commands = await leaseCommands(this.options.store.database, lease);
    this.done = [];
    return commands;
  }

  private async dispatchBatch(): Promise<number> {
    const commands = await this.lease(BATCH_SIZE);
    if (commands.length === 0) return 0;
    const results = await Promise.all(byWorkflow(commands).map((queue) => this.deliverInOrder(queue)));
    this.done = results.flatMap(({ delivered }) => delivered);
    await releaseCommands(
      this.options.store.database,
      results.flatMap(({ failed }) => failed),
    );
    return commands.length;
  }

  private async deliverInOrder(queue: readonly LeasedCommand[]): Promise<{ delivered: bigint[]; failed: bigint[] }> {
    const delivered: bigint[] = [];
    for (const { id, command, attemptCount } of queue) {
      try {
        await deliverCommand(command, this.options);
        delivered.push(id);
      } catch (error) {
        this.options.logger.warn({ err: error, workflowID: command.workflowID, attemptCount }, 'outbox: not delivered');
        return { delivered, failed: queue.slice(delivered.length).map((rest) => rest.id) };
      }
    }
    return { delivered, failed: [] };
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
