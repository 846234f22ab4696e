import { UNKNOWN_PAYMENT_SYSTEM, type PaymentToolDetails } from './payment-tool';

/** A payment method in the published form, used by shop terms, lists and checks. */
export type PaymentMethod =
  | {
      method: 'BankCard';
      paymentSystems: string[];
      tokenProviders?: string[];
      tokenProviderData?: { merchantID: string; merchantName?: string; orderID?: string; realm: 'test' | 'live' };
    }
  | { method: 'PaymentTerminal'; providers: string[] }
  | { method: 'DigitalWallet'; providers: string[] }
  | { method: 'CryptoWallet'; cryptoCurrencies: string[] }
  | { method: 'MobileCommerce'; operators: string[] };

/** The default of shops whose terms name none: bank cards of common networks. */
const DEFAULT_METHODS: PaymentMethod[] = [
  { method: 'BankCard', paymentSystems: ['nspkmir', 'visa', 'mastercard', 'maestro'] },
];

export function listPaymentMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return terms.paymentMethods ?? DEFAULT_METHODS;
}

/** Lists the methods that customers can bind: only cards can be charged again without the payer. */
export function listBindableMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return listPaymentMethods(terms).filter(({ method }) => method === 'BankCard');
}

/** Whether a tool matches one of the methods. */
export function isAccepted(methods: readonly PaymentMethod[], tool: PaymentToolDetails): boolean {
  return methods.some((method) => matchesTool(method, tool));
}

function matchesTool(method: PaymentMethod, tool: PaymentToolDetails): boolean {
  switch (tool.type) {
    case 'bankCard':
      return method.method === 'BankCard' && matchesCard(method, tool);
    case 'paymentTerminal':
      return method.method === 'PaymentTerminal' && method.providers.includes(tool.provider);
    case 'digitalWallet':
      return method.method === 'DigitalWallet' && method.providers.includes(tool.provider);
    case 'cryptoWallet':
      return method.method === 'CryptoWallet' && method.cryptoCurrencies.includes(tool.cryptoCurrency);
    case 'mobileCommerce':
      // Numbers are ported between operators, so only the connector knows a phone's operator.
      return method.method === 'MobileCommerce';
  }
}

/** Compares the network; for a card in a wallet also the wallet, which may not disclose the network. */
function matchesCard(
  { paymentSystems, tokenProviders = [] }: Extract<PaymentMethod, { method: 'BankCard' }>,
  { paymentSystem, tokenProvider }: Extract<PaymentToolDetails, { type: 'bankCard' }>,
): boolean {
  if (tokenProvider === undefined) return paymentSystems.includes(paymentSystem);
  const isKnown = paymentSystem !== UNKNOWN_PAYMENT_SYSTEM;
  return tokenProviders.includes(tokenProvider) && (!isKnown || paymentSystems.includes(paymentSystem));
}
