import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import type { Payer, Payment } from '../../../domain/payments/payment/payment';
import { paymentFailureMessage } from '../../../domain/payments/payment/payment-failure';
import {
  cardNumberMask,
  publishedDetails,
  type PaymentToolDetails,
} from '../../../domain/payments/payment/payment-tool';
import type { UserInteraction } from '../../../domain/payments/payment/user-interaction';
import type { Emits } from '../../../domain/platform/machine/machine';
import type { Unrecorded } from '../../../webhook-messages/message';
import type * as Published from '../../../webhook-messages/payments/entities';
import type { InteractionEvent, PaymentEvent } from '../../../webhook-messages/payments/events';
import type * as Interaction from '../../../webhook-messages/payments/interaction';
import type { ContactInfo } from '../../../webhook-messages/payments/primitives';
import type * as Tool from '../../../webhook-messages/payments/payment-tools';
import { invoiceMessage } from '../invoice/invoice.message';

/** The payment with its deprecated fields. Required tokens are empty, because they would let a reader pay. */
export function paymentMessage(payment: Payment): Published.Payment {
  const { payer } = payment;
  const isResource = payer.type === 'PaymentResourcePayer';
  return {
    id: payment.id,
    createdAt: rfc3339Text(payment.createdAt),
    status: payment.status,
    error: payment.failure ? paymentFailureMessage(payment.failure) : undefined,
    amount: amountToWire(payment.amountMinor),
    currency: payment.currency,
    metadata: payment.metadata ? { ...payment.metadata } : undefined,
    paymentToolToken: isResource ? '' : undefined,
    paymentSession: '',
    contactInfo: contactMessage(payer.contactInfo),
    ip: isResource ? payer.clientInfo?.ip : undefined,
    fingerprint: isResource ? payer.clientInfo?.fingerprint : undefined,
    payer: payerMessage(payer),
    changedAmount: payment.changedAmountMinor === null ? undefined : amountToWire(payment.changedAmountMinor),
    fee: payment.feeMinor === null ? undefined : amountToWire(payment.feeMinor),
    rrn: payment.rrn ?? undefined,
    externalId: payment.externalID ?? undefined,
    extraPaymentInfo: payment.extraPaymentInfo ? { ...payment.extraPaymentInfo } : undefined,
  };
}

export function contactMessage({ email, phoneNumber }: { email?: string; phoneNumber?: string }): ContactInfo {
  return { email, phoneNumber };
}

function payerMessage(payer: Payer): Published.Payer {
  switch (payer.type) {
    case 'CustomerPayer':
      return { payerType: payer.type, customerID: payer.customerID };
    case 'RecurrentPayer': {
      const { type, contactInfo, recurrentParentPayment } = payer;
      return { payerType: type, contactInfo: contactMessage(contactInfo), recurrentParentPayment };
    }
    case 'PaymentResourcePayer':
      return {
        payerType: payer.type,
        paymentToolToken: '',
        paymentSession: '',
        paymentToolDetails: toolMessage(payer.toolDetails),
        clientInfo: payer.clientInfo && { ip: payer.clientInfo.ip, fingerprint: payer.clientInfo.fingerprint },
        contactInfo: contactMessage(payer.contactInfo),
      };
  }
}

/** Undefined for a card without first digits (a wallet's token hides them), which the event document requires. */
export function toolMessage(details: PaymentToolDetails): Tool.PaymentToolDetails | undefined {
  if (details.type === 'bankCard') return cardMessage(details);
  const published = publishedDetails(details);
  switch (published.detailsType) {
    case 'PaymentToolDetailsPaymentTerminal': {
      const provider = KNOWN_TERMINALS.find((known) => known === published.provider) ?? 'unknown';
      return { detailsType: published.detailsType, provider, providerName: published.provider };
    }
    case 'PaymentToolDetailsDigitalWallet':
      return details.type === 'digitalWallet' && details.provider === 'qiwi'
        ? {
            detailsType: published.detailsType,
            digitalWalletDetailsType: 'DigitalWalletDetailsQIWI',
            phoneNumberMask: details.phoneNumberMask,
          }
        : { ...published, digitalWalletDetailsType: 'DigitalWalletDetailsProvider' };
    case 'PaymentToolDetailsCryptoWallet': {
      const { cryptoCurrency } = published;
      return {
        ...published,
        cryptoCurrency: knownCryptoCurrency(cryptoCurrency),
        cryptoCurrencyType: cryptoCurrency,
      };
    }
    default:
      return published;
  }
}

