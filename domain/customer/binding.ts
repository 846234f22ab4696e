import { Refusal } from '../errors/refusal';
import type { ClientInfo } from '../payment/payment';
import type { PaymentFailure } from '../payment/payment-failure';
import type { PaymentTool, PaymentToolDetails } from '../payment/payment-tool';
import type { UserInteraction } from '../payment/user-interaction';
import type { BindingStatus } from './binding.machine';

/** A binding's own name. */
export interface BindingRef {
  customerID: string;
  bindingID: string;
}

/** How long a payer has to confirm a binding: as long as an ordinary payment may be processed. */
export const BINDING_LIFETIME_MS = 30 * 60_000;

/** A payment tool that a customer may be charged by. What is kept of it is the provider's recurrent token, sealed. */
export interface Binding {
  customerID: string;
  id: string;
  partyID: string;
  shopID: string;
  externalID: string | null;
  createdAt: Date;
  /** When the binding fails if it is not decided. */
  deadline: Date;
  clientInfo: ClientInfo;
  toolDetails: PaymentToolDetails;
  /** The payer's tool, encrypted; erased as soon as the provider has answered. */
  paymentToolSealed: string | null;
  recurrentTokenSealed: string | null;
  status: BindingStatus;
  statusChangedAt: Date;
  /** What the payer must do now. */
  interaction: UserInteraction | null;
  failure: PaymentFailure | null;
}

/**
 * Only cards can be charged again without their payer: a terminal, a wallet or a phone needs him each time.
 * @throws Refusal invalidPaymentResource
 */
export function assertBindable(tool: PaymentTool): void {
  if (tool.type === 'card' || tool.type === 'tokenizedCard') return;
  throw new Refusal('invalidPaymentResource', `a payment tool of the kind ${tool.type} cannot be bound`);
}
