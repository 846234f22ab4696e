import type { BrowserInfo } from './browser-info';
import type { RankedAccount } from '../connector-account/order-accounts';
import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { Money } from '../../platform/money/money';
import type { PaymentFailure } from './payment-failure';
import type { PaymentStatus } from './payment.machine';
import type { PaymentToolDetails } from './payment-tool';
import type { ReceiptState } from './receipt-state';
import type { RecordedCartLine } from '../invoice/cart';
import type { UserInteraction } from './user-interaction';

/** How a payment is captured: immediately, or held until a decision. */
export type PaymentFlow = { type: 'instant' } | { type: 'hold'; onHoldExpiration: HoldExpiration };

/** What happens to a hold that was neither captured nor cancelled in time. */
export type HoldExpiration = 'cancel' | 'capture';

/** The decision about a processed payment that the connector is executing. */
export type PaymentTarget = 'capture' | 'cancel';

/** Identifies a payment; its id is unique within the invoice. */
export interface PaymentRef {
  invoiceID: string;
  paymentID: string;
}

/** The default hold lifetime of shops: 7 days (the payments document, § 9: "usually 3–7 days"). */
export const DEFAULT_HOLD_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** The default processing deadline (the payments document, § 9). */
export const DEFAULT_PROCESSING_DEADLINE = '30m';

/** The reason of a capture or cancel at hold expiry. */
export const HOLD_EXPIRED_REASON = 'Timeout';

/** The reason of a payment abandoned by its payer. */
export const ABANDONED_REASON = 'Abandoned by the payer';

/** Whether the payer has abandoned a pending payment. */
export function isAbandoned({ status, target }: { status: PaymentStatus; target: PaymentTarget | null }): boolean {
  return status === 'pending' && target === 'cancel';
}

/** The reason of a cancel at hold expiry where a capture was requested but the shop is blocked. */
export const SHOP_BLOCKED_REASON = 'Shop is blocked';

/** What an acquirer is asked for: no 3-D Secure, 3-D Secure, or a challenge of the payer. */
export type ThreeDSecureRequest = 'exempt' | 'ask' | 'force';

/** The state on which a capture or cancel depends. */
export interface HoldState {
  status: PaymentStatus;
  flow: PaymentFlow['type'];
  target?: PaymentTarget;
  heldUntil?: Date;
  authorised: Money;
}

/** The payer's contacts, as the merchant gave them. */
export interface ContactInfo {
  email?: string;
  phoneNumber?: string;
  [field: string]: string | undefined;
}

/** The payer's device at tokenisation. */
export interface ClientInfo {
  fingerprint: string;
  ip?: string;
  url?: string;
  browser?: BrowserInfo;
}

/** Where the payer's browser returns after an interaction. */
export interface SessionInfo {
  redirectUrl?: string;
}

/** The payer. `toolFingerprint` recognises the same tool without revealing it, `cardFingerprint` a card whatever its expiry date. */
export type Payer = { sessionInfo?: SessionInfo } & (
  | {
      type: 'PaymentResourcePayer';
      contactInfo: ContactInfo;
      clientInfo?: ClientInfo;
      paymentSession: string;
      toolDetails: PaymentToolDetails;
      toolFingerprint: string;
      cardFingerprint?: string;
    }
  | {
      type: 'CustomerPayer';
      customerID: string;
      bindingID: string;
      toolDetails: PaymentToolDetails;
      contactInfo: ContactInfo;
    }
  | {
      type: 'RecurrentPayer';
      contactInfo: ContactInfo;
      recurrentParentPayment: { invoiceID: string; paymentID: string };
      toolDetails: PaymentToolDetails;
    }
);

/** The connector's further data for the merchant. */
export type ExtraPaymentInfo = Readonly<Record<string, string>>;

/** A payment. Amounts are in minor units; `amountMinor` is the captured amount after capture. */
export interface Payment {
  invoiceID: string;
  id: string;
  partyID: string;
  shopID: string;
  /** The connector of the current attempt; after authorisation all further requests go to it. */
  connector: string;
  /** The number of the current attempt, from 1. */
  attempt: number;
  /** The connectors for failover, in order. */
  nextConnectors: string[];
  /** How the accounts were ranked; null if there was nothing to choose. */
  routing: RankedAccount[] | null;
  externalID: string | null;
  createdAt: Date;
  amountMinor: bigint;
  authorisedAmountMinor: bigint;
  currency: string;
  flow: 'instant' | 'hold';
  onHoldExpiration: HoldExpiration | null;
  heldUntil: Date | null;
  processingDeadline: Date;
  payer: Payer;
  /** The payer's tool, encrypted; erased once the connector has answered. */
  encryptedPaymentTool: string | null;
  makeRecurrent: boolean;
  encryptedRecurrentToken: string | null;
  metadata: object | null;
  /** Null: the acquirer decides. */
  threeDSecure: ThreeDSecureRequest | null;
  /** Set while a review is open: nothing is sent to a connector, and the review ends then. */
  reviewUntil: Date | null;
  cart: RecordedCartLine[] | null;
  /** How the money is distributed between shops; the remainder belongs to the payment's own shop. */
  allocation: RecordedAllocationPart[] | null;
  status: PaymentStatus;
  statusChangedAt: Date;
  /** The decision being executed; `cancel` of a pending payment means that the payer abandoned it. */
  target: PaymentTarget | null;
  targetReason: string | null;
  captureAmountMinor: bigint | null;
  interaction: UserInteraction | null;
  failure: PaymentFailure | null;
  connectorReference: string | null;
  rrn: string | null;
  approvalCode: string | null;
  feeMinor: bigint | null;
  /** The captured amount, if the connector changed it. */
  changedAmountMinor: bigint | null;
  extraPaymentInfo: ExtraPaymentInfo | null;
  /** The card scheme's id of the authorisation. */
  schemeTransactionID: string | null;
  /** The acquirer's own fee. */
  connectorFeeMinor: bigint | null;
  /** Of the capture's receipt; null without one, and until the capture. */
  receiptState: ReceiptState | null;
  refundCount: number;
  chargebackCount: number;
}
