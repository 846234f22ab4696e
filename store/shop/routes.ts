import { Refusal } from '../../domain/errors/refusal';
import { routePayment, type PaymentRoute, type RoutedPayment } from '../../domain/payment/routing';
import { statement, type Database, type Transaction } from '../postgres/database';
import type { ShopRow } from './shop.queries';

const INSTITUTION_ROUTES = statement<{ routes: PaymentRoute[] | null }>(
  'routes-of-institution',
  `SELECT i.terms -> 'routes' AS routes
   FROM contracts c JOIN payment_institutions i ON i.id = c.payment_institution_id
   WHERE c.id = $1 AND c.party_id = $2`,
);

/** Routes of a shop: from its terms, or else from its contract's institution. */
export async function listRoutes(
  database: Database,
  { terms, contractID, partyID }: Pick<ShopRow, 'terms' | 'contractID' | 'partyID'>,
  tx?: Transaction,
): Promise<readonly PaymentRoute[]> {
  if (terms.routes) return terms.routes;
  const [institution] = await database.run(INSTITUTION_ROUTES, [contractID, partyID], tx);
  return institution?.routes ?? [];
}

/** The first connector for a payment or binding, and those for failover. @throws Refusal operationNotPermitted if no route matches */
export function selectConnectors(
  routes: readonly PaymentRoute[],
  payment: RoutedPayment,
): { connector: string; nextConnectors: string[] } {
  const [connector, ...nextConnectors] = routePayment(routes, payment);
  if (connector !== undefined) return { connector, nextConnectors };
  throw new Refusal('operationNotPermitted', 'no route of the shop takes such a payment');
}
