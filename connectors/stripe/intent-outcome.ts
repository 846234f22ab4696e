import type Stripe from 'stripe';
import type { Approved, Declined, InteractionRequired, Unknown } from '../connector';
import { chargeDetails } from './charge-details';
import { toDeclined } from './decline-codes';
import { toRecurrentToken } from './payment-method';
import { fromStripeAmount } from './stripe-amount';

/** The outcome of an intent; `unknown` while Stripe has none. */
export type IntentOutcome = Approved | Declined | InteractionRequired | Unknown;

export function paymentIntentOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return { kind: 'approved', connectorReference: intent.id, ...chargeDetails(intent), ...savedCard(intent) };
    case 'requires_action':
      return interaction(intent);
    case 'canceled':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return declined(intent.last_payment_error);
    default:
      return { kind: 'unknown' };
  }
}

/** Converts a captured intent, with the captured amount. */
export function captureOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  const outcome = paymentIntentOutcome(intent);
  if (outcome.kind !== 'approved') return outcome;
  return { ...outcome, amountMinor: fromStripeAmount(intent.amount_received, intent.currency.toUpperCase()) };
}

export function setupIntentOutcome(intent: Stripe.SetupIntent): IntentOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'approved', connectorReference: intent.id, ...savedCard(intent) };
    case 'requires_action':
      return interaction(intent);
    case 'canceled':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return declined(intent.last_setup_error);
    default:
      return { kind: 'unknown' };
  }
}

export function refundOutcome(refund: Stripe.Refund): Approved | Declined | Unknown {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'approved', connectorReference: refund.id };
    case 'failed':
    case 'canceled':
      return toDeclined(refund.failure_reason);
    default:
      return { kind: 'unknown' };
  }
}

/** The payer confirms on a page of Stripe, which redirects to the request's `return_url`. */
function interaction(intent: Stripe.PaymentIntent | Stripe.SetupIntent): InteractionRequired | Declined {
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) return declined(null, 'authentication_required');
  return {
    kind: 'interactionRequired',
    connectorReference: intent.id,
    interaction: { interactionType: 'Redirect', request: { requestType: 'BrowserGetRequest', uriTemplate: url } },
  };
}

function declined(error: { decline_code?: string; code?: string } | null, otherwise?: string): Declined {
  return toDeclined(error?.decline_code, error?.code, otherwise);
}

/** A card was saved if the intent has a customer. */
function savedCard(intent: Stripe.PaymentIntent | Stripe.SetupIntent): { recurrentToken?: string } {
  const [customer, paymentMethod] = [getId(intent.customer), getId(intent.payment_method)];
  return customer && paymentMethod ? { recurrentToken: toRecurrentToken({ customer, paymentMethod }) } : {};
}

/** Stripe returns an object if it was expanded, else its id. */
export function getId(given: string | { id: string } | null): string | undefined {
  return typeof given === 'string' ? given : given?.id;
}
