import type { PaymentMethod } from './payment-methods';
import type { PaymentToolDetails } from './payment-tool';

/** A way for payments to a connector. Where it names no tools, no currencies or no bound of the amount, all take it. */
export interface PaymentRoute {
  connector: string;
  /** Tools by the names of the published payment methods. */
  tools?: readonly PaymentMethod['method'][];
  currencies?: readonly string[];
  /** The least amount that takes it, in minor units. */
  minAmount?: number;
  /** The largest amount that takes it, in minor units. */
  maxAmount?: number;
}

/** What decides by whom a payment or a binding is taken. */
export interface RoutedPayment {
  tool: PaymentToolDetails['type'];
  currency: string;
  /** In minor units; missing for a binding, which moves no money. */
  amountMinor?: bigint;
  /** The connector that gave the recurrent token which pays: nobody else can read it. */
  issuer?: string;
}

const METHODS = {
  bankCard: 'BankCard',
  paymentTerminal: 'PaymentTerminal',
  digitalWallet: 'DigitalWallet',
  cryptoWallet: 'CryptoWallet',
  mobileCommerce: 'MobileCommerce',
} as const satisfies Record<RoutedPayment['tool'], PaymentMethod['method']>;

/**
 * The connectors that may take a payment, each once, in the order in which they are asked; none where no route leads
 * anywhere. It is asked once and recorded: terms that change later change nothing for a payment that has begun.
 */
export function routePayment(routes: readonly PaymentRoute[], payment: RoutedPayment): string[] {
  if (payment.issuer !== undefined) return [payment.issuer];
  return [...new Set(routes.filter((route) => leads(route, payment)).map(({ connector }) => connector))];
}

function leads(route: PaymentRoute, { tool, currency, amountMinor }: RoutedPayment): boolean {
  if (route.tools && !route.tools.includes(METHODS[tool])) return false;
  if (route.currencies && !route.currencies.includes(currency)) return false;
  if (amountMinor === undefined) return true;
  const isTooSmall = route.minAmount !== undefined && amountMinor < BigInt(route.minAmount);
  const isTooLarge = route.maxAmount !== undefined && amountMinor > BigInt(route.maxAmount);
  return !isTooSmall && !isTooLarge;
}
