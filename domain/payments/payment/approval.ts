import type { NamedCard } from './named-card';
import type { ExtraPaymentInfo } from './payment';
import type { ReceiptState } from './receipt-state';

/** What an acquirer says of an approved payment. `rrn` is exactly 12 letters and digits. */
export interface Approval {
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
  extraPaymentInfo?: ExtraPaymentInfo;
  /** The card that pays: of a wallet's card nothing else tells the digits. */
  card?: NamedCard;
  /** When the acquirer releases an undecided hold. */
  holdExpiresAt?: Date;
  /** The card scheme's id, which later payments without the payer refer to. */
  schemeTransactionID?: string;
  /** The acquirer's fee in minor units of the payment's currency. */
  feeMinor?: bigint;
  /** Of a capture or refund: what the acquirer's online register has done with the receipt, if it has one. */
  receipt?: ReceiptState;
}
