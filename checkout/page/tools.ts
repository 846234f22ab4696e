import { getCardRange } from '../../domain/payments/card/card-ranges';
import type { PayersShop, PaymentToolDetails } from './api/types';
import type { ToolKind } from './outcomes';
import type { Texts } from './texts/texts';
import { getTokenProviderName } from './wallets/names';

const KINDS: Readonly<Record<PaymentToolDetails['detailsType'], ToolKind>> = {
  PaymentToolDetailsBankCard: 'card',
  PaymentToolDetailsMobileCommerce: 'phone',
  PaymentToolDetailsDigitalWallet: 'wallet',
  PaymentToolDetailsPaymentTerminal: 'transfer',
  PaymentToolDetailsCryptoWallet: 'transfer',
};

export function getToolKind(tool: PaymentToolDetails | undefined): ToolKind {
  if (!tool) return 'card';
  return 'tokenProvider' in tool && tool.tokenProvider ? 'cardInWallet' : KINDS[tool.detailsType];
}

export function isCard(tool: PaymentToolDetails | undefined): boolean {
  return !tool || KINDS[tool.detailsType] === 'card';
}

/** What paid, masked, e.g. `Visa •• 4242`. */
export function toolText(
  tool: PaymentToolDetails | undefined,
  { methods }: Texts,
  shop: PayersShop | undefined,
): string | undefined {
  switch (tool?.detailsType) {
    case 'PaymentToolDetailsBankCard': {
      const name = getCardRange(tool.paymentSystem)?.name ?? '';
      const card = `${name} •• ${tool.last4 ?? tool.cardNumberMask.slice(-4)}`.trim();
      return tool.tokenProvider ? `${card}, ${getTokenProviderName(tool.tokenProvider)}` : card;
    }
    case 'PaymentToolDetailsMobileCommerce':
      return `${methods.mobile}, ${tool.phoneNumber}`;
    case 'PaymentToolDetailsCryptoWallet':
      return tool.cryptoCurrency;
    case 'PaymentToolDetailsDigitalWallet':
    case 'PaymentToolDetailsPaymentTerminal':
      return shop?.providers.find(({ id }) => id === tool.provider)?.brandName ?? tool.provider;
    case undefined:
      return undefined;
  }
}
