import type { Client } from '@temporalio/client';
import { COMMAND_LANES, type CommandLane } from '../domain/command-lane';
import type { Logger } from '../runtime/logger';
import type { Tracing } from '../runtime/tracing/tracing';
import type { Database } from '../store/database';
import { OutboxLane } from './outbox-lane';
import type { PendingWorkflowTasks } from './pending-workflow-tasks';

export interface OutboxDispatcherOptions {
  database: Database;
  client: Client;
  taskQueue: string;
  logger: Logger;
  /** For each lease (`LeaseHolder`). */
  newToken: () => string;
  /** How many commands of each lane are on their way to the engine at the most. */
  atOnce: Readonly<Record<CommandLane, number>>;
  /** How many workflows the worker could begin to work at now. Without it commands go as they come. */
  roomAtWorker?: () => number;
  /** What the engine was given of what somebody waits for, and the worker has not begun with. */
  unbegun?: PendingWorkflowTasks;
  /** Told of each attempt to give a command to the engine. */
  onAttempt?: (lane: CommandLane, outcome: 'delivered' | 'failed') => void;
  tracing?: Tracing | undefined;
}

/**
 * Carries commands from the outbox to the workflow engine: at once when woken, and again until the engine acknowledges. Each
 * lane goes by itself, so that however much waits on one, the other does not notice. Several workers share the work by
 * leases. What the worker has no room for stays in the outbox, in its order: at the engine it would be overtaken.
 */
export class OutboxDispatcher {
  private readonly lanes: readonly OutboxLane[];

  constructor({ atOnce, roomAtWorker, unbegun, ...options }: OutboxDispatcherOptions) {
    this.lanes = COMMAND_LANES.map(
      (lane) =>
        new OutboxLane({
          ...options,
          lane,
          atOnce: atOnce[lane],
          roomAtWorker: getFolder(lane, roomAtWorker),
          unbegun: lane === 'payer' ? unbegun : undefined,
        }),
    );
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  /** Looks for commands now. */
  poke(): void {
    for (const lane of this.lanes) lane.poke();
  }

  async stop(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }
}

/** What can wait goes on a little all the same while payers fill the worker, or it would wait for ever. */
const MIN_ROOM: Readonly<Record<CommandLane, number>> = { payer: 0, background: 1 };

function getFolder(lane: CommandLane, roomAtWorker: (() => number) | undefined): (() => number) | undefined {
  return roomAtWorker && (() => Math.max(MIN_ROOM[lane], roomAtWorker()));
}
