import type { PaymentMethod } from './payment-methods';
import type { PaymentToolDetails } from './payment-tool';

/** A route of payments to a connector; omitted restrictions match everything. */
export interface PaymentRoute {
  connector: string;
  /** Published names of payment methods. */
  tools?: readonly PaymentMethod['method'][];
  currencies?: readonly string[];
  /** In minor units, inclusive. */
  minAmount?: number;
  /** In minor units, inclusive. */
  maxAmount?: number;
}

/** The properties that determine the route of a payment or a binding. */
export interface RoutedPayment {
  tool: PaymentToolDetails['type'];
  currency: string;
  /** In minor units; absent for a binding. */
  amountMinor?: bigint;
  /** The connector that issued the recurrent token; only it can use the token. */
  issuer?: string;
}

/** The published names of payment methods. */
export const METHODS = {
  bankCard: 'BankCard',
  paymentTerminal: 'PaymentTerminal',
  digitalWallet: 'DigitalWallet',
  cryptoWallet: 'CryptoWallet',
  mobileCommerce: 'MobileCommerce',
} as const satisfies Record<RoutedPayment['tool'], PaymentMethod['method']>;

/**
 * Lists the connectors for a payment in the order of attempts. It is computed once and stored, so changed terms do not
 * affect a started payment.
 */
export function routePayment(routes: readonly PaymentRoute[], payment: RoutedPayment): string[] {
  if (payment.issuer !== undefined) return [payment.issuer];
  return [...new Set(routes.filter((route) => matchesRoute(route, payment)).map(({ connector }) => connector))];
}

function matchesRoute(route: PaymentRoute, { tool, currency, amountMinor }: RoutedPayment): boolean {
  if (route.tools && !route.tools.includes(METHODS[tool])) return false;
  if (route.currencies && !route.currencies.includes(currency)) return false;
  if (amountMinor === undefined) return true;
  const isTooSmall = route.minAmount !== undefined && amountMinor < BigInt(route.minAmount);
  const isTooLarge = route.maxAmount !== undefined && amountMinor > BigInt(route.maxAmount);
  return !isTooSmall && !isTooLarge;
}
