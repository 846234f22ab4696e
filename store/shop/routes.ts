import { Refusal } from '../../domain/errors/refusal';
import { routePayment, type PaymentRoute, type RoutedPayment } from '../../domain/payment/routing';
import { statement, type Database, type Transaction } from '../database';
import type { Shop } from './shop.queries';

const OF_INSTITUTION = statement<{ routes: PaymentRoute[] | null }>(
  'routes-of-institution',
  `SELECT i.terms -> 'routes' AS routes
   FROM contracts c JOIN payment_institutions i ON i.id = c.payment_institution_id
   WHERE c.id = $1 AND c.party_id = $2`,
);

/** The routes that a shop's payments take: those of its terms, else those of the institution that it has its contract with. */
export async function listRoutes(
  database: Database,
  { terms, contractID, partyID }: Pick<Shop, 'terms' | 'contractID' | 'partyID'>,
  tx?: Transaction,
): Promise<readonly PaymentRoute[]> {
  if (terms.routes) return terms.routes;
  const [institution] = await database.run(OF_INSTITUTION, [contractID, partyID], tx);
  return institution?.routes ?? [];
}

/**
 * Who is asked first for a payment or a binding, and who after him.
 * @throws Refusal operationNotPermitted where no route leads anywhere
 */
export function routed(
  routes: readonly PaymentRoute[],
  payment: RoutedPayment,
): { connector: string; nextConnectors: string[] } {
  const [connector, ...nextConnectors] = routePayment(routes, payment);
  if (connector !== undefined) return { connector, nextConnectors };
  throw new Refusal('operationNotPermitted', 'no route of the shop takes such a payment');
}
