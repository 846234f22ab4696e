import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

const MIN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 120_000;
/** The rate at which a party's hanging deliveries end: 64 of ten seconds. */
const GAP_MS = 160;

/**
 * Spreads retries that found no slot, at the rate at which their party's deliveries end. Temporal delays them, so they hold
 * no worker slots.
 */
export class RetryPacer {
  private readonly lastMs = new Map<string, number>();

  refuse(partyID: string): never {
    const now = Date.now();
    for (const [known, lastMs] of this.lastMs) if (lastMs < now) this.lastMs.delete(known);
    const atMs = Math.max(now + MIN_DELAY_MS, (this.lastMs.get(partyID) ?? 0) + GAP_MS);
    const isTooLate = atMs > now + MAX_DELAY_MS;
    if (!isTooLate) this.lastMs.set(partyID, atMs);
    throw ApplicationFailure.create({
      type: 'NoRoom',
      message: 'no delivery can begin now: the party has too many, or another attempt is running',
      nextRetryDelay: isTooLate ? MAX_DELAY_MS * (0.5 + Math.random() / 2) : atMs - now,
      category: ApplicationFailureCategory.BENIGN,
    });
  }
}
