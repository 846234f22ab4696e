import type { RecordedAllocationPart } from '../allocation/recorded-allocation';
import type { Money } from '../money/money';
import type { PaymentFailure } from './payment-failure';
import type { PaymentStatus } from './payment.machine';
import type { PaymentToolDetails } from './payment-tool';
import type { RecordedCartLine } from '../invoice/cart';
import type { UserInteraction } from './user-interaction';

/** How a payment is taken: at once, or held until somebody decides. */
export type PaymentFlow = { type: 'instant' } | { type: 'hold'; onHoldExpiration: HoldExpiration };

/** What happens to a hold that nobody captured or cancelled in time. */
export type HoldExpiration = 'cancel' | 'capture';

/** What has been decided about a processed payment and is being carried out with the connector. */
export type PaymentTarget = 'capture' | 'cancel';

/** A payment's own name: payments count within their invoice. */
export interface PaymentRef {
  invoiceID: string;
  paymentID: string;
}

/** Hold lifetime of a shop whose terms name none: 7 days (the payments document, § 9: "usually 3–7 days"). */
export const DEFAULT_HOLD_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** How long a payment may be processed where the merchant names no deadline (the payments document, § 9). */
export const DEFAULT_PROCESSING_DEADLINE = '30m';

/** The reason that a capture or cancel by hold expiry carries. */
export const HOLD_EXPIRED_REASON = 'Timeout';

/** The reason of a payment that its payer gave up before paying. */
export const ABANDONED_REASON = 'Abandoned by the payer';

/** Whether the payer has given up a payment that still waits for him. */
export function isAbandoned({ status, target }: { status: PaymentStatus; target: PaymentTarget | null }): boolean {
  return status === 'pending' && target === 'cancel';
}

/** The reason that a cancel by hold expiry carries where the payment asks for a capture and its shop is blocked. */
export const SHOP_BLOCKED_REASON = 'Shop is blocked';

/** Where a hold stands when somebody asks to capture or cancel it. */
export interface HoldState {
  status: PaymentStatus;
  flow: PaymentFlow['type'];
  target?: PaymentTarget;
  heldUntil?: Date;
  authorised: Money;
}

/** How a payer can be reached, as the merchant gave it. */
export interface ContactInfo {
  email?: string;
  phoneNumber?: string;
  [field: string]: string | undefined;
}

/** The payer's device, as it was when the tool was tokenised. */
export interface ClientInfo {
  fingerprint: string;
  ip?: string;
  url?: string;
}

/** Where the payer's browser returns after an interaction. */
export interface SessionInfo {
  redirectUrl?: string;
}

/** Who pays. `toolFingerprint` tells the same tool again without revealing it. */
export type Payer = { sessionInfo?: SessionInfo } & (
  | {
      type: 'PaymentResourcePayer';
      contactInfo: ContactInfo;
      clientInfo?: ClientInfo;
      paymentSession: string;
      toolDetails: PaymentToolDetails;
      toolFingerprint: string;
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

/** What else the connector says of a payment, for the merchant: names and texts of the connector's own. */
export type ExtraPaymentInfo = Readonly<Record<string, string>>;

/** A payment as it stands. Amounts are in minor units; `amountMinor` is what was captured once it was. */
export interface Payment {
  invoiceID: string;
  id: string;
  partyID: string;
  shopID: string;
  /** Who is asked for it now, and took it once it is authorised: everything after goes where it began. */
  connector: string;
  /** The how-manieth connector that is, from 1. */
  attempt: number;
  /** Who is asked next should that one certainly do nothing, in order. */
  nextConnectors: string[];
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
  /** The payer's tool, encrypted; erased as soon as the connector has answered. */
  encryptedPaymentTool: string | null;
  makeRecurrent: boolean;
  encryptedRecurrentToken: string | null;
  metadata: object | null;
  cart: RecordedCartLine[] | null;
  /** How the money is distributed between shops; the rest stays with the shop itself. */
  allocation: RecordedAllocationPart[] | null;
  status: PaymentStatus;
  statusChangedAt: Date;
  /** What was decided about the hold and is being carried out; of a pending payment `cancel`: the payer has given it up. */
  target: PaymentTarget | null;
  targetReason: string | null;
  captureAmountMinor: bigint | null;
  /** What the payer must do now. */
  interaction: UserInteraction | null;
  failure: PaymentFailure | null;
  connectorReference: string | null;
  rrn: string | null;
  approvalCode: string | null;
  feeMinor: bigint | null;
  /** What the connector took, where that is another amount than the invoice asked for. */
  changedAmountMinor: bigint | null;
  extraPaymentInfo: ExtraPaymentInfo | null;
  refundCount: number;
  chargebackCount: number;
}
