import type { CommandLane } from '../workflow-names/command-lane';
import { OutboxLane, type OutboxLaneOptions } from './outbox-lane';

export interface OutboxDispatcherOptions extends Omit<OutboxLaneOptions, 'lane' | 'concurrency'> {
  /** How many commands of each lane are in flight at most. */
  concurrency: Readonly<Record<CommandLane, number>>;
}

/**
 * Delivers commands from the outbox to Temporal and retries until Temporal acknowledges them. Lanes are independent, so a
 * backlog on one does not delay the other. Workers share a lane by leases. Commands beyond the worker's free slots stay in
 * the outbox, which keeps their order; Temporal would not.
 */
export class OutboxDispatcher {
  private readonly payer: OutboxLane;
  private readonly background: OutboxLane;
  private backgroundTimer: NodeJS.Timeout | undefined;

  constructor({
    concurrency,
    freeSlots,
    countRunning,
    pendingTasks,
    firstAttempts,
    ...options
  }: OutboxDispatcherOptions) {
    const create = (lane: CommandLane, own: Partial<OutboxLaneOptions> = {}): OutboxLane =>
      new OutboxLane({
        ...options,
        lane,
        concurrency: concurrency[lane],
        freeSlots: freeSlots && (() => Math.max(MIN_FREE_SLOTS[lane], freeSlots())),
        ...own,
      });
    this.payer = create('payer', { pendingTasks, countRunning, firstAttempts });
    this.background = create('background');
  }

  start(): void {
    this.payer.start();
    this.background.start();
  }

  /** Leases payers' commands now. Most wake-ups do not concern the background lane, which is polled once for many of them. */
  wake(): void {
    this.payer.wake();
    this.backgroundTimer ??= setTimeout(() => {
      this.backgroundTimer = undefined;
      this.background.wake();
    }, BACKGROUND_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.backgroundTimer);
    await Promise.all([this.payer.stop(), this.background.stop()]);
  }
}

/** How long a background command waits for further wake-ups. */
const BACKGROUND_MS = 100;

/** Keeps the background lane from starving while payers' commands fill the worker. */
const MIN_FREE_SLOTS: Readonly<Record<CommandLane, number>> = { payer: 0, background: 1 };
