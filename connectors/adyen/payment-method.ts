import { createHash } from 'node:crypto';
import type { ThreeDSecureRequest } from '../../domain/payments/payment/payment';
import type { ConnectorTool } from '../../domain/payments/payment/payment-tool';
import { ConnectorRejection } from '../connector-rejection';
import { methodOfProvider } from '../provider-methods';
import { readApplePaymentData, readGoogleToken } from '../wallet-tokens';

/** A stored payment method, usable only with its shopper reference. */
export interface StoredMethod {
  shopperReference: string;
  id: string;
}

/**
 * Adyen's types of payment methods by the provider of a terminal or a digital wallet, without separate captures
 * (docs.adyen.com/payment-methods). Bancontact is its app: its cards are card data, which only `card` has.
 */
const METHODS_BY_PROVIDER: Readonly<Record<string, string>> = { ideal: 'ideal', bancontact: 'bcmc_mobile' };

/** The longest reference of a payment at Adyen. */
const MAX_REFERENCE = 80;

/** The reference of an operation at Adyen: its id, or a digest of a long one. */
export function toReference(operationID: string): string {
  return operationID.length <= MAX_REFERENCE ? operationID : `sha256-${digest(operationID)}`;
}

/** Each stored payment method has a shopper reference of its own, which follows from the operation that stored it. */
export function toShopperReference(operationID: string): string {
  return `holdfast-${digest(operationID).slice(0, 32)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Encodes a stored payment method as a recurrent token. */
export function toRecurrentToken({ shopperReference, id }: StoredMethod): string {
  return `${shopperReference}/${id}`;
}

/** Parses a recurrent token. @throws ConnectorRejection for a token of another connector */
export function readRecurrentToken(token: string): StoredMethod {
  const [, shopperReference, id] = /^(holdfast-[0-9a-f]{32})\/([A-Za-z0-9]{1,64})$/.exec(token) ?? [];
  if (shopperReference === undefined || id === undefined) {
    throw ConnectorRejection.unsent('The recurrent token is not one of Adyen', 'recurrentToken');
  }
  return { shopperReference, id };
}

function requestThreeDSecure({ threeDSecure: request, pageUrl }: Terms): object {
  const nativeThreeDS = pageUrl === undefined ? 'disabled' : 'preferred';
  const threeDS2RequestData = {
    ...(pageUrl !== undefined && { notificationURL: pageUrl }),
    // The EMV 3-D Secure value "challenge requested: mandate".
    ...(request === 'force' && { threeDSRequestorChallengeInd: '04' }),
  };
  return {
    authenticationData: {
      threeDSRequestData: { nativeThreeDS },
      ...(request && { attemptAuthentication: request === 'exempt' ? 'never' : 'always' }),
    },
    ...(pageUrl !== undefined && { origin: new URL(pageUrl).origin }),
    ...(Object.keys(threeDS2RequestData).length > 0 && { threeDS2RequestData }),
  };
}

interface Terms {
  threeDSecure?: ThreeDSecureRequest | undefined;
  /** Our page for native 3-D Secure; without it the payer is redirected. */
  pageUrl?: string | undefined;
  currency: string;
  isStored: boolean;
}

/** The fields that say how a payment is paid: by a present payer, or by a stored card without the payer. */
export function payWith(tool: ConnectorTool, terms: Terms): object {
  if (tool.type !== 'recurrentToken') {
    const present = { shopperInteraction: 'Ecommerce', channel: 'Web' };
    if (isSale(tool)) return { paymentMethod: saleMethod(tool, terms), ...present };
    // The device has authenticated a payer of Apple Pay, and of a network token.
    const authentication = isAuthenticated(tool) ? toMpiData(tool) : requestThreeDSecure(terms);
    return { paymentMethod: presentMethod(tool), ...present, ...authentication };
  }
  const { shopperReference, id } = readRecurrentToken(tool.recurrentToken);
  return {
    paymentMethod: { type: 'scheme', storedPaymentMethodId: id },
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: 'UnscheduledCardOnFile',
    shopperReference,
  };
}

type Sale = Extract<ConnectorTool, { type: 'paymentTerminal' | 'digitalWallet' }>;

/** Whether the money is sent, not held. */
export function isSale(tool: ConnectorTool): tool is Sale {
  return tool.type === 'paymentTerminal' || tool.type === 'digitalWallet';
}

/** @throws ConnectorRejection for another provider or currency, and for a method that is to be stored */
function saleMethod({ provider }: Sale, { currency, isStored }: Terms): object {
  const type = methodOfProvider(METHODS_BY_PROVIDER, provider, 'Adyen');
  if (currency !== 'EUR') throw ConnectorRejection.unsent(`${provider} takes EUR only`, 'currency');
  if (isStored) throw ConnectorRejection.unsent(`${provider} cannot be charged again`, 'makeRecurrent');
  return { type };
}

/** The fields that store the payment method of an operation for later payments. */
export function storeMethod(operationID: string): object {
  return {
    storePaymentMethod: true,
    recurringProcessingModel: 'UnscheduledCardOnFile',
    shopperReference: toShopperReference(operationID),
  };
}

function isAuthenticated(tool: ConnectorTool): boolean {
  if (tool.type === 'card') return tool.cryptogram !== undefined;
  return tool.type === 'tokenizedCard' && tool.provider === 'ApplePay';
}

/** The cryptogram of a network token; nothing for other tools. */
function toMpiData(tool: ConnectorTool): object {
  if (tool.type !== 'card' || tool.cryptogram === undefined) return {};
  const { cryptogram: tokenAuthenticationVerificationValue, eci } = tool;
  return { mpiData: { tokenAuthenticationVerificationValue, ...(eci !== undefined && { eci }) } };
}

/** @throws ConnectorRejection for another tool than a card, and for other wallets than Apple’s and Google’s */
function presentMethod(tool: ConnectorTool): object {
  if (tool.type === 'tokenizedCard' && tool.provider === 'ApplePay') {
    const applePayToken = Buffer.from(readApplePaymentData(tool.paymentToken)).toString('base64');
    return { type: 'applepay', applePayToken };
  }
  if (tool.type === 'tokenizedCard' && tool.provider === 'GooglePay') {
    return { type: 'googlepay', googlePayToken: readGoogleToken(tool.paymentToken) };
  }
  if (tool.type !== 'card') throw ConnectorRejection.unsent(`Adyen takes no ${tool.type} here`, 'paymentTool');
  const [month = '', year = ''] = tool.expDate.split('/');
  return {
    type: tool.cryptogram === undefined ? 'scheme' : 'networkToken',
    number: tool.cardNumber,
    expiryMonth: month,
    expiryYear: year.length === 2 ? `20${year}` : year,
    ...(tool.cvv !== undefined && { cvc: tool.cvv }),
    ...(tool.cardHolder !== undefined && { holderName: tool.cardHolder }),
  };
}
