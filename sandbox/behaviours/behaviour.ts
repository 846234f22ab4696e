/** What can be asked of the provider. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;

/** One of them. */
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** What a behaviour can be ordered for: an operation, or the question what became of one. */
export type CallKind = OperationKind | 'lookUp';

/**
 * A way to misbehave. `before` means that nothing happened when the connection breaks or falls silent, `after` that the
 * effect has happened and been recorded.
 */
export type Behaviour =
  | { type: 'delay'; delayMs: number }
  | { type: 'dropBefore' | 'dropAfter' | 'hangBefore' | 'hangAfter' | 'unavailable' }
  | { type: 'decline'; failure: string };
