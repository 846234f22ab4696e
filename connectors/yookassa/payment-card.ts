import { present } from '../../domain/platform/fields/present';
import type { NamedCard } from '../../domain/payments/payment/named-card';
import type { YooKassaPayment } from './yookassa-objects';

/** Our names of YooKassa's card types; others say nothing of the network. */
const NETWORKS: Readonly<Record<string, string>> = {
  MasterCard: 'mastercard',
  Visa: 'visa',
  Mir: 'nspkmir',
  UnionPay: 'unionpay',
  JCB: 'jcb',
  AmericanExpress: 'amex',
  DinersClub: 'dinersclub',
  DiscoverCard: 'discover',
};

const TOKEN_PROVIDERS: Readonly<Record<string, NonNullable<NamedCard['tokenProvider']>>> = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
};

/** The card of a payment, which a wallet's token hides. */
export function paymentCard({ payment_method: method }: YooKassaPayment): { card?: NamedCard } {
  const card = method?.card;
  if (!card) return {};
  const { first6: bin, last4: lastDigits, issuer_country: issuerCountry, issuer_name: bankName } = card;
  const paymentSystem = NETWORKS[card.card_type ?? ''];
  const tokenProvider = TOKEN_PROVIDERS[card.source ?? ''];
  return { card: present({ bin, lastDigits, issuerCountry, bankName, paymentSystem, tokenProvider }) };
}
