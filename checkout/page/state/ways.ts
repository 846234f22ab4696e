import type { ApiClient } from '../api/client';
import type { PaymentMethod, ServiceProvider } from '../api/types';

export type Way =
  | {
      kind: 'terminal' | 'bank' | 'wallet';
      id: string;
      brand: string;
      tool: 'PaymentTerminalData' | 'DigitalWalletData';
    }
  | { kind: 'mobile'; id: string; operators: readonly string[] }
  | { kind: 'crypto'; id: string; currencies: readonly string[] };

/** Loads the ways other than cards. A provider that is unknown or does not respond hides only its own way. */
export async function findWays(
  call: ApiClient,
  methods: readonly PaymentMethod[],
  currency: string | undefined,
): Promise<Way[]> {
  const found = (await Promise.all(methods.map((method) => readWays(call, method)))).flat();
  if (currency !== 'RUB') return found;
  return [...found.filter(isFasterPayments), ...found.filter((way) => !isFasterPayments(way))];
}

/** Recognises Russia's Faster Payments System, which has no category of its own. */
function isFasterPayments(way: Way): boolean {
  return 'brand' in way && /^(СБП|Система быстрых платежей|SBP)(?!\p{L})/iu.test(way.brand);
}

async function readWays(call: ApiClient, method: PaymentMethod): Promise<Way[]> {
  switch (method.method) {
    case 'PaymentTerminal':
      return readProviders(call, method.providers, 'PaymentTerminalData');
    case 'DigitalWallet':
      return readProviders(call, method.providers, 'DigitalWalletData');
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

async function readProviders(call: ApiClient, ids: readonly string[], tool: ProviderTool): Promise<Way[]> {
  const requests = ids.map((id) =>
    call<ServiceProvider>(`/service-providers/${encodeURIComponent(id)}`, { attempts: 2 }).then(
      (provider): Way[] => [{ kind: getKind(provider, tool), id, brand: provider.brandName ?? id, tool }],
      (): Way[] => [],
    ),
  );
  return (await Promise.all(requests)).flat();
}

function getKind({ category }: ServiceProvider, tool: ProviderTool): 'terminal' | 'bank' | 'wallet' {
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
