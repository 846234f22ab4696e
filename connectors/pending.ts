import type { Stated } from './stated';

/** Accepted, the result comes later: by a callback, or found by a look-up. Only for payouts and refunds. */
export interface Pending {
  kind: 'pending';
  connectorReference: string;
  stated?: Stated;
}

/** A payout that had succeeded came back. A look-up says so from then on; a callback may report it. */
export interface Returned {
  kind: 'returned';
  connectorReference: string;
  stated?: Stated;
}

/** What a connector states about its operations in time. */
export interface StatedTimes {
  /**
   * For how long a repeated request gives the first result. Later the operation is only looked up.
   */
  idempotencyMs?: number;
  /** How long a payout or refund may be pending; afterwards operators see it. Default: `DEFAULT_MAX_PENDING_MS`. */
  maxPendingMs?: number;
  /**
   * For how long after its success a payout or refund may come back. It is looked up daily until then, for connectors that do
   * not list it and whose callback may be lost. Default: never.
   */
  returnsWithinMs?: number;
}

/** A connector with its stated times; without them its operation ids are remembered for ever. */
export interface TimedConnector {
  readonly times?: StatedTimes;
}

/** Five days: a bank transfer over a weekend and a holiday. */
export const DEFAULT_MAX_PENDING_MS = 5 * 24 * 60 * 60 * 1_000;
