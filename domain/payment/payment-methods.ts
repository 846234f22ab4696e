import { UNKNOWN_PAYMENT_SYSTEM, type PaymentToolDetails } from './payment-tool';

/** A way to pay, in the published form: what a shop's terms name, what is listed, and what is accepted. */
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

/** What a shop takes whose terms name nothing: bank cards of the usual networks. */
const USUAL: PaymentMethod[] = [{ method: 'BankCard', paymentSystems: ['nspkmir', 'visa', 'mastercard', 'maestro'] }];

/** How a shop's invoices may be paid. */
export function listPaymentMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return terms.paymentMethods ?? USUAL;
}

/** What may be bound to a customer of a shop: only cards can be charged again without their payer. */
export function listBindableMethods(terms: { paymentMethods?: PaymentMethod[] }): PaymentMethod[] {
  return listPaymentMethods(terms).filter(({ method }) => method === 'BankCard');
}

/** Whether a tool is of one of the methods. What is not listed is not accepted. */
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
      // Numbers are ported between operators, so whose a phone is only the connector knows.
      return method.method === 'MobileCommerce';
  }
}

/** A card by its network. One that is in a wallet also by the wallet, which may keep the network to itself. */
function matchesCard(
  { paymentSystems, tokenProviders = [] }: Extract<PaymentMethod, { method: 'BankCard' }>,
  { paymentSystem, tokenProvider }: Extract<PaymentToolDetails, { type: 'bankCard' }>,
): boolean {
  if (tokenProvider === undefined) return paymentSystems.includes(paymentSystem);
  const isKnown = paymentSystem !== UNKNOWN_PAYMENT_SYSTEM;
  return tokenProviders.includes(tokenProvider) && (!isKnown || paymentSystems.includes(paymentSystem));
}
