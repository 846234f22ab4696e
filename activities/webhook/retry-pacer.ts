import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

const MIN_DELAY_MS = 2_000;
const MAX_DELAY_MS = 120_000;
/** A party's endpoints that do not answer end so many exchanges a second: 64 of ten seconds. */
const GAP_MS = 160;

/**
 * Tells retries that found no slot when to come again: one after the other, at the pace at which their party's exchanges
 * end. The engine keeps them meanwhile, so that they hold none of the worker's slots and cost one attempt each.
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
      message: 'the party has as many exchanges under way as it may',
      nextRetryDelay: isTooLate ? MAX_DELAY_MS * (0.5 + Math.random() / 2) : atMs - now,
      category: ApplicationFailureCategory.BENIGN,
    });
  }
}
