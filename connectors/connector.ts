import type { PaymentFailure } from '../domain/payment/payment-failure';
import type { PaymentTool } from '../domain/payment/payment-tool';
import type { Redirect, UserInteraction } from '../domain/payment/user-interaction';
import type { ListedOperation, UnreadableRow } from '../domain/reconciliation/operation';
import type { Window } from '../domain/reconciliation/passes';

/**
 * How money leaves the house: the one interface of a connector.
 *
 * Every request names its operation. The connector remembers it: the same operation sent again gives the recorded answer
 * and no second effect. An `unknown` outcome is looked up by that name and only a `notFound` may be sent again, under
 * the same name.
 *
 * A method throws `ConnectorUnavailable` when the connector certainly did nothing (try again later), `ConnectorMisuse`
 * when it refuses to understand the request (a defect: trying again cannot help, so whoever asked ends what it was for).
 *
 * The connector that took a payment or a binding is recorded with it: what follows an authorisation or a verification is
 * only ever asked of the connector that was asked for that one.
 */
export interface PaymentConnector {
  /** Holds the amount on the payer's side. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  /** Checks a customer's payment tool with no money moved; approved with a recurrent token. */
  verify(request: VerifyRequest): Promise<PaymentOutcome>;
  /**
   * Takes the held amount or less, once; the rest is released. What was captured already, under whatever name, is approved with
   * its amount, or declined: a decline of a capture or a void is looked up before it is believed.
   */
  capture(request: CaptureRequest): Promise<FollowUpOutcome>;
  /**
   * Releases what an authorisation holds, or ends an interaction that it or a verification still awaits. Approved also when
   * the connector has never seen that operation: from then on it is blocked by its name, so that a request which was on its
   * way all the while is declined when it arrives, and holds nothing. A connector that cannot block an operation
   * beforehand has to see to it by itself. Declined where the money was captured: nothing was released then.
   */
  void(request: VoidRequest): Promise<FollowUpOutcome>;
  /** Returns some or all of what was captured. */
  refund(request: RefundRequest): Promise<FollowUpOutcome>;
  /**
   * What became of an operation. A capture is approved when its authorisation was captured, also under another name; a void only
   * when the hold was released; an authorisation no longer when its hold was released.
   */
  lookUp(request: LookUpRequest): Promise<Exclude<PaymentOutcome, Unknown> | NotFound>;
}

/** The part of a connector that pays out. */
export interface PayOutConnector {
  /** Sends money to a destination. */
  payOut(request: PayOutRequest): Promise<PayOutOutcome>;
  /** What became of a payout. */
  lookUpPayOut(request: OperationRequest): Promise<Exclude<PayOutOutcome, Unknown> | NotFound>;
}

/** The part of a connector that lists what it has done, by which reconciliation compares it with the record. */
export interface ListingConnector {
  /**
   * A page of the operations that were decided within a window, each once, in any order; those that are still undecided are not
   * among them. A connector that keeps no time of its own for a follow-up may leave it out: it is then looked up by its name.
   * A row that cannot be read is `unreadable`, and keeps no other from being compared (`list-rows.ts`).
   */
  listOperations(request: ListRequest): Promise<OperationPage>;
}

/** A connector takes payments; some pay out too, and list what they have done. */
export type Connector = PaymentConnector & Partial<PayOutConnector> & Partial<ListingConnector>;

/** `listOperations`. */
export interface ListRequest extends Omit<OperationRequest, 'operationID'> {
  window: Window;
  /** What the page before ended with; missing for the first. */
  after?: string;
}

/** Operations, and with what the next page is asked for where there is one. */
export interface OperationPage {
  kind: 'page';
  operations: ListedOperation[];
  unreadable?: UnreadableRow[];
  next?: string;
}

/** A request to `/callbacks/<connector>`: its bytes as they came, since signatures are over bytes. */
export interface CallbackRequest {
  body: Buffer;
  header: (name: string) => string | undefined;
}

/**
 * What a callback says: which operation shall be asked about, if it is about one of ours. Refused where it is not signed as
 * agreed, unreadable where it is and says nothing that can be read.
 */
export type CallbackReading = { kind: 'read'; operationID?: string } | { kind: 'refused' } | { kind: 'unreadable' };

/** How a connector's other side says that something has happened. It is never believed: it wakes, and then is asked. */
export interface CallbackReader {
  read(request: CallbackRequest): CallbackReading;
}

