/** What can be asked of the acquirer. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;

/** One of them. */
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** What a behaviour can be ordered for: an operation, or the question what became of one. */
export type CallKind = OperationKind | 'lookUp';

/**
 * A way to misbehave. `before` means that nothing happened when the connection breaks or falls silent, `after` that the
 * effect has happened and been recorded. With `delayBefore` the request arrives late: nobody may wait for it any more, and it
 * has its effect all the same. With `malformed` it is refused as one that cannot be read. `takeOther` takes so many minor
 * units more than was asked, or less.
 */
export type Behaviour =
  | { type: 'delay' | 'delayBefore'; delayMs: number }
  | { type: 'dropBefore' | 'dropAfter' | 'hangBefore' | 'hangAfter' | 'unavailable' | 'malformed' }
  | { type: 'decline'; failure: string }
  | { type: 'takeOther'; differenceMinor: number };
