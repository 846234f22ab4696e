import { getCardRange } from '../../../domain/payments/card/card-ranges';
import type { PayersShop, PaymentMethod, PaymentToolDetails } from '../api/types';
import type { ToolKind } from '../outcomes';
import type { Texts } from '../texts/texts';
import { getTokenProviderName } from '../wallets/names';

type ProviderTool = 'PaymentTerminalData' | 'DigitalWalletData';

export type Way =
  | { kind: 'terminal' | 'bank' | 'wallet'; id: string; brand: string; tool: ProviderTool }
  | { kind: 'mobileCommerce'; id: string; operators: readonly string[] }
  | { kind: 'cryptoWallet'; id: string; currencies: readonly string[] };

type Provider = PayersShop['providers'][number];

/** Finds the ways other than cards. An unknown provider is hidden; without a list the ids are the names. */
export function findWays(
  methods: readonly PaymentMethod[],
  providers: readonly Provider[] | undefined,
  currency: string | undefined,
): Way[] {
  const found = methods.flatMap((method) => getWays(method, providers));
  if (currency !== 'RUB') return found;
  return [...found.filter(isFasterPayments), ...found.filter((way) => !isFasterPayments(way))];
}

/** Recognises Russia's Faster Payments System, which has no category of its own. */
function isFasterPayments(way: Way): boolean {
  return 'brand' in way && /^(СБП|Система быстрых платежей|SBP)(?!\p{L})/iu.test(way.brand);
}

function getWays(method: PaymentMethod, known: readonly Provider[] | undefined): Way[] {
  const find = (id: string) => (known ? known.filter((provider) => provider.id === id) : [{ id }]);
  switch (method.method) {
    case 'PaymentTerminal':
      return method.providers.flatMap(find).map((provider) => getWay(provider, 'PaymentTerminalData'));
    case 'DigitalWallet':
      return method.providers.flatMap(find).map((provider) => getWay(provider, 'DigitalWalletData'));
    case 'MobileCommerce':
      return [{ kind: 'mobileCommerce', id: 'mobileCommerce', operators: method.operators }];
    case 'CryptoWallet':
      return [{ kind: 'cryptoWallet', id: 'cryptoWallet', currencies: method.cryptoCurrencies }];
    default:
      // Cards, and methods published after this page.
      return [];
  }
}

function getWay({ id, brandName = id, category }: Provider, tool: ProviderTool): Way {
  return { kind: getKind(category, tool), id, brand: brandName, tool };
}

function getKind(category: string | undefined, tool: ProviderTool): 'terminal' | 'bank' | 'wallet' {
  switch (category) {
    case 'onlinebanking':
    case 'netbanking':
    case 'pix':
    case 'upi':
      return 'bank';
    case 'digitalwallet':
      return 'wallet';
    default:
      return tool === 'DigitalWalletData' ? 'wallet' : 'terminal';
  }
}

export function getWayName(way: Way, { methods }: Texts): string {
  return 'brand' in way ? way.brand : methods.names[way.kind];
}

/** Fields of tools that the platform may reject. */
export const TOOL_FIELDS = [
  [/^paymentTool\.mobilePhone\b/, 'phone'],
  [/^paymentTool\.id$/, 'wallet'],
] as const;

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
      return `${methods.names.mobileCommerce}, ${tool.phoneNumber}`;
    case 'PaymentToolDetailsCryptoWallet':
      return tool.cryptoCurrency;
    case 'PaymentToolDetailsDigitalWallet':
    case 'PaymentToolDetailsPaymentTerminal':
      return shop?.providers.find(({ id }) => id === tool.provider)?.brandName ?? tool.provider;
    case undefined:
      return undefined;
  }
}
