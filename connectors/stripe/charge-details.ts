import type Stripe from 'stripe';
import type { NamedCard } from '../../domain/payments/payment/named-card';
import { present } from '../../domain/platform/fields/present';
import type { Approved } from '../connector';
import { fromStripeAmount } from './stripe-amount';

/** Our names of Stripe's brands; others say nothing of the network. */
const NETWORKS: Readonly<Record<string, string>> = {
  amex: 'amex',
  diners: 'dinersclub',
  discover: 'discover',
  jcb: 'jcb',
  mastercard: 'mastercard',
  unionpay: 'unionpay',
  visa: 'visa',
};

const TOKEN_PROVIDERS: Readonly<Record<string, NonNullable<NamedCard['tokenProvider']>>> = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
  samsung_pay: 'samsungpay',
};

/** What the intent's charge says of card, hold, scheme and fee; nothing if the charge was not expanded. */
export function chargeDetails({ latest_charge: charge, status }: Stripe.PaymentIntent): Partial<Approved> {
  if (charge === null || typeof charge === 'string') return {};
  const card = charge.payment_method_details?.card;
  return {
    ...(charge.authorization_code && { approvalCode: charge.authorization_code }),
    ...(card && { card: toNamedCard(card) }),
    ...(card?.network_transaction_id && { schemeTransactionID: card.network_transaction_id }),
    ...(card?.capture_before !== undefined &&
      status === 'requires_capture' && { holdExpiresAt: new Date(card.capture_before * 1_000) }),
    ...fee(charge),
  };
}

function toNamedCard(card: Stripe.Charge.PaymentMethodDetails.Card): NamedCard {
  const { iin: bin, last4: lastDigits, country: issuerCountry, issuer: bankName } = card;
  const paymentSystem = NETWORKS[card.brand ?? ''];
  const tokenProvider = TOKEN_PROVIDERS[card.wallet?.type ?? ''];
  return present({ bin, lastDigits, issuerCountry, bankName, paymentSystem, tokenProvider });
}

/** The fee of a captured charge, if the account is in the payment's currency. */
function fee({ balance_transaction: transaction, currency }: Stripe.Charge): { feeMinor?: bigint } {
  if (transaction === null || typeof transaction === 'string' || transaction?.currency !== currency) return {};
  return { feeMinor: fromStripeAmount(transaction.fee, currency.toUpperCase()) };
}
