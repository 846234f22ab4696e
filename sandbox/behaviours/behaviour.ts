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
  | { type: 'takeOther' | 'misstate'; differenceMinor: number }
  | { type: 'garble'; how: Corruption }
  | { type: Fault };

/**
 * Ways in which an acquirer is wrong and does not know it. `holdLate`: nobody hears anything, a void is agreed to, and then the
 * hold arrives all the same. `loseEffect`: it says yes, and nothing has happened. `doubleEffect`: it happens twice. `forget`: it has
 * happened, and nobody there knows of it any more. With `misstate` (above) it is another amount than was answered, with `garble`
 * the list says it so that nobody can read it.
 */
export const FAULTS = ['holdLate', 'loseEffect', 'doubleEffect', 'forget'] as const;
export type Fault = (typeof FAULTS)[number];

/** How a row of the list is garbled: it has an amount that is none, a currency that there is not, no name, or is no JSON at all. */
export const CORRUPTIONS = ['amount', 'currency', 'name', 'json'] as const;
export type Corruption = (typeof CORRUPTIONS)[number];
