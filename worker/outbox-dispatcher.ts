import type { Client } from '@temporalio/client';
import { COMMAND_LANES, type CommandLane } from '../workflows/names/command-lane';
import type { Logger } from '../runtime/logger';
import type { Tracing } from '../runtime/tracing/tracing';
import type { Database } from '../store/postgres/database';
import type { CommandOutcome } from './metrics';
import { OutboxLane } from './outbox-lane';
import type { PendingWorkflowTasks } from './pending-workflow-tasks';

export interface OutboxDispatcherOptions {
  database: Database;
  client: Client;
  taskQueue: string;
  logger: Logger;
  /** Creates the token of a lease (`LeaseOwner`). */
  newToken: () => string;
  /** How many commands of each lane are in flight at most. */
  concurrency: Readonly<Record<CommandLane, number>>;
  /** How many workflows the worker could start now; unlimited by default. */
  freeSlots?: () => number;
  /** Workflow tasks and local activities of the worker that use the processor; none by default. */
  countRunning?: () => number;
  /** Delivered payer commands that the worker has not started. */
  pendingTasks?: PendingWorkflowTasks;
  onAttempt?: (lane: CommandLane, outcome: CommandOutcome) => void;
  tracing?: Tracing | undefined;
}

/**
 * Delivers commands from the outbox to Temporal and retries until Temporal acknowledges them. Lanes are independent, so a
 * backlog on one does not delay the other. Workers share a lane by leases. Commands beyond the worker's free slots stay in
 * the outbox, which keeps their order; Temporal would not.
 */
export class OutboxDispatcher {
  private readonly lanes: readonly OutboxLane[];

  constructor({ concurrency, freeSlots, countRunning, pendingTasks, ...options }: OutboxDispatcherOptions) {
    this.lanes = COMMAND_LANES.map(
      (lane) =>
        new OutboxLane({
          ...options,
          lane,
          concurrency: concurrency[lane],
          freeSlots: freeSlots && (() => Math.max(MIN_FREE_SLOTS[lane], freeSlots())),
          ...(lane === 'payer' ? { pendingTasks, countRunning } : {}),
        }),
    );
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  wake(): void {
    for (const lane of this.lanes) lane.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }
}

/** Keeps the background lane from starving while payers' commands fill the worker. */
const MIN_FREE_SLOTS: Readonly<Record<CommandLane, number>> = { payer: 0, background: 1 };
