import type { ClientInfo } from '../payment/payment';
import type { PaymentFailure } from '../payment/payment-failure';
import type { PaymentToolDetails } from '../payment/payment-tool';
import type { UserInteraction } from '../payment/user-interaction';
import type { BindingStatus } from './binding.machine';

export interface BindingRef {
  customerID: string;
  bindingID: string;
}

/** How long a payer has to confirm a binding: as long as the default processing deadline of a payment. */
export const BINDING_LIFETIME_MS = 30 * 60_000;

/** A payment tool that a customer may be charged by, stored as the connector's encrypted recurrent token. */
export interface Binding {
  customerID: string;
  id: string;
  partyID: string;
  shopID: string;
  /** The connector that verifies the tool; only it can charge by the token it issues. */
  connector: string;
  externalID: string | null;
  createdAt: Date;
  /** The binding fails at this time unless it was decided before. */
  deadline: Date;
  clientInfo: ClientInfo;
  toolDetails: PaymentToolDetails;
  /** The payer's tool, encrypted; erased once the connector has answered. */
  encryptedPaymentTool: string | null;
  encryptedRecurrentToken: string | null;
  /** The card scheme's id of the verification. */
  schemeTransactionID: string | null;
  status: BindingStatus;
  statusChangedAt: Date;
  interaction: UserInteraction | null;
  failure: PaymentFailure | null;
}
