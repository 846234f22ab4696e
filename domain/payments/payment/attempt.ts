/** Why a connector received the attempt: first by route, issuer of the token, or failover after the previous attempt. */
export type AttemptReason =
  'route' | 'token' | 'afterUnreachable' | 'afterUnavailable' | 'afterDecline' | 'afterRejection' | 'afterSilence';

/**
 * How an attempt ended. `unreachable`: no request was sent. `unavailable`: the connector did nothing and is temporarily
 * unavailable. `rejected`: it refused the request by validation and did nothing. `misused`: it rejected the request, and was
 * asked whether it had done it before. `contradicted`: its answer was about something else. `unanswered`: it did not answer until
 * the payer's deadline. `expired`: the payment's deadline passed. `abandoned`: the payer chose another way to pay.
 */
export type AttemptOutcome =
  | 'approved'
  | 'declined'
  | 'unreachable'
  | 'unavailable'
  | 'rejected'
  | 'misused'
  | 'contradicted'
  | 'unanswered'
  | 'expired'
  | 'abandoned';

/** Outcomes that permit failover to the next connector. */
export type FailoverOutcome = keyof typeof AFTER;

/** One attempt to authorise a payment with one connector, kept for operators. */
export interface PaymentAttempt {
  /** Counts from 1; attempts are sequential. */
  number: number;
  connector: string;
  /** The operation id that the connector knows. */
  operationID: string;
  reason: AttemptReason;
  /** Null while it is pending. */
  outcome: AttemptOutcome | null;
  /** The connector's response: a reference, the path of a failure, `code:field` of a rejection, or a text; no data of the payer or the tool. */
  answer: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** Returns the reason of the first attempt. */
export function firstReason(payer: { type: string }): AttemptReason {
  return payer.type === 'PaymentResourcePayer' ? 'route' : 'token';
}

const AFTER = {
  declined: 'afterDecline',
  unreachable: 'afterUnreachable',
  unavailable: 'afterUnavailable',
  rejected: 'afterRejection',
  unanswered: 'afterSilence',
} as const satisfies Partial<Record<AttemptOutcome, AttemptReason>>;

/** Returns the reason of an attempt after a failover. */
export const reasonAfter = (outcome: FailoverOutcome): AttemptReason => AFTER[outcome];

/** The answer kept of a rejection. */
export function rejectionAnswer({ code, parameter }: { code: string; parameter?: string | undefined }): string {
  return parameter === undefined ? code : `${code}:${parameter}`;
}
