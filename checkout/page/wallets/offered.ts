import type { PaymentMethod } from '../api/types';

/** A wallet of the payer's own browser: nothing of it is loaded, the browser brings it along. */
export type Wallet = (typeof WALLETS)[number];

/** In the order in which they are offered. */
const WALLETS = ['applepay', 'googlepay', 'samsungpay'] as const;

/** What the provider has set up for wallets. */
export interface WalletSettings {
  /** Where payments are processed, ISO 3166-1 alpha-2. */
  country: string;
  google?: { gateway: string; merchantID?: string };
  /** Where a session of the merchant with Apple is got. */
  apple?: { sessionUrl: string };
  samsung?: { serviceID: string };
}

type Cards = Extract<PaymentMethod, { method: 'BankCard' }>;

/** What wallets call the networks that they have; a network that is absent they do not. */
const NETWORKS: Readonly<Record<Wallet, Readonly<Record<string, string>>>> = {
  applepay: {
    visa: 'visa',
    mastercard: 'masterCard',
    maestro: 'maestro',
    amex: 'amex',
    discover: 'discover',
    jcb: 'jcb',
    unionpay: 'chinaUnionPay',
    nspkmir: 'mir',
  },
  googlepay: { visa: 'VISA', mastercard: 'MASTERCARD', amex: 'AMEX', discover: 'DISCOVER', jcb: 'JCB' },
  samsungpay: { visa: 'visa', mastercard: 'mastercard', amex: 'amex', discover: 'discover' },
};

export function readWalletSettings(text: string | undefined): WalletSettings {
  return text ? (JSON.parse(text) as WalletSettings) : { country: '' };
}

/** The networks of the shop that a wallet has, under the wallet's names. */
export function networksIn(wallet: Wallet, { paymentSystems }: Cards): string[] {
  return paymentSystems.flatMap((name) => NETWORKS[wallet][name] ?? []);
}

/** The wallets that the shop takes, the provider has set up, and this browser has. */
export function walletsOffered(cards: Cards, settings: WalletSettings): Wallet[] {
  const isThere = {
    applepay: settings.apple && hasApplePay(),
    googlepay: settings.google && hasPaymentRequest(),
    samsungpay: settings.samsung && hasPaymentRequest() && isSamsungBrowser(),
  };
  return WALLETS.filter(
    (wallet) =>
      isThere[wallet] &&
      cards.tokenProviderData &&
      cards.tokenProviders?.includes(wallet) &&
      networksIn(wallet, cards).length > 0,
  );
}

function hasApplePay(): boolean {
  try {
    return (
      typeof ApplePaySession !== 'undefined' && ApplePaySession.supportsVersion(3) && ApplePaySession.canMakePayments()
    );
  } catch {
    // Not on a page without TLS, or in a frame that may not.
    return false;
  }
}

/** Whether the browser has Google Pay is known only once it is asked, which it does of Google: not before the payer wants to. */
function hasPaymentRequest(): boolean {
  return typeof PaymentRequest !== 'undefined' && typeof ApplePaySession === 'undefined';
}

/** Samsung Pay is on Samsung's phones, and only Samsung's browser says that it runs on one. */
function isSamsungBrowser(): boolean {
  return /\bSamsungBrowser\//.test(navigator.userAgent);
}
