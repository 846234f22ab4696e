import type { Approval } from '../domain/payments/payment/approval';
import type { PaymentFailure } from '../domain/payments/payment/payment-failure';
import type { UserInteraction } from '../domain/payments/payment/user-interaction';
import type { AnswerDifference } from '../domain/operators/reconciliation/answer-fact';
import type { Stated } from './stated';

export interface Approved extends Approval {
  kind: 'approved';
  stated?: Stated;
}

/** A final refusal without effect. */
export interface Declined<Failure = PaymentFailure> {
  kind: 'declined';
  failure: Failure;
  /**
   * For an authorisation declined on the network side: another connector may succeed. Never set for refusals by the issuer
   * or fraud control.
   */
  isRetryableElsewhere?: true;
  stated?: Stated;
}

/** Undecided until the payer acts (3-D Secure, a QR code, a wallet); a callback then triggers `lookUp`. */
export interface InteractionRequired {
  kind: 'interactionRequired';
  connectorReference: string;
  interaction: UserInteraction;
  stated?: Stated;
}

/** The request may have had its effect: look it up. */
export interface Unknown {
  kind: 'unknown';
}

/** The connector does not know the operation. */
export interface NotFound {
  kind: 'notFound';
}

/**
 * The answer contradicts the request, so it is no approval: the acquirer may have done something else. Only
 * `comparing-connector.ts` says so.
 */
export interface Contradicted {
  kind: 'contradicted';
  differences: readonly AnswerDifference[];
}

export type PaymentOutcome = Approved | Declined | InteractionRequired | Unknown | Contradicted;

export type FollowUpOutcome = Approved | Declined | Unknown | Contradicted;

/** `done` says that the acquirer has the answer, not who wins: that comes by a callback. `refused` is final. */
export type DisputeOutcome = { kind: 'done' } | { kind: 'refused'; code: string } | Unknown;
