import type { ClientInfo } from '../payment/payment';
import type { PaymentFailure } from '../payment/payment-failure';
import type { PaymentToolDetails } from '../payment/payment-tool';
import type { UserInteraction } from '../payment/user-interaction';
import type { BindingStatus } from './binding.machine';

/** A binding's own name. */
export interface BindingRef {
  customerID: string;
  bindingID: string;
}

/** How long a payer has to confirm a binding: as long as an ordinary payment may be processed. */
export const BINDING_LIFETIME_MS = 30 * 60_000;

/** A payment tool that a customer may be charged by. What is kept of it is the connector's recurrent token, encrypted. */
export interface Binding {
  customerID: string;
  id: string;
  partyID: string;
  shopID: string;
  /** Who verifies the tool, and alone can charge by the token that he gives. */
  connector: string;
  externalID: string | null;
  createdAt: Date;
  /** When the binding fails if it is not decided. */
  deadline: Date;
  clientInfo: ClientInfo;
  toolDetails: PaymentToolDetails;
  /** The payer's tool, encrypted; erased as soon as the connector has answered. */
  encryptedPaymentTool: string | null;
  encryptedRecurrentToken: string | null;
  status: BindingStatus;
  statusChangedAt: Date;
  /** What the payer must do now. */
  interaction: UserInteraction | null;
  failure: PaymentFailure | null;
}
