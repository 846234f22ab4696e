import type { SenderReceiverAuthData } from '../domain/wallets/destination/destination';
import type {
  BankCardDestinationResource,
  DestinationResource,
} from '../domain/wallets/destination/destination-resource';
import type { BillingAddress, WithdrawalContactInfo, WithdrawalCustomer } from '../domain/wallets/withdrawal/customer';
import type { CartLine } from '../domain/payments/invoice/cart';
import type { ThreeDSecureRequest } from '../domain/payments/payment/payment';
import type { PaymentFailure } from '../domain/payments/payment/payment-failure';
import type { ConnectorTool } from '../domain/payments/payment/payment-tool';
import type { Redirect } from '../domain/payments/payment/user-interaction';
import type { FoundDispute } from '../domain/payments/dispute/dispute';
import type { ListedOperation, UnreadableRow } from '../domain/operators/reconciliation/operation';
import type { Window } from '../domain/operators/reconciliation/passes';
import type { CardTransport } from './card-transport';
import type { Pending, Returned, TimedConnector } from './pending';
import type { BrowserInfo } from '../domain/payments/payment/browser-info';
import type { PayOutFailureCode } from '../domain/wallets/withdrawal/withdrawal-failure';
import type { ConnectorPayer } from './payer';
import type { ReportingConnector } from './report-download';
import type { SettlementOutcome } from './settlement';
import type { AnswerStatement, ExpectedAmount } from './stated';
import type {
  Approved,
  Contradicted,
  Declined,
  DisputeOutcome,
  FollowUpOutcome,
  InteractionRequired,
  NotFound,
  PaymentOutcome,
  Unknown,
} from './outcomes';

export type * from './outcomes';

/**
 * The interface of connectors.
 * Every request names its operation. A connector remembers operations: a repeated one returns the recorded result without a
 * second effect. An `unknown` outcome is looked up by that id, and only a `notFound` operation may be sent again with the
 * same id.
 * A method throws `ConnectorUnavailable` if the connector certainly did nothing (retry later), `ConnectorRejection` if it
 * refuses the request by validation, which is final, `ConnectorMisuse` if it rejects the request and may have done it before.
 * An answer states what the acquirer says of the operation (`stated`), never what was asked for.
 * The connector of a payment or a binding is stored with it: operations that follow an authorisation or a verification go
 * to the same connector.
 */
export interface PaymentConnector extends TimedConnector {
  /** What its answers state; compared with what was asked (`comparing-connector.ts`). */
  readonly states: AnswerStatement;
  /** Holds the amount on the payer's account. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  /** Verifies a payment tool without moving money; an approval contains a recurrent token. */
  verify(request: VerifyRequest): Promise<PaymentOutcome>;
  /**
   * Captures the held amount or less, once; the remainder is released. An earlier capture, with any id, is approved with
   * its amount or declined: a declined capture or void is looked up.
   */
  capture(request: CaptureRequest): Promise<FollowUpOutcome>;
  /**
   * Releases an authorisation, or ends a pending interaction of an authorisation or verification. An operation that the
   * connector has never received is approved and blocked, so that a delayed request is declined on arrival; connectors
   * without such blocking must emulate it. Declined if the money was captured.
   */
  void(request: VoidRequest): Promise<FollowUpOutcome>;
  /** Refunds a part or all of the captured amount. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /**
   * Looks up an operation. A capture is approved if its authorisation was captured with any id; a void only if the hold was
   * released; an authorisation no longer after its release. Only a refund is pending.
   */
  lookUp(request: LookUpRequest): Promise<Exclude<PaymentOutcome, Unknown> | Pending | NotFound>;
}

/** Payouts of a connector. */
export interface PayOutConnector extends TimedConnector {
  payOut(request: PayOutRequest): Promise<PayOutOutcome>;
  lookUpPayOut(request: OperationLookUp): Promise<Exclude<PayOutOutcome, Unknown> | Returned | NotFound>;
}

