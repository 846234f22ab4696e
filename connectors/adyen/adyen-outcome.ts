import { paymentFailure } from '../../domain/payment/payment-failure';
import type { Redirect } from '../../domain/payment/user-interaction';
import type { ConnectorNotice } from '../../domain/connector-notice/connector-notice';
import type { Approved, Declined, FollowUpOutcome, InteractionRequired, Unknown } from '../connector';
import { fromAdyenAmount } from './adyen-amount';
import type { AdyenPayment } from './adyen-objects';
import { toRecurrentToken } from './payment-method';
import { toDeclined } from './refusal-reasons';

/** Nothing is held, so nothing can be captured, released or refunded. */
export const NOTHING_HELD: Declined = {
  kind: 'declined',
  failure: paymentFailure('authorization_failed:operation_blocked'),
};

/** Approved, declined, or a page for the payer; `unknown` while Adyen has no result. */
export type AuthorisationOutcome = Approved | Declined | InteractionRequired | Unknown;

/** Converts the answer to a payment; `shopperReference` is that of a payment method that it stores. */
export function paymentOutcome(
  payment: AdyenPayment,
  { reference, shopperReference }: { reference: string; shopperReference?: string | undefined },
): AuthorisationOutcome {
  switch (payment.resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      if (payment.pspReference === undefined) return { kind: 'unknown' };
      return { kind: 'approved', connectorReference: payment.pspReference, ...details(payment, shopperReference) };
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return toDeclined(payment.refusalReasonCode);
    case 'RedirectShopper':
      return interaction(payment, reference);
    case 'ChallengeShopper':
    case 'IdentifyShopper':
    case 'PresentToShopper':
      // Native 3-D Secure is switched off in the request, and other methods are not sent.
      return toDeclined('42');
    default:
      return { kind: 'unknown' };
  }
}

function details({ resultCode, amount, additionalData = {} }: AdyenPayment, shopperReference: string | undefined) {
  const read = (name: string): string | undefined => {
    const value = additionalData[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const approvalCode = read('authCode');
  const stored = read('tokenization.storedPaymentMethodId') ?? read('recurring.recurringDetailReference');
  const schemeTransactionID = read('networkTxReference');
  const held =
    resultCode === 'PartiallyAuthorised' && amount ? fromAdyenAmount(BigInt(amount.value), amount.currency) : undefined;
  return {
    ...(approvalCode !== undefined && { approvalCode }),
    ...(stored !== undefined &&
      shopperReference !== undefined && { recurrentToken: toRecurrentToken({ shopperReference, id: stored }) }),
    ...(held !== undefined && { amountMinor: held }),
    ...(schemeTransactionID !== undefined && { schemeTransactionID }),
  };
}

/** Adyen redirects by GET or, with form fields, by POST. Before its result the payment has no reference of Adyen. */
function interaction({ action }: AdyenPayment, reference: string): InteractionRequired | Declined {
  const { url, method = 'GET', data = {} } = action ?? {};
  if (action?.type !== 'redirect' || url === undefined) return toDeclined('42');
  return { kind: 'interactionRequired', connectorReference: reference, interaction: toRedirect({ url, method, data }) };
}

function toRedirect({ url, method, data }: { url: string; method: string; data: Record<string, string> }): Redirect {
  const uriTemplate = url.replace(/[{}]/g, encodeURIComponent);
  if (method.toUpperCase() !== 'POST') {
    return { interactionType: 'Redirect', request: { requestType: 'BrowserGetRequest', uriTemplate } };
  }
  const form = Object.entries(data).map(([key, template]) => ({ key, template }));
  return { interactionType: 'Redirect', request: { requestType: 'BrowserPostRequest', uriTemplate, form } };
}

/** Converts the stated success of an authorisation. */
export function toApproved({ connectorReference, details: stated }: ConnectorNotice): Approved {
  const approvalCode = stated['authCode'];
  return { kind: 'approved', connectorReference, ...(approvalCode !== undefined && { approvalCode }) };
}

/** Converts the stated result of a capture, cancel or refund. */
export function modificationOutcome(notice: ConnectorNotice): FollowUpOutcome {
  if (!notice.isSuccess) return NOTHING_HELD;
  const { connectorReference, amount, currency, event } = notice;
  const amountMinor =
    event === 'CAPTURE' && amount !== undefined && currency !== undefined
      ? fromAdyenAmount(amount, currency)
      : undefined;
  return { kind: 'approved', connectorReference, ...(amountMinor !== undefined && { amountMinor }) };
}
