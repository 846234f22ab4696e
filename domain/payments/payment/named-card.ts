import { PAYMENT_SYSTEMS } from '../card/card-ranges';
import { UNKNOWN_PAYMENT_SYSTEM, type PaymentToolDetails } from './payment-tool';

/** What an acquirer says of the card that pays. */
export interface NamedCard {
  /** First digits, 6 to 8. */
  bin?: string;
  /** Last digits, 2 to 4. */
  lastDigits?: string;
  /** A name of `PAYMENT_SYSTEMS`. */
  paymentSystem?: string;
  /** ISO 3166-1 alpha-2. */
  issuerCountry?: string;
  bankName?: string;
  tokenProvider?: 'applepay' | 'googlepay' | 'samsungpay' | 'yandexpay';
}

const MAX_BANK_NAME = 200;

/**
 * Adds the acquirer's data to a card. Digits and network of a plain card are known from its number, so only those of a
 * wallet's card are taken. Malformed data is ignored.
 */
export function nameCard(details: PaymentToolDetails, card: NamedCard | undefined): PaymentToolDetails {
  if (!card || details.type !== 'bankCard') return details;
  const { issuerCountry, bankName } = card;
  return {
    ...details,
    ...(details.tokenProvider && nameWalletCard(card)),
    ...(details.paymentSystem === UNKNOWN_PAYMENT_SYSTEM && network(card)),
    ...(issuerCountry !== undefined && /^[A-Z]{2}$/.test(issuerCountry) && { issuerCountry }),
    ...(bankName !== undefined && bankName.trim() !== '' && { bankName: bankName.trim().slice(0, MAX_BANK_NAME) }),
  };
}

function nameWalletCard({ bin, lastDigits, ...card }: NamedCard) {
  return {
    ...(bin !== undefined && /^\d{6,8}$/.test(bin) && { bin }),
    ...(lastDigits !== undefined && /^\d{2,4}$/.test(lastDigits) && { lastDigits }),
    ...network(card),
    ...(card.tokenProvider && { tokenProvider: card.tokenProvider }),
  };
}

function network({ paymentSystem }: NamedCard): { paymentSystem?: string } {
  return paymentSystem !== undefined && PAYMENT_SYSTEMS.includes(paymentSystem) ? { paymentSystem } : {};
}
