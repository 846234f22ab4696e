import {
  ALL_USABLE,
  orderAccounts,
  type AccountStates,
  type RankedAccount,
  type RankedRoute,
} from '../connector-account/order-accounts';
import { METHODS, type PaymentMethod, type PaymentToolDetails } from './payment-tool';

/** A route of payments to an account of a connector; omitted restrictions match everything. */
export interface PaymentRoute extends RankedRoute {
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
  /** The account that issued the recurrent token; only it can use the token. */
  issuer?: string;
  /** The accounts that take the wallet’s token which pays; absent for other tools. */
  acceptingAccounts?: ReadonlySet<string> | undefined;
  /** Identifies the payment or binding; decides between weights. */
  key: string;
}

/**
 * Ranks the accounts for a payment in the order of attempts. It is computed once and stored, so changed terms do not affect
 * a started payment. A recurrent token goes to its issuer only, regardless of routes and health.
 */
export function routePayment(
  routes: readonly PaymentRoute[],
  payment: RoutedPayment,
  states: AccountStates = ALL_USABLE,
): RankedAccount[] {
  if (payment.issuer !== undefined) {
    return [{ account: payment.issuer, result: states.disabled.has(payment.issuer) ? 'disabled' : 'chosen' }];
  }
  const matching = routes.filter((route) => matchesRoute(route, payment));
  return orderAccounts(matching, payment.key, states);
}

function matchesRoute(route: PaymentRoute, { tool, currency, amountMinor, acceptingAccounts }: RoutedPayment): boolean {
  if (acceptingAccounts && !acceptingAccounts.has(route.connector)) return false;
  if (route.tools && !route.tools.includes(METHODS[tool])) return false;
  if (route.currencies && !route.currencies.includes(currency)) return false;
  if (amountMinor === undefined) return true;
  const isTooSmall = route.minAmount !== undefined && amountMinor < BigInt(route.minAmount);
  const isTooLarge = route.maxAmount !== undefined && amountMinor > BigInt(route.maxAmount);
  return !isTooSmall && !isTooLarge;
}
