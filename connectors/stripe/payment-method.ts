import type Stripe from 'stripe';
import { z } from 'zod';
import type { ThreeDSecureRequest } from '../../domain/payments/payment/payment';
import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';
import { present } from '../../domain/platform/fields/present';
import { parseJson } from '../acquirer-http';
import { ConnectorRejection } from '../connector-rejection';
import type { ConnectorPayer } from '../payer';
import { readApplePaymentData, readGoogleToken } from '../wallet-tokens';

/** A saved card, usable only with its customer. */
export interface SavedCard {
  customer: string;
  paymentMethod: string;
}

export function toRecurrentToken({ customer, paymentMethod }: SavedCard): string {
  return `${customer}/${paymentMethod}`;
}

/** Parses a recurrent token. @throws ConnectorRejection for a token of another connector */
export function readRecurrentToken(token: string): SavedCard {
  const [customer, paymentMethod, ...rest] = token.split('/');
  if (!customer?.startsWith('cus_') || !paymentMethod?.startsWith('pm_') || rest.length > 0) {
    throw ConnectorRejection.unsent('The recurrent token is not one of Stripe', 'recurrentToken');
  }
  return { customer, paymentMethod };
}

/** Converts a card or a wallet’s token, and its payer, to a payment method. @throws ConnectorRejection for other tools */
export function cardMethod(
  tool: ConnectorTool,
  payer: ConnectorPayer = {},
  ofApplePay?: string,
): Stripe.PaymentMethodCreateParams {
  const isGooglePay = tool.type === 'tokenizedCard' && tool.provider === 'GooglePay';
  const token = isGooglePay ? readStripeToken(tool.paymentToken) : ofApplePay;
  if (token !== undefined) return { type: 'card', card: { token }, ...billingDetails(payer, payer.name) };
  if (tool.type !== 'card') throw ConnectorRejection.unsent(`Stripe takes no ${tool.type} here`, 'paymentTool');
  const [month = '', year = ''] = tool.expDate.split('/');
  return {
    type: 'card',
    card: {
      number: tool.cardNumber,
      exp_month: Number(month),
      exp_year: year.length === 2 ? 2000 + Number(year) : Number(year),
      ...(tool.cvv === undefined ? {} : { cvc: tool.cvv }),
    },
    ...billingDetails(payer, tool.cardHolder ?? payer.name),
  };
}

/** The id of the token that Google got from Stripe: its object is the gateway’s token. @throws ConnectorRejection */
function readStripeToken(paymentToken: string): string {
  const { id } = (parseJson(readGoogleToken(paymentToken)) ?? {}) as { id?: unknown };
  if (typeof id === 'string' && /^tok_\w{1,200}$/.test(id)) return id;
  throw ConnectorRejection.unsent('The token of Google Pay is not one of Stripe', 'paymentToken');
}

const appleToken = z
  .object({
    paymentMethod: z.object({ displayName: z.string().optional(), network: z.string().optional() }).default({}),
    transactionIdentifier: z.string().optional(),
  })
  .catch({ paymentMethod: {} });

/**
 * What Stripe makes a token of, as its own library does: github.com/stripe/stripe-ios, Token+API.swift. Its description of `/v1/tokens` has none of
 * these fields. @throws ConnectorRejection
 */
export function readAppleToken(paymentToken: string): object {
  const pk_token = readApplePaymentData(paymentToken);
  const { paymentMethod, transactionIdentifier } = appleToken.parse(JSON.parse(paymentToken));
  return present({
    pk_token,
    pk_token_instrument_name: paymentMethod.displayName,
    pk_token_payment_network: paymentMethod.network,
    pk_token_transaction_id: transactionIdentifier,
  });
}

function billingDetails(
  { email, phoneNumber, billingAddress: address }: ConnectorPayer,
  name: string | undefined,
): Pick<Stripe.PaymentMethodCreateParams, 'billing_details'> {
  const { country, state, city, line: line1, postalCode: postal_code } = address ?? {};
  const area = address && present({ country, line1, city, state, postal_code });
  const details = present({ name, email, phone: phoneNumber, address: area });
  return Object.keys(details).length > 0 ? { billing_details: details } : {};
}

/** Stripe has no value that leaves 3-D Secure out: it requests exemptions itself. */
const THREE_D_SECURE = { exempt: 'automatic', ask: 'any', force: 'challenge' } as const;

interface ThreeDSecureOptions {
  payment_method_options: { card: { request_three_d_secure: (typeof THREE_D_SECURE)[ThreeDSecureRequest] } };
}

export function requestThreeDSecure(request: ThreeDSecureRequest | undefined): Partial<ThreeDSecureOptions> {
  return request ? { payment_method_options: { card: { request_three_d_secure: THREE_D_SECURE[request] } } } : {};
}