/** What every request carries. */
export interface OperationRequest {
  /** The operation's name and idempotency key, 1–200 characters. */
  operationID: string;
  /** How long the whole operation may take: a connector that makes several calls for it divides this among them. */
  timeoutMs: number;
  /** Ends the wait early; once the request is sent the outcome is then unknown. */
  signal?: AbortSignal;
}

/** `lookUp`: the operation by its name, its kind and, for what follows an authorisation, that authorisation. */
export type LookUpRequest = OperationRequest &
  (
    | { kind: 'authorise' | 'verify'; connectorReference?: string }
    | { kind: 'capture' | 'void' | 'refund'; authorisation: AuthorisationReference }
  );

/** What `verify` and `authorise` share: the tool and where the payer and the connector come back to. */
export interface VerifyRequest extends OperationRequest {
  paymentTool: PaymentTool;
  currency: string;
  /** Where the payer's browser goes after an interaction, whatever `termination_uri` it brings itself. */
  returnUrl?: string;
  /** Where the connector tells that an interaction ended: a signed POST of `{operationID}`. */
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

/** The authorisation that a later operation belongs to; `connectorReference` is missing when its answer never came. */
export interface AuthorisationReference {
  kind: 'authorise' | 'verify';
  operationID: string;
  connectorReference?: string;
}

/** `capture`: `amount` (minor units) is at most what was authorised. */
export interface CaptureRequest extends OperationRequest {
  authorisation: AuthorisationReference;
  amount: bigint;
  currency: string;
}

/** `void`. */
export interface VoidRequest extends OperationRequest {
  authorisation: AuthorisationReference;
}

/** `refund`: `amount` in minor units. */
export interface RefundRequest extends OperationRequest {
  authorisation: AuthorisationReference;
  amount: bigint;
  currency: string;
}

/** `payOut`: `destination` is the destination's resource as its type describes it; only the connector reads it. */
export interface PayOutRequest extends OperationRequest {
  amount: bigint;
  /** What the caller asked to withdraw, in minor units, before the fee or a conversion: for the connector's records only. */
  askedAmount: bigint;
  currency: string;
  destination: PayOutDestination;
  /** Shown to the owner. */
  description: string;
  /** Where the connector tells that an interaction ended, as for payments. */
  callbackUrl: string;
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
  connectorReference: string;
  rrn?: string;
  approvalCode?: string;
  recurrentToken?: string;
  /**
   * In minor units. Of an authorisation: what was taken, where the payer paid another amount than was asked. Of a capture: what it
   * took, where the connector says it.
   */
  amountMinor?: bigint;
  /** What else the connector says of a payment; the merchant gets it as it is. */
  extraPaymentInfo?: Readonly<Record<string, string>>;
}

/** Refused, finally and with no effect. */
export interface Declined<Failure = PaymentFailure> {
  kind: 'declined';
  failure: Failure;
  /**
   * Of an authorisation: nobody who knows the payer has refused it, it got stuck on its way to whom that is; another
   * connector may bring it there. Never said of a refusal by the issuer or by whoever looks for fraud.
   */
  isRetryableElsewhere?: true;
}

/** Undecided until the payer acts; then a callback comes and `lookUp` tells. */
export interface InteractionRequired {
  kind: 'interactionRequired';
  connectorReference: string;
  interaction: UserInteraction;
}

/** The request may have had its effect or not: look the operation up. */
export interface Unknown {
  kind: 'unknown';
}

/** The connector has never seen the operation. */
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

/** Undecided until the sender consents on a page: nothing else can be asked of him. */
export type ConsentRequired = InteractionRequired & { interaction: Redirect };

/** Outcome of `payOut`. */
export type PayOutOutcome = Approved | Declined<PayOutFailure> | ConsentRequired | Unknown;

/**
 * The connector did nothing and may do it later: connection refused, its own word that it is away; a key that it does not
 * take, which an operator mends while nothing is lost. Retryable, and another connector may be asked instead. So a proxy's
 * 503 is none: it may say that of a request which it has passed on.
 */
export class ConnectorUnavailable extends Error {
  override readonly name = 'ConnectorUnavailable';
  /** Whether nothing was sent at all: there was nobody to send it to. Otherwise somebody answered. */
  readonly isUnsent: boolean;

  constructor(message: string, { isUnsent = false } = {}) {
    super(message);
    this.isUnsent = isUnsent;
  }
}

/** The connector does not accept the request as such (malformed, operation id reused). Not retryable. */
export class ConnectorMisuse extends Error {
  override readonly name = 'ConnectorMisuse';
}
