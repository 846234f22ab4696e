import type { PaymentMethod } from '../api/types';

/** A wallet built into the payer's browser; no script is loaded for it. */
export type OfferedWallet = (typeof WALLETS)[number];

const WALLETS = ['applepay', 'googlepay'] as const;

export interface WalletSettings {
  country: string;
  google?: { gateway: string; merchantID?: string };
  apple?: { sessionUrl: string };
}

type Cards = Extract<PaymentMethod, { method: 'BankCard' }>;

const NETWORKS: Readonly<Record<OfferedWallet, Readonly<Record<string, string>>>> = {
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
};

export function readWalletSettings(text: string | undefined): WalletSettings {
  return text ? (JSON.parse(text) as WalletSettings) : { country: '' };
}

export function getNetworks(wallet: OfferedWallet, { paymentSystems }: Cards): string[] {
  return paymentSystems.flatMap((name) => NETWORKS[wallet][name] ?? []);
}

/** Returns the wallets that the shop accepts, the provider has configured and this browser supports. */
export function getWallets(cards: Cards, settings: WalletSettings): OfferedWallet[] {
  const isAvailable = {
    applepay: settings.apple && hasApplePay(),
    googlepay: settings.google && hasPaymentRequest(),
  };
  return WALLETS.filter(
    (wallet) =>
      isAvailable[wallet] &&
      cards.tokenProviderData &&
      cards.tokenProviders?.includes(wallet) &&
      getNetworks(wallet, cards).length > 0,
  );
}

function hasApplePay(): boolean {
  try {
    return (
      typeof ApplePaySession !== 'undefined' && ApplePaySession.supportsVersion(3) && ApplePaySession.canMakePayments()
    );
  } catch {
    // Throws without TLS or in a frame without permission.
    return false;
  }
}

/** Google Pay is not queried before the click, because the browser would ask Google. */
function hasPaymentRequest(): boolean {
  return typeof PaymentRequest !== 'undefined' && typeof ApplePaySession === 'undefined';
}