function cardMessage(
  details: Extract<PaymentToolDetails, { type: 'bankCard' }>,
): Tool.PaymentToolDetailsBankCard | undefined {
  if (details.bin.length < 6 || details.lastDigits.length < 2) return undefined;
  return {
    detailsType: 'PaymentToolDetailsBankCard',
    bin: details.bin,
    lastDigits: details.lastDigits,
    cardNumberMask: cardNumberMask(details),
    paymentSystem: details.paymentSystem,
    tokenProvider: details.tokenProvider,
    tokenProviderName: details.tokenProvider,
    issuerCountry: details.issuerCountry,
    bankName: details.bankName,
  };
}

const KNOWN_TERMINALS = ['euroset', 'wechat', 'alipay', 'qps', 'uzcard'] as const;
const KNOWN_CRYPTO_CURRENCIES = ['bitcoin', 'litecoin', 'bitcoinCash', 'ripple', 'ethereum', 'zcash'] as const;

/** The deprecated field lists a few currencies in lower camel case. */
function knownCryptoCurrency(given: string): Tool.PaymentToolDetailsCryptoWallet['cryptoCurrency'] {
  const name = given.charAt(0).toLowerCase() + given.slice(1);
  return KNOWN_CRYPTO_CURRENCIES.find((known) => known === name) ?? 'unknown';
}

export function paymentWebhookMessages(
  { emits }: Emits<PaymentEvent['eventType']>,
  { invoice, payment }: { invoice: Invoice; payment: Payment },
): Unrecorded<PaymentEvent>[] {
  const message = (eventType: PaymentEvent['eventType']): Unrecorded<PaymentEvent> => ({
    topic: 'InvoicesTopic',
    eventType,
    invoice: invoiceMessage(invoice),
    payment: paymentMessage(payment),
  });
  return emits.map(message);
}

export function interactionWebhookMessages(
  { emits }: Emits<InteractionEvent['eventType']>,
  payment: Payment,
  interaction: UserInteraction,
): Unrecorded<InteractionEvent>[] {
  const message = (eventType: InteractionEvent['eventType']): Unrecorded<InteractionEvent> => ({
    topic: 'InvoicesTopic',
    eventType,
    invoiceId: payment.invoiceID,
    paymentId: payment.id,
    userInteractionDetails: interactionMessage(interaction),
  });
  return emits.map(message);
}

export function interactionMessage(interaction: UserInteraction): Interaction.UserInteractionDetails {
  switch (interaction.interactionType) {
    case 'Redirect':
      return { userInteractionType: 'BrowserHTTPRequest', browserHTTPInfo: browserMessage(interaction.request) };
    case 'PaymentTerminalReceipt':
      return {
        userInteractionType: 'PaymentTerminalReceipt',
        paymentTerminalReceiptInfo: { shortPaymentId: interaction.shortPaymentID, due: interaction.dueDate },
      };
    case 'CryptoCurrencyTransferRequest':
      return {
        userInteractionType: 'CryptoCurrencyTransferRequest',
        cryptoCurrencyTransferInfo: {
          cryptoAddress: interaction.cryptoAddress,
          cryptoAmount: getRational(interaction.cryptoAmount),
          cryptoCurrency: interaction.symbolicCode,
        },
      };
    case 'QrCodeDisplayRequest':
      return { userInteractionType: 'QrCodeDisplayRequest', qrCodeDisplayInfo: { qrCode: interaction.qrCode } };
    case 'ApiExtensionRequest':
      return { userInteractionType: 'ApiExtensionRequest', apiExtensionInfo: { apiType: interaction.apiType } };
  }
}

function browserMessage(
  request: Extract<UserInteraction, { interactionType: 'Redirect' }>['request'],
): Interaction.BrowserHTTPInfo {
  const url = plainAddress(request.uriTemplate);
  if (request.requestType === 'BrowserGetRequest') return { requestType: 'get', url };
  // Form fields stay templates: one of them contains the return address.
  const form = Object.fromEntries(request.form.map(({ key, template }) => [key, template]));
  return { requestType: 'post', url, form };
}

/** The event document contains plain addresses, so the parameter with the variable `termination_uri` is dropped. */
function plainAddress(template: string): string {
  return template.replace(/[?&][^?&={}]*=\{[^{}]*\}|\{[^{}]*\}/g, '');
}

/** `0.00125` as 125 / 100000. */
function getRational(decimal: string): Interaction.Rational {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { divider: Number(BigInt(whole + fraction)), denominator: Number(10n ** BigInt(fraction.length)) };
}
