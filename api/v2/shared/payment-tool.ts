import { findCardRange, isLuhnValid } from '../../../domain/payments/card/card-ranges';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { assertPrinted } from '../../../domain/payments/payment/card-face';
import {
  UNKNOWN_PAYMENT_SYSTEM,
  detectWalletPaymentSystem,
  publishedDetails,
  type PlainCard,
  type PaymentToolDetails,
  type ToolWithoutCard,
} from '../../../domain/payments/payment/payment-tool';
import type {
  CardData,
  MobileCommerceData,
  PaymentTool as WireTool,
  PaymentToolDetails as WireDetails,
} from './payment-tool.types';
import type { TokenizedCardData } from './tokenized-card.types';

/** A payment tool of a request, with its displayable details. */
export interface EnteredTool {
  tool: PlainCard | ToolWithoutCard;
  details: PaymentToolDetails;
}

/**
 * Reads a payment tool from a request. The issuer, not this function, checks the expiry date.
 * @throws Refusal invalidRequest for a wrong check digit and for impossible card data
 */
export function enteredTool(given: WireTool): EnteredTool {
  assertFits(given);
  switch (given.paymentToolType) {
    case 'CardData':
      return enteredCard(given);
    case 'PaymentTerminalData':
      return {
        tool: { type: 'paymentTerminal', provider: given.provider, metadata: given.metadata },
        details: { type: 'paymentTerminal', provider: given.provider },
      };
    case 'DigitalWalletData':
      return {
        tool: { type: 'digitalWallet', provider: given.provider, id: given.id, token: given.token },
        details: { type: 'digitalWallet', provider: given.provider, phoneNumberMask: phoneMask(given.id) },
      };
    case 'CryptoWalletData':
      return {
        tool: { type: 'cryptoWallet', cryptoCurrency: given.cryptoCurrency },
        details: { type: 'cryptoWallet', cryptoCurrency: given.cryptoCurrency },
      };
    case 'MobileCommerceData':
      return enteredPhone(given);
    case 'TokenizedCardData':
      return enteredTokenizedCard(given);
  }
}

/** A payment tool as `/v2` shows it, without card data. */
export function presentToolDetails(details: PaymentToolDetails): WireDetails {
  if (details.type !== 'bankCard') return publishedDetails(details);
  const first6 = details.bin.slice(0, 6);
  const last4 = details.lastDigits.slice(-4);
  return {
    detailsType: 'PaymentToolDetailsBankCard',
    cardNumberMask: `${first6}******${last4}`,
    first6: first6.length === 6 ? first6 : undefined,
    last4,
    paymentSystem: details.paymentSystem,
    tokenProvider: details.tokenProvider,
    tokenizationMethod: details.tokenizationMethod,
  };
}

function enteredCard({ cardNumber, expDate, cvv, cardHolder }: CardData): EnteredTool {
  if (!isLuhnValid(cardNumber)) {
    throw new Refusal('invalidRequest', 'body.paymentTool.cardNumber: fails its check digit', {
      place: 'body.paymentTool',
    });
  }
  assertPrinted({ expDate, cardHolder }, 'body.paymentTool');
  const paymentSystem = findCardRange(cardNumber)?.system ?? UNKNOWN_PAYMENT_SYSTEM;
  return {
    tool: { type: 'card', cardNumber, expDate, cvv, cardHolder },
    details: { type: 'bankCard', bin: cardNumber.slice(0, 6), lastDigits: cardNumber.slice(-4), paymentSystem },
  };
}

function enteredPhone({ mobilePhone: { cc, ctn } }: MobileCommerceData): EnteredTool {
  return {
    tool: { type: 'mobileCommerce', cc, ctn },
    details: { type: 'mobileCommerce', phoneNumberMask: phoneMask(cc + ctn) },
  };
}

/** `+7******1111`: the first digit and the last four. */
function phoneMask(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const hidden = Math.min(10, Math.max(1, digits.length - 5));
  return `+${digits.slice(0, 1) || '0'}${'*'.repeat(hidden)}${digits.slice(-4).padStart(2, '0')}`;
}

const TOKEN_PROVIDERS = {
  ApplePay: 'applepay',
  GooglePay: 'googlepay',
  SamsungPay: 'samsungpay',
  YandexPay: 'yandexpay',
} as const;

function enteredTokenizedCard(given: TokenizedCardData): EnteredTool {
  const { last4, paymentSystem } = tokenizedNumbers(given);
  const details: PaymentToolDetails = {
    type: 'bankCard',
    bin: '',
    lastDigits: last4,
    paymentSystem,
    tokenProvider: TOKEN_PROVIDERS[given.provider],
    tokenizationMethod: 'dpan',
  };
  return { tool: tokenizedTool(given), details };
}

function tokenizedTool(given: TokenizedCardData): ToolWithoutCard {
  switch (given.provider) {
    case 'ApplePay':
      return {
        type: 'tokenizedCard',
        provider: given.provider,
        merchantID: given.merchantID,
        paymentToken: JSON.stringify(given.paymentToken),
      };
    case 'GooglePay':
    case 'YandexPay':
      return {
        type: 'tokenizedCard',
        provider: given.provider,
        gatewayMerchantID: given.gatewayMerchantID,
        paymentToken: JSON.stringify(given.paymentToken),
      };
    case 'SamsungPay':
      return {
        type: 'tokenizedCard',
        provider: given.provider,
        serviceID: given.serviceID,
        referenceID: given.referenceID,
      };
  }
}

/**
 * Reads the unencrypted card details of a wallet's token: Apple Pay has them in `paymentMethod` (`displayName` ends with the
 * last digits), Google Pay and Yandex Pay in `info`.
 */
function tokenizedNumbers(given: TokenizedCardData): { last4: string; paymentSystem: string } {
  if (given.provider === 'SamsungPay') return { last4: '', paymentSystem: UNKNOWN_PAYMENT_SYSTEM };
  const token = given.paymentToken;
  const inner = getFields(token['paymentMethodData']);
  const method = getFields(token['paymentMethod']);
  const info = { ...getFields(inner['info']), ...getFields(token['info']) };
  const digits = [info['cardDetails'], method['displayName'], token['last4']].map((text) =>
    /\d{4}$/.exec(String(text)),
  );
  const network = [info['cardNetwork'], method['network'], token['network']].find((name) => typeof name === 'string');
  return {
    last4: digits.find(Boolean)?.[0] ?? '',
    paymentSystem: typeof network === 'string' ? detectWalletPaymentSystem(network) : UNKNOWN_PAYMENT_SYSTEM,
  };
}

function getFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Limits of connectors in characters: texts, wallets' tokens, JSON. */
const MAX_LENGTHS = { text: 1_000, token: 4_000, json: 15_000 } as const;

/** @throws Refusal invalidRequest for a field above these limits */
function assertFits(given: WireTool): void {
  for (const [field, value] of Object.entries(given) as [string, unknown][]) {
    const isText = typeof value === 'string';
    const length = isText ? value.length : (JSON.stringify(value) ?? '').length;
    const maxLength = isText ? MAX_LENGTHS[field === 'token' ? 'token' : 'text'] : MAX_LENGTHS.json;
    if (length <= maxLength) continue;
    const place = `body.paymentTool.${field}`;
    throw new Refusal('invalidRequest', `${place}: is longer than ${maxLength} characters`, { place });
  }
}
