import type { NamedCard } from '../domain/payments/payment/named-card';
import type { PaymentFailure } from '../domain/payments/payment/payment-failure';
import type { UserInteraction } from '../domain/payments/payment/user-interaction';
import type { AnswerDifference } from '../domain/operators/reconciliation/answer-fact';
import type { Stated } from './stated';

/** `rrn` is exactly 12 letters and digits. */
export interface Approved {
  kind: 'approved';
  connectorReference: string;
  rrn?: string;
  approvalCode?: string;
  recurrentToken?: string;
  /**
   * In minor units: the held amount, if it differs from the requested one, or the captured amount, if the connector states
   * it.
   */
  amountMinor?: bigint;
  /** Further data for the merchant, passed unchanged. */
  extraPaymentInfo?: Readonly<Record<string, string>>;
  /** The card that pays: of a wallet's card nothing else tells the digits. */
  card?: NamedCard;
  /** When the acquirer releases an undecided hold. */
  holdExpiresAt?: Date;
  /** The card scheme's id, which later payments without the payer refer to. */
  schemeTransactionID?: string;
  /** The acquirer's fee in minor units of the payment's currency. */
  feeMinor?: bigint;
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
