import type { NamedCard } from '../../domain/payments/payment/named-card';
import type { BrowserInfo } from '../../domain/payments/payment/browser-info';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { ConnectorNotice } from '../../domain/payments/connector-notice/connector-notice';
import { present } from '../../domain/platform/fields/present';
import type { Approved, Declined, FollowUpOutcome, InteractionRequired, Unknown } from '../connector';
import { NOTHING_HELD } from '../declined';
import { redirectTo } from '../redirect';
import type { Stated } from '../stated';
import { fromAdyenAmount } from './adyen-amount';
import type { AdyenPayment } from './adyen-objects';
import { readNativeStep } from './native-three-d-secure';
import { toRecurrentToken, toReference } from './payment-method';
import { toDeclined } from './refusal-reasons';

/** Our names of Adyen’s brands; others say nothing of the network. */
const BRANDS: Readonly<Record<string, string>> = { visa: 'visa', mc: 'mastercard', amex: 'amex', maestro: 'maestro' };

/** Events that state a captured amount: an authorisation is asked for only if it captures at once. */
const CAPTURES: ReadonlySet<string> = new Set(['CAPTURE', 'AUTHORISATION']);

/** Approved, declined, or a page for the payer; `unknown` while Adyen has no result. */
export type AuthorisationOutcome = Approved | Declined | InteractionRequired | Unknown;

interface Asked {
  operationID: string;
  /** Of a payment method that is stored. */
  shopperReference?: string | undefined;
  browser?: BrowserInfo | undefined;
  /** Our page for native 3-D Secure, if it was asked for. */
  pageUrl?: string | undefined;
}

/** Converts the answer to a payment. */
export function paymentOutcome(payment: AdyenPayment, asked: Asked): AuthorisationOutcome {
  const { operationID, shopperReference } = asked;
  const { pspReference, merchantReference, amount } = payment;
  const stated = { operation: toOperation(merchantReference, operationID), ...statedMoney(amount) };
  switch (payment.resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      // An answer without amount or reference is decided by the signed webhook.
      if (pspReference === undefined || !amount || merchantReference === undefined) return { kind: 'unknown' };
      return { kind: 'approved', connectorReference: pspReference, stated, ...details(payment, shopperReference) };
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return { ...toDeclined(payment.refusalReasonCode), stated };
    case 'RedirectShopper':
    case 'ChallengeShopper':
    case 'IdentifyShopper':
    case 'PresentToShopper':
      return { ...interaction(payment, asked), stated };
    case 'Pending':
      // An app's code comes with it.
      return payment.action ? { ...interaction(payment, asked), stated } : { kind: 'unknown' };
    default:
      return { kind: 'unknown' };
  }
}

/** Our operation id, if the reference is the one that was sent for it. */
export function toOperation(reference: string | undefined, operationID: string): string | undefined {
  return reference === toReference(operationID) ? operationID : reference;
}

export function statedMoney(
  amount: { value: number | bigint; currency: string } | undefined,
): Pick<Stated, 'amount' | 'currency'> {
  if (!amount) return {};
  return { amount: fromAdyenAmount(BigInt(amount.value), amount.currency) ?? null, currency: amount.currency };
}

function details({ additionalData = {} }: AdyenPayment, shopperReference: string | undefined) {
  const read = (name: string): string | undefined => {
    const value = additionalData[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const id = read('tokenization.storedPaymentMethodId') ?? read('recurring.recurringDetailReference');
  return present({
    card: toNamedCard(read),
    approvalCode: read('authCode'),
    recurrentToken: id && shopperReference && toRecurrentToken({ shopperReference, id }),
    schemeTransactionID: read('networkTxReference'),
  });
}

/** The card, if the merchant account is set to return it: of a wallet’s card nothing else tells the digits. */
function toNamedCard(read: (name: string) => string | undefined): NamedCard | undefined {
  const card = present({
    bin: read('issuerBin') ?? read('cardBin'),
    lastDigits: read('cardSummary'),
    issuerCountry: read('cardIssuingCountry'),
    bankName: read('cardIssuingBank'),
    paymentSystem: BRANDS[/^[a-z]+/.exec(read('cardPaymentMethod') ?? '')?.[0] ?? ''],
  });
  return Object.keys(card).length > 0 ? card : undefined;
}

/** Browsers whose screen is wider show a code to a phone, where a narrower one opens the app. */
const MAX_PHONE_WIDTH = 600;

/** Before its result the payment has no reference of Adyen. */
function interaction(payment: AdyenPayment, { operationID, browser, pageUrl }: Asked): InteractionRequired | Declined {
  const { action } = payment;
  const isNative = pageUrl !== undefined && readNativeStep(payment) !== undefined;
  const given = isNative
    ? redirectTo(pageUrl)
    : action && toInteraction(action, (browser?.screenWidth ?? Infinity) <= MAX_PHONE_WIDTH);
  // Nothing else was asked for.
  if (!given) return toDeclined('42');
  return { kind: 'interactionRequired', connectorReference: toReference(operationID), interaction: given };
}

/** Adyen redirects by GET or, with form fields, by POST; an app has a code and, for phones, an address. */
function toInteraction(action: NonNullable<AdyenPayment['action']>, isPhone: boolean): UserInteraction | undefined {
  const { type, url, method = 'GET', data = {}, qrCodeData: qrCode } = action;
  if (type === 'qrCode' && qrCode !== undefined && !(isPhone && url !== undefined))
    return { interactionType: 'QrCodeDisplayRequest', qrCode };
  const isPage = type === 'redirect' || type === 'qrCode';
  return isPage && url !== undefined ? redirectTo(url, method.toUpperCase() === 'POST' ? data : undefined) : undefined;
}

/** Converts the stated success of an authorisation. */
export function toApproved(notice: ConnectorNotice, operationID: string): Approved {
  const { connectorReference, details: read, reference } = notice;
  const approvalCode = read['authCode'];
  const stated = { operation: toOperation(reference, operationID), ...noticeStated(notice) };
  return { kind: 'approved', connectorReference, stated, ...(approvalCode !== undefined && { approvalCode }) };
}

function noticeStated({ amount: value, currency, details: read }: ConnectorNotice): Stated {
  const amount = value === undefined || currency === undefined ? undefined : { value, currency };
  const live = read['live'];
  return { ...statedMoney(amount), ...(live !== undefined && { isTest: live !== 'true' }) };
}

/** Converts the stated result of a capture, cancel or refund. */
export function modificationOutcome(notice: ConnectorNotice): FollowUpOutcome {
  if (!notice.isSuccess) return NOTHING_HELD;
  const { connectorReference, originalReference: authorisationReference, amount, currency, event } = notice;
  const stated = { authorisationReference, ...noticeStated(notice) };
  const isCaptured = CAPTURES.has(event) && amount !== undefined && currency !== undefined;
  const amountMinor = isCaptured ? fromAdyenAmount(amount, currency) : undefined;
  return { kind: 'approved', connectorReference, stated, ...present({ amountMinor }) };
}
