import type Stripe from 'stripe';
import type { Approved, Declined, InteractionRequired, Unknown } from '../connector';
import { chargeDetails } from './charge-details';
import { toDeclined } from './decline-codes';
import { toRecurrentToken } from './payment-method';
import { redirectTo } from '../redirect';
import type { Stated } from '../stated';
import { fromStripeAmount } from './stripe-amount';
import { getId, OPERATION } from './stripe-operations';

/** The outcome of an intent; `unknown` while Stripe has none. */
export type IntentOutcome = Approved | Declined | InteractionRequired | Unknown;

export function paymentIntentOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return {
        kind: 'approved',
        connectorReference: intent.id,
        stated: authorisationStated(intent),
        ...chargeDetails(intent),
        ...savedCard(intent),
      };
    case 'requires_action':
      return interaction(intent, authorisationStated(intent));
    case 'canceled':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return { ...declined(intent.last_payment_error), stated: authorisationStated(intent) };
    default:
      return { kind: 'unknown' };
  }
}

/** A hold states what can be captured of it. */
function authorisationStated(intent: Stripe.PaymentIntent): Stated {
  const { status, metadata, amount, amount_capturable: held } = intent;
  const isHeld = status === 'requires_capture';
  return {
    operation: metadata[OPERATION],
    ...money(isHeld ? held : amount, intent),
    isTest: !intent.livemode,
    state: status === 'succeeded' ? 'captured' : 'held',
  };
}

function followUpStated(intent: Stripe.PaymentIntent, amount: number): Stated {
  const { id: authorisationReference, metadata, livemode } = intent;
  return { authorisation: metadata[OPERATION], authorisationReference, ...money(amount, intent), isTest: !livemode };
}

function money(amount: number, { currency }: { currency: string }): Pick<Stated, 'amount' | 'currency'> {
  const code = currency.toUpperCase();
  return { amount: fromStripeAmount(amount, code), currency: code };
}

export function releaseOutcome(intent: Stripe.PaymentIntent): Approved {
  return { kind: 'approved', connectorReference: intent.id, stated: followUpStated(intent, intent.amount) };
}

/** Converts a captured intent, with the captured amount. */
export function captureOutcome(intent: Stripe.PaymentIntent): IntentOutcome {
  const outcome = paymentIntentOutcome(intent);
  if (outcome.kind !== 'approved') return outcome;
  const amountMinor = fromStripeAmount(intent.amount_received, intent.currency.toUpperCase());
  return { ...outcome, amountMinor, stated: followUpStated(intent, intent.amount_received) };
}

export function setupIntentOutcome(intent: Stripe.SetupIntent): IntentOutcome {
  const stated = { operation: intent.metadata?.[OPERATION], isTest: !intent.livemode };
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'approved', connectorReference: intent.id, stated, ...savedCard(intent) };
    case 'requires_action':
      return interaction(intent, stated);
    case 'canceled':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return { ...declined(intent.last_setup_error), stated };
    default:
      return { kind: 'unknown' };
  }
}

export function refundOutcome(refund: Stripe.Refund): Approved | Declined | Unknown {
  const { id: connectorReference, metadata, payment_intent: intent, amount } = refund;
  const stated = { operation: metadata?.[OPERATION], authorisationReference: getId(intent), ...money(amount, refund) };
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'approved', connectorReference, stated };
    case 'failed':
    case 'canceled':
      return { ...toDeclined(refund.failure_reason), stated };
    default:
      return { kind: 'unknown' };
  }
}

/** The payer confirms on a page of Stripe, which redirects to the request's `return_url`. */
function interaction(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  stated: Stated,
): InteractionRequired | Declined {
  const url = intent.next_action?.redirect_to_url?.url;
  if (!url) return declined(null, 'authentication_required');
  return { kind: 'interactionRequired', connectorReference: intent.id, stated, interaction: redirectTo(url) };
}

/** The payer enters a card on our page. */
export function pageOutcome(intent: Stripe.PaymentIntent, url: string): InteractionRequired {
  const stated = authorisationStated(intent);
  return { kind: 'interactionRequired', connectorReference: intent.id, stated, interaction: redirectTo(url) };
}

function declined(error: { decline_code?: string; code?: string } | null, otherwise?: string): Declined {
  return toDeclined(error?.decline_code, error?.code, otherwise);
}

/** A card was saved if the intent has a customer. */
function savedCard(intent: Stripe.PaymentIntent | Stripe.SetupIntent): { recurrentToken?: string } {
  const [customer, paymentMethod] = [getId(intent.customer), getId(intent.payment_method)];
  return customer && paymentMethod ? { recurrentToken: toRecurrentToken({ customer, paymentMethod }) } : {};
}