/** A connector's list of its operations, for reconciliation. */
export interface ListingConnector {
  /**
   * Returns a page of the operations decided within a window, each once, in any order, without undecided ones. Follow-ups
   * without a time of their own may be omitted; they are looked up by id. Invalid rows are `unreadable` and do not block
   * others (`list-rows.ts`).
   */
  listOperations(request: ListRequest): Promise<OperationPage>;
}

/** Receipts of a connector's online register. */
export interface ReceiptConnector {
  /** Issues the receipt that settles a prepayment, once: an earlier one is found. The amount is what the payer has not got back. */
  settlePrepayment(request: CaptureRequest): Promise<SettlementOutcome>;
}

/** Answers to disputes. A repeated answer with the same id has no second effect. */
export interface DisputeConnector {
  /** Sends the documents as the final answer. */
  contestDispute(request: ContestRequest): Promise<DisputeOutcome>;
  /** Gives the claim up. */
  acceptDispute(request: DisputeRequest): Promise<DisputeOutcome>;
  /** Absent if the acquirer cannot be asked: its signed callbacks are then taken as they are. */
  lookUpDispute?(request: DisputeRequest): Promise<FoundDispute>;
}

/** Connectors accept payments; the rest is optional. */
export type Connector = PaymentConnector &
  Partial<PayOutConnector & ListingConnector & ReceiptConnector & DisputeConnector & ReportingConnector>;

/** Connectors by account. */
export type Connectors = Readonly<Record<string, Connector>>;

export interface ListRequest extends Omit<OperationRequest, 'operationID'> {
  window: Window;
  /** The cursor of the previous page; absent for the first. */
  after?: string;
}

/** A page of operations with the cursor of the next one. */
export interface OperationPage {
  kind: 'page';
  operations: ListedOperation[];
  unreadable?: UnreadableRow[];
  next?: string;
}

/** Fields of every request. */
export interface OperationRequest {
  /** The operation's id and idempotency key, 1–200 characters. */
  operationID: string;
  /** Timeout of the whole operation, shared by all its calls. */
  timeoutMs: number;
  /** Aborts the wait; the outcome of a sent request is then unknown. */
  signal?: AbortSignal;
}

/** `operationID` names the answer; `disputeReference` is the acquirer's of the dispute. */
export interface DisputeRequest extends OperationRequest {
  disputeReference: string;
}

/** A document against a dispute, read when it is sent. */
export interface DisputeDocument {
  id: string;
  fileName: string;
  format: 'pdf' | 'jpg' | 'png';
  read(): Promise<Buffer>;
}

export interface ContestRequest extends DisputeRequest {
  documents: readonly DisputeDocument[];
}

/** A look-up by id and, where known, the connector's reference of the operation and the time of its first request. */
export interface OperationLookUp extends OperationRequest {
  connectorReference?: string;
  since?: Date;
  /** What the answer is compared with, if known. */
  expected?: ExpectedAmount;
}

/** A look-up by kind and, for follow-ups, the authorisation. */
export type LookUpRequest = OperationLookUp &
  ({ kind: 'authorise' | 'verify' } | { kind: 'capture' | 'void' | 'refund'; authorisation: AuthorisationReference });

/** Common fields of `verify` and `authorise`. */
export interface VerifyRequest extends OperationRequest {
  /** The fields of a card are placeholders. */
  paymentTool: ConnectorTool;
  /** Sends the requests that hold the card; absent for a tool without one. */
  cardTransport?: CardTransport;
  currency: string;
  /** Where the payer's browser returns after an interaction, unless it brings its own `termination_uri`. */
  returnUrl?: string;
  /** Receives a signed POST of `{operationID}` when an interaction ends. */
  callbackUrl: string;
  /** The shop's name and the product, shown to the payer. */
  merchantName: string;
  description: string;
  payer?: ConnectorPayer;
  /** For 3-D Secure 2, if the payer's page sent it. */
  browser?: BrowserInfo;
}

