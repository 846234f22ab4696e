import { condition } from '@temporalio/workflow';

const FIRST_POLL_MS = 15_000;
const MAX_POLL_MS = 600_000;

/** What is waited for: the connector's word about an operation whose payer must act first. */
export interface AwaitedOperation<Snapshot> {
  /** What is known at first; undefined where the deadline came before the connector's answer. */
  first: Snapshot | undefined;
  deadlineMs: number;
  /** Set by the signal that the payer has finished. */
  received: { interaction: boolean };
  isOpen(snapshot: Snapshot): boolean;
  /** Asks what became of it; undefined where there is no answer now. */
  lookUp(): Promise<Snapshot | undefined>;
  /** Told before each wait. */
  onWait(): void;
}

/**
 * Waits until the connector says what a payer has decided, or the deadline comes. The connector's callback wakes it at once;
 * it also looks by itself, ever more seldom, should a callback be lost.
 */
export async function awaitPayer<Snapshot>(awaited: AwaitedOperation<Snapshot>): Promise<Snapshot | undefined> {
  const { received, deadlineMs } = awaited;
  let snapshot = awaited.first;
  for (let pollMs = FIRST_POLL_MS; snapshot && awaited.isOpen(snapshot); pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0) break;
    awaited.onWait();
    await condition(() => received.interaction, Math.min(pollMs, leftMs), {
      summary: 'whom the connector asked decides',
    });
    received.interaction = false;
    snapshot = (await awaited.lookUp()) ?? snapshot;
  }
  return snapshot;
}
