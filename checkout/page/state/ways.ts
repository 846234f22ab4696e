import type { PayersShop, PaymentMethod } from '../api/types';

export type Way =
  | {
      kind: 'terminal' | 'bank' | 'wallet';
      id: string;
      brand: string;
      tool: 'PaymentTerminalData' | 'DigitalWalletData';
    }
  | { kind: 'mobile'; id: string; operators: readonly string[] }
  | { kind: 'crypto'; id: string; currencies: readonly string[] };

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
      return [{ kind: 'mobile', id: 'mobile', operators: method.operators }];
    case 'CryptoWallet':
      return [{ kind: 'crypto', id: 'crypto', currencies: method.cryptoCurrencies }];
    default:
      // Cards, and methods published after this page.
      return [];
  }
}

type ProviderTool = 'PaymentTerminalData' | 'DigitalWalletData';

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
