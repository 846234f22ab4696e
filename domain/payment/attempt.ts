/** Why a connector was asked: it stood first, it gave the token that pays, or what became of the attempt before it. */
export type AttemptReason = 'route' | 'token' | 'afterUnreachable' | 'afterUnavailable' | 'afterDecline';

/**
 * How an attempt ended. `unreachable`: nothing was sent. `unavailable`: the connector said that it did nothing and may later.
 * `misused`: it refused to understand. `expired`: the payment's deadline came first.
 * `abandoned`: the payer chose to pay in another way.
 */
export type AttemptOutcome =
  'approved' | 'declined' | 'unreachable' | 'unavailable' | 'misused' | 'expired' | 'abandoned';

/** How an attempt ended that another connector was asked after. */
export type FailoverOutcome = Extract<AttemptOutcome, 'declined' | 'unreachable' | 'unavailable'>;

/** One connector asked for the authorisation of one payment: for operators, who look for why it went where it went. */
export interface PaymentAttempt {
  /** From 1; a payment's attempts come one after the other. */
  number: number;
  connector: string;
  /** The name under which the connector knows the authorisation. */
  operationID: string;
  reason: AttemptReason;
  /** Null while it is under way. */
  outcome: AttemptOutcome | null;
  /** What the connector answered: a reference, the path of a failure, or in words. Nothing of the payer or his tool. */
  answer: string | null;
  /** Since when the payment was with this connector. */
  startedAt: Date;
  endedAt: Date | null;
}

/** Why the first connector is asked. */
export function firstReason(payer: { type: string }): AttemptReason {
  return payer.type === 'PaymentResourcePayer' ? 'route' : 'token';
}

const AFTER = {
  declined: 'afterDecline',
  unreachable: 'afterUnreachable',
  unavailable: 'afterUnavailable',
} as const satisfies Record<FailoverOutcome, AttemptReason>;

/** Why the next connector is asked. */
export function reasonAfter(outcome: FailoverOutcome): AttemptReason {
  return AFTER[outcome];
}
