import { z } from 'zod';

/** The acquirer's operations. */
export const OPERATION_KINDS = ['authorise', 'verify', 'capture', 'void', 'refund', 'payOut'] as const;

export type BehaviourOperation = (typeof OPERATION_KINDS)[number];

/** Calls that a behaviour can affect. */
export type CallKind = BehaviourOperation | 'lookUp';

/** What an answer says otherwise than it was done. */
export const LIES = ['operation', 'reference', 'amount', 'currency', 'state', 'isTest'] as const;
export type FalseFact = (typeof LIES)[number];

/**
 * Silent errors of an acquirer. `holdLate`: no response, a void is approved, and the hold arrives later. `loseEffect`:
 * approved without effect. `doubleEffect`: a doubled effect. `forget`: an effect without a record. `misstate` (above):
 * another amount than in the response. `garble`: an unreadable row in the list.
 */
export const FAULTS = ['holdLate', 'loseEffect', 'doubleEffect', 'forget'] as const;

/** How a list row is garbled: an invalid amount, an unknown currency, no id, or invalid JSON. */
export const CORRUPTIONS = ['amount', 'currency', 'name', 'json'] as const;
export type Corruption = (typeof CORRUPTIONS)[number];

const failure = z.string().regex(/^[a-zA-Z_]+(:[a-z_]+)*$/);
const MAX_DEFERRAL_MS = 30 * 24 * 60 * 60 * 1_000;
const duration = z.int().min(0).max(MAX_DEFERRAL_MS);

/**
 * A simulated fault. `before`: the connection fails before the effect; `after`: it fails after the effect was recorded.
 * `delayBefore`: the request arrives late and still takes effect. `malformed`: it is refused as unreadable. `takeOther`:
 * the amount differs from the request. `lie`: it is done as requested, and answered otherwise. `defer`: a payout or refund
 * is pending, then declined or approved; an approved payout may be returned some time after.
 */
export const behaviour = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['delay', 'delayBefore']), delayMs: z.int().min(0).max(120_000) }),
  z.object({ type: z.enum(['dropBefore', 'dropAfter', 'hangBefore', 'hangAfter', 'unavailable', 'malformed']) }),
  z.object({ type: z.literal('decline'), failure }),
  z.object({
    type: z.literal('defer'),
    pendingMs: duration,
    failure: failure.optional(),
    returnedAfterMs: duration.optional(),
  }),
  z.object({ type: z.enum(['takeOther', 'misstate']), differenceMinor: z.int().min(-1_000_000).max(1_000_000) }),
  z.object({ type: z.literal('garble'), how: z.enum(CORRUPTIONS) }),
  z.object({
    type: z.literal('lie'),
    about: z.enum(LIES),
    amountMinor: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  z.object({ type: z.enum(FAULTS) }),
]);

export type Behaviour = z.output<typeof behaviour>;
export type Deferral = Extract<Behaviour, { type: 'defer' }>;
