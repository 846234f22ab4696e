/** The acquirer's operations. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;

export type BehaviourOperation = (typeof OPERATION_KINDS)[number];

/** Calls that a behaviour can affect. */
export type CallKind = BehaviourOperation | 'lookUp';

/**
 * A simulated fault. `before`: the connection fails before the effect; `after`: it fails after the effect was recorded.
 * `delayBefore`: the request arrives late and still takes effect. `malformed`: it is refused as unreadable. `takeOther`:
 * the amount differs from the request. `lie`: it is done as requested, and answered otherwise.
 */
export type Behaviour =
  | { type: 'delay' | 'delayBefore'; delayMs: number }
  | { type: 'dropBefore' | 'dropAfter' | 'hangBefore' | 'hangAfter' | 'unavailable' | 'malformed' }
  | { type: 'decline'; failure: string }
  | Deferral
  | { type: 'takeOther' | 'misstate'; differenceMinor: number }
  | { type: 'garble'; how: Corruption }
  | { type: 'lie'; about: FalseFact; amountMinor?: number | undefined }
  | { type: Fault };

/** What an answer says otherwise than it was done. */
export const LIES = ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'] as const;
export type FalseFact = (typeof LIES)[number];

/** A payout or refund is pending, then declined or approved; an approved payout may be returned. */
export interface Deferral {
  type: 'defer';
  /** 0 is not pending. */
  pendingMs: number;
  failure?: string | undefined;
  /** How long after its approval. */
  returnedAfterMs?: number | undefined;
}

/**
 * Silent errors of an acquirer. `holdLate`: no response, a void is approved, and the hold arrives later. `loseEffect`:
 * approved without effect. `doubleEffect`: a doubled effect. `forget`: an effect without a record. `misstate` (above):
 * another amount than in the response. `garble`: an unreadable row in the list.
 */
export const FAULTS = ['holdLate', 'loseEffect', 'doubleEffect', 'forget'] as const;
export type Fault = (typeof FAULTS)[number];

/** How a list row is garbled: an invalid amount, an unknown currency, no id, or invalid JSON. */
export const CORRUPTIONS = ['amount', 'currency', 'name', 'json'] as const;
export type Corruption = (typeof CORRUPTIONS)[number];