export interface AuthoriseRequest extends VerifyRequest {
  /** Minor units. */
  amount: bigint;
  /** Instead of amount and currency, if payers may pay another amount. */
  expected?: ExpectedAmount;
  /** Whether an approval must contain a recurrent token. */
  makeRecurrent: boolean;
  /** What is paid for, if the payment has a cart; sums to the amount. */
  items?: readonly CartLine[];
  /** Whether the merchant knows the payer well. */
  trustLevel?: 'wellKnown' | 'unknown';
  /** Whether a new card of a present payer is confirmed by 3-D Secure; default, also where its API has no field for it: the acquirer decides. */
  threeDSecure?: ThreeDSecureRequest;
  /** Of the payment or verification that issued the recurrent token, if its connector stated one. */
  schemeTransactionID?: string;
}

/** The authorisation of a later operation; `connectorReference` is absent if its response was lost. */
export interface AuthorisationReference {
  kind: 'authorise' | 'verify';
  operationID: string;
  connectorReference?: string;
}

/** `amount` in minor units is at most the authorised one. */
export interface CaptureRequest extends OperationRequest {
  authorisation: AuthorisationReference;
  amount: bigint;
  currency: string;
  /** What is captured, refunded or settled, if the payment has a cart; sums to the amount. */
  items?: readonly CartLine[];
  payer?: ConnectorPayer;
}

export interface VoidRequest extends OperationRequest {
  authorisation: AuthorisationReference;
  /** What was authorised, and what a capture that cannot be voided must have. */
  expected?: ExpectedAmount;
}

export type RefundRequest = CaptureRequest;

/** `destination` is the destination's resource by its type; only the connector reads it. */
export interface PayOutRequest extends OperationRequest {
  amount: bigint;
  /** The requested amount in minor units, before fee or conversion, for the connector's records only. */
  askedAmount: bigint;
  currency: string;
  destination: PayOutDestination;
  /** Sends the request that holds the card; absent for another destination. */
  cardTransport?: CardTransport;
  /** Shown to the owner. */
  description: string;
  /** Receives the end of an interaction, as for payments. */
  callbackUrl: string;
}

/** A bank card, whose fields are placeholders. */
export interface PayOutCard {
  type: 'BankCardDestinationResource';
  cardNumber: string;
  expDate?: string;
  cardHolder?: string;
}

/** The receiver's data; what is unknown is absent. */
export interface PayOutReceiver {
  customer?: WithdrawalCustomer;
  billingAddress?: BillingAddress;
  contactInfo?: WithdrawalContactInfo;
  additionalAuthData?: SenderReceiverAuthData;
}

/** The destination's resource, discriminated by its type, with the receiver's data. */
export type PayOutDestination = (PayOutCard | Exclude<DestinationResource, BankCardDestinationResource>) &
  PayOutReceiver;

export type RefundOutcome = FollowUpOutcome | Pending;

export interface PayOutFailure {
  code: PayOutFailureCode;
  subError?: PaymentFailure;
}

/** Undecided until the sender consents on a page, the only interaction of payouts. */
export type ConsentRequired = InteractionRequired & { interaction: Redirect };

export type PayOutOutcome = Approved | Declined<PayOutFailure> | ConsentRequired | Pending | Unknown | Contradicted;

/**
 * The connector did nothing: connection refused, its own statement of unavailability, or a rejected key. Retryable, also
 * with another connector. A proxy's 503 does not count, because the request may have been forwarded.
 */
export class ConnectorUnavailable extends Error {
  override readonly name = 'ConnectorUnavailable';
  /** Whether no request was sent; otherwise the connector responded. */
  readonly isUnsent: boolean;

  constructor(message: string, { isUnsent = false } = {}) {
    super(message);
    this.isUnsent = isUnsent;
  }
}

/** The connector rejects the request as invalid (malformed, operation id reused). Not retryable. */
export class ConnectorMisuse extends Error {
  override readonly name = 'ConnectorMisuse';
}
