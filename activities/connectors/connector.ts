import type { PaymentFailure } from '../../domain/payment/payment-failure';
import type { PaymentTool } from '../../domain/payment/payment-tool';
import type { UserInteraction } from '../../domain/payment/user-interaction';

/**
 * How money leaves the house: the one interface of a provider.
 *
 * Every request names its operation. The provider remembers it: the same operation sent again gives the recorded answer
 * and no second effect. An `unknown` outcome is looked up by that name and only a `notFound` may be sent again, under
 * the same name.
 *
 * A method throws `ConnectorUnavailable` when the provider certainly did nothing (try again later), `ConnectorMisuse`
 * when it refuses to understand the request (a defect: trying again cannot help).
 */
export interface Connector {
  /** Holds the amount on the payer's side. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  /** Checks a customer's payment tool with no money moved; approved with a recurrent token. */
  verify(request: VerifyRequest): Promise<PaymentOutcome>;
  /** Takes the held amount or less, once; the rest is released. */
  capture(request: CaptureRequest): Promise<FollowUpOutcome>;
  /** Releases what is held, or ends an interaction still awaited; harmless when nothing was ever held. */
  void(request: VoidRequest): Promise<FollowUpOutcome>;
  /** Returns some or all of what was captured. */
  refund(request: RefundRequest): Promise<FollowUpOutcome>;
  /** Sends money to a destination. */
  payOut(request: PayOutRequest): Promise<PayOutOutcome>;
  /** What became of an operation, except a payout. */
  lookUp(request: LookUpRequest): Promise<Exclude<PaymentOutcome, Unknown> | NotFound>;
  /** What became of a payout. */
  lookUpPayOut(request: LookUpRequest): Promise<Exclude<PayOutOutcome, Unknown> | NotFound>;
}

export type { PaymentTool as ProviderPaymentTool };

/** What every request carries. */
export interface LookUpRequest {
  /** The operation's name and idempotency key, 1–200 characters. */
  operationID: string;
  /** How long an answer is waited for. */
  timeoutMs: number;
  /** Ends the wait early; once the request is sent the outcome is then unknown. */
  signal?: AbortSignal;
}

/** What `verify` and `authorise` share: the tool and where the payer and the provider come back to. */
export interface VerifyRequest extends LookUpRequest {
  paymentTool: PaymentTool;
  currency: string;
  /** Where the payer's browser goes after an interaction when it names no `termination_uri` itself. */
  returnUrl?: string;
  /** Where the provider announces that an interaction ended: a signed POST of `{operationID}`. */
  callbackUrl: string;
  /** Shown to the payer. */
  merchantName: string;
  /** Shown to the payer. */
  description: string;
}

/** `authorise`. */
export interface AuthoriseRequest extends VerifyRequest {
  /** Minor units. */
  amount: bigint;
  /** Whether an approval shall bring a recurrent token. */
  makeRecurrent: boolean;
}

/** The authorisation that a later operation belongs to; `providerReference` is missing when its answer never came. */
export interface AuthorisationReference {
  operationID: string;
  providerReference?: string;
}

/** `capture`: `amount` (minor units) is at most what was authorised. */
export interface CaptureRequest extends LookUpRequest {
  authorisation: AuthorisationReference;
  amount: bigint;
  currency: string;
}

/** `void`. */
export interface VoidRequest extends LookUpRequest {
  authorisation: AuthorisationReference;
}

/** `refund`: `amount` in minor units. */
export interface RefundRequest extends LookUpRequest {
  authorisation: AuthorisationReference;
  amount: bigint;
  currency: string;
}

/** `payOut`: `destination` is the destination's resource as its type describes it; only the provider reads it. */
export interface PayOutRequest extends LookUpRequest {
  amount: bigint;
  currency: string;
  destination: PayOutDestination;
  description: string;
}

/**
 * Where a payout goes: the resource with its type and the fields of that type. A bank card comes with `cardNumber`,
 * taken from the vault for this one call.
 */
export interface PayOutDestination {
  type: string;
  [field: string]: unknown;
}

/** Done. `rrn` is exactly 12 letters and digits. */
export interface Approved {
  kind: 'approved';
  providerReference: string;
  rrn?: string;
  approvalCode?: string;
  recurrentToken?: string;
}

/** Refused, finally and with no effect. */
export interface Declined<Failure = PaymentFailure> {
  kind: 'declined';
  failure: Failure;
}

/** Undecided until the payer acts; then a callback comes and `lookUp` tells. */
export interface InteractionRequired {
  kind: 'interactionRequired';
  providerReference: string;
  interaction: UserInteraction;
}

/** The request may have had its effect or not: look the operation up. */
export interface Unknown {
  kind: 'unknown';
}

/** The provider has never seen the operation. */
export interface NotFound {
  kind: 'notFound';
}

/** Outcome of `authorise` and `verify`. */
export type PaymentOutcome = Approved | Declined | InteractionRequired | Unknown;

/** Outcome of `capture`, `void` and `refund`. */
export type FollowUpOutcome = Approved | Declined | Unknown;

/** Why a payout failed (site specification § 8). */
export const PAY_OUT_FAILURE_CODES = [
  'InvalidSenderResource',
  'InvalidReceiverResource',
  'InsufficientFunds',
  'PreauthorizationFailed',
  'RejectedByIssuer',
] as const;

/** One of the payout failure codes. */
export type PayOutFailureCode = (typeof PAY_OUT_FAILURE_CODES)[number];

/** A failed payout's error. */
export interface PayOutFailure {
  code: PayOutFailureCode;
  subError?: PaymentFailure;
}

/** Outcome of `payOut`. */
export type PayOutOutcome = Approved | Declined<PayOutFailure> | Unknown;

/** The provider did nothing and may do it later: connection refused, 503. Retryable. */
export class ConnectorUnavailable extends Error {
  override readonly name = 'ConnectorUnavailable';
}

/** The provider does not accept the request as such (malformed, unauthorised, operation id reused). Not retryable. */
export class ConnectorMisuse extends Error {
  override readonly name = 'ConnectorMisuse';
}
