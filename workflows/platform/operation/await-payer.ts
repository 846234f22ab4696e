import { waitForSignal } from './wait-for-signal';

/** The pause before the first look-up, which doubles up to the longest. */
interface Polls {
  firstMs: number;
  maxMs: number;
  /** Shown in Temporal UI. */
  summary: string;
}

const PAYER_POLLS: Polls = { firstMs: 15_000, maxMs: 600_000, summary: 'the interaction ends' };
/** About 24 look-ups in the first two days, then six a day. */
const RESULT_POLLS: Polls = { firstMs: 5_000, maxMs: 14_400_000, summary: 'the connector decides' };

/** An operation that is decided later. */
export interface AwaitedOperation<Snapshot> {
  /** The initial snapshot; undefined if the deadline passed before a response. */
  first: Snapshot | undefined;
  deadlineMs: number;
  /** Set by the signal of a callback. */
  received: { interaction: boolean };
  isOpen(snapshot: Snapshot): boolean;
  /** Looks it up; undefined without a response. */
  lookUp(): Promise<Snapshot | undefined>;
  /** Called before each wait. */
  onWait(): void;
}

/**
 * Waits until the connector reports the payer's decision, or the deadline. A callback wakes it; polling with backoff covers
 * lost callbacks.
 */
export function awaitPayer<Snapshot>(awaited: AwaitedOperation<Snapshot>): Promise<Snapshot | undefined> {
  return poll(awaited, PAYER_POLLS);
}

/** Waits for the result of an accepted payout or refund, which may take days; there is no deadline. */
export function awaitResult<Snapshot>(
  awaited: Omit<AwaitedOperation<Snapshot>, 'deadlineMs' | 'first'> & { first: Snapshot },
): Promise<Snapshot | undefined> {
  return poll({ ...awaited, deadlineMs: Infinity }, RESULT_POLLS);
}

async function poll<Snapshot>(
  awaited: AwaitedOperation<Snapshot>,
  { firstMs, maxMs, summary }: Polls,
): Promise<Snapshot | undefined> {
  const { received, deadlineMs } = awaited;
  let snapshot = awaited.first;
  for (let pollMs = firstMs; snapshot && awaited.isOpen(snapshot); pollMs = Math.min(pollMs * 2, maxMs)) {
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0) break;
    awaited.onWait();
    await waitForSignal(() => received.interaction, Math.min(pollMs, leftMs), summary);
    received.interaction = false;
    snapshot = (await awaited.lookUp()) ?? snapshot;
  }
  return snapshot;
}
