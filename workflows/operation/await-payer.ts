import { condition } from '@temporalio/workflow';

const FIRST_POLL_MS = 15_000;
const MAX_POLL_MS = 600_000;

/** An operation whose payer must act first. */
export interface AwaitedOperation<Snapshot> {
  /** The initial snapshot; undefined if the deadline passed before a response. */
  first: Snapshot | undefined;
  deadlineMs: number;
  /** Set by the signal of a finished interaction. */
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
export async function awaitPayer<Snapshot>(awaited: AwaitedOperation<Snapshot>): Promise<Snapshot | undefined> {
  const { received, deadlineMs } = awaited;
  let snapshot = awaited.first;
  for (let pollMs = FIRST_POLL_MS; snapshot && awaited.isOpen(snapshot); pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0) break;
    awaited.onWait();
    await condition(() => received.interaction, Math.min(pollMs, leftMs), {
      summary: 'the interaction ends',
    });
    received.interaction = false;
    snapshot = (await awaited.lookUp()) ?? snapshot;
  }
  return snapshot;
}
