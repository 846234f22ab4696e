import { Refusal } from '../../../domain/platform/errors/refusal';
import type { AccountStates, RankedAccount } from '../../../domain/payments/connector-account/order-accounts';
import type { InspectionRule } from '../../../domain/payments/inspection/inspection-rule';
import { routePayment, type PaymentRoute, type RoutedPayment } from '../../../domain/payments/payment/routing';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { ShopRow } from './shop.queries';

const OF_INSTITUTION = statement<{ routes: PaymentRoute[] | null; inspection: InspectionRule[] | null }>(
  'routes-of-institution',
  `SELECT i.terms -> 'routes' AS routes, i.terms -> 'inspection' AS inspection
   FROM contracts c JOIN payment_institutions i ON i.id = c.payment_institution_id
   WHERE c.id = $1 AND c.party_id = $2`,
);

/** Routes and rules of a shop: from its terms, or else from its contract's institution. */
export async function readRouting(
  database: Database,
  { terms, contractID, partyID }: Pick<ShopRow, 'terms' | 'contractID' | 'partyID'>,
  tx?: Transaction,
): Promise<{ routes: readonly PaymentRoute[]; inspection: readonly InspectionRule[] }> {
  const [institution] = await database.run(OF_INSTITUTION, [contractID, partyID], tx);
  return {
    routes: terms.routes ?? institution?.routes ?? [],
    inspection: terms.inspection ?? institution?.inspection ?? [],
  };
}

/** The account for a payment or binding, those for failover, and why. */
export interface RoutedAccounts {
  connector: string;
  nextConnectors: string[];
  /** Null if there was nothing to choose. */
  routing: RankedAccount[] | null;
}

/** @throws Refusal operationNotPermitted if no route matches, or only to disabled accounts */
export function selectConnectors(
  routes: readonly PaymentRoute[],
  payment: RoutedPayment,
  states: AccountStates,
): RoutedAccounts {
  const ranked = routePayment(routes, payment, states);
  const [connector, ...nextConnectors] = ranked
    .filter(({ result }) => result !== 'disabled')
    .map(({ account }) => account);
  const isChoice = ranked.length > 1 || ranked.some(({ isPassedOver }) => isPassedOver);
  if (connector !== undefined) return { connector, nextConnectors, routing: isChoice ? ranked : null };
  // Payers and merchants read the message: only the log names accounts.
  const { tool, currency, amountMinor = '', acceptingAccounts } = payment;
  throw new Refusal('operationNotPermitted', 'the shop takes no such payments now', {
    operatorDetail:
      ranked.length > 0
        ? `every account of the route is disabled: ${ranked.map(({ account }) => account).join(', ')}`
        : `no route takes ${tool} ${amountMinor} ${currency}${acceptingAccounts ? ' by this wallet’s token' : ''}`.replace(
            / +/g,
            ' ',
          ),
  });
}
