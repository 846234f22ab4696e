import type Stripe from 'stripe';
import type { Approved, Declined, InteractionRequired, Unknown } from '../connector';
import { declinedFor } from './decline-codes';
import { recurrentToken } from './payment-method';
import { minorAmount } from './stripe-amount';

/** What an intent says of its operation; `unknown` while Stripe itself does not know yet. */
export type IntentOutcome = Approved | Declined | InteractionRequired | Unknown;

/** What became of an authorisation. */
export function paymentIntentOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return { kind: 'approved', connectorReference: intent.id, ...approvalCode(intent), ...savedCard(intent) };
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

/** What became of a capture, and how much it took. */
export function captureOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  const outcome = paymentIntentOutcome(intent);
  if (outcome.kind !== 'approved') return outcome;
  return { ...outcome, amountMinor: minorAmount(intent.amount_received, intent.currency.toUpperCase()) };
}

/** What became of a verification. */
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

/** What became of a refund. */
export function refundOutcome(refund: Stripe.Refund): Approved | Declined | Unknown {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'approved', connectorReference: refund.id };
    case 'failed':
    case 'canceled':
      return declinedFor(refund.failure_reason);
    default:
      return { kind: 'unknown' };
  }
}

/** The payer confirms on a page of Stripe's, which sends him to the `return_url` of the request. */
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
  return declinedFor(error?.decline_code, error?.code, otherwise);
}

function approvalCode({ latest_charge: charge }: Stripe.PaymentIntent): { approvalCode?: string } {
  const code = typeof charge === 'object' ? charge?.authorization_code : undefined;
  return code ? { approvalCode: code } : {};
}

/** A card is saved where the request asked for it: then the intent has a customer. */
function savedCard(intent: Stripe.PaymentIntent | Stripe.SetupIntent): { recurrentToken?: string } {
  const [customer, paymentMethod] = [getId(intent.customer), getId(intent.payment_method)];
  return customer && paymentMethod ? { recurrentToken: recurrentToken({ customer, paymentMethod }) } : {};
}

/** Stripe gives an object where it was asked to, its id otherwise. */
export function getId(given: string | { id: string } | null): string | undefined {
  return typeof given === 'string' ? given : given?.id;
}
