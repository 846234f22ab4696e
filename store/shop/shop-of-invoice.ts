import { assertInForce, type Contract } from '../../domain/contract/contract';
import type { PaymentRoute } from '../../domain/payment/routing';
import { statement, type Database, type Transaction } from '../database';
import { assertNotSuspended, assertOperable, FOUND_SHOP, isBlocked, type FoundShop, type Shop } from './shop.queries';

/** The shop of an invoice, with what else allows or forbids its payments. */
export interface ShopOfInvoice {
  /** The shop, if it may work now. @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus */
  operable(): Shop;
  /** The shop, if it may give money back to payers now, which one that is blocked may. @throws Refusal as `operable` */
  notSuspended(): Shop;
  /** Whether the provider has blocked it or its party. */
  isBlocked: boolean;
  /** A shop whose contract is not recorded is not restricted by it. @throws Refusal invalidContractStatus */
  assertContractInForce(now: Date): void;
  /** The routes of its terms, else those of the institution that it has its contract with. */
  routes: readonly PaymentRoute[];
  /** What its payments in the invoice's currency come to today, by the last one that was committed. */
  countedTodayMinor: bigint;
}

interface Row extends FoundShop {
  contractStatus: Contract['status'] | null;
  validSince: Date | null;
  validUntil: Date | null;
  routes: PaymentRoute[] | null;
  countedToday: string | null;
}

const FIND = statement<Row>(
  'shop-of-invoice',
  `SELECT ${FOUND_SHOP},
     c.status AS "contractStatus", c.valid_since AS "validSince", c.valid_until AS "validUntil",
     coalesce(s.terms -> 'routes', n.terms -> 'routes') AS routes, v.amount::text AS "countedToday"
   FROM invoices i
   JOIN shops s ON s.id = i.shop_id AND s.party_id = i.party_id
   JOIN parties p ON p.id = s.party_id
   LEFT JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   LEFT JOIN payment_institutions n ON n.id = c.payment_institution_id
   LEFT JOIN shop_velocities v ON v.shop_id = s.id AND v.currency = i.currency AND v.day = (now() AT TIME ZONE 'UTC')::date
   WHERE i.id = $1`,
);

/** Reads the shop by its invoice, so that who locks the invoice, or a payment of it, has both in one round trip. */
export async function shopOfInvoice(database: Database, invoiceID: string, tx: Transaction): Promise<ShopOfInvoice> {
  const [row] = await database.run(FIND, [invoiceID], tx);
  return {
    operable: () => assertOperable(row),
    notSuspended: () => assertNotSuspended(row),
    isBlocked: isBlocked(row),
    assertContractInForce: (now) => {
      if (row?.contractStatus) assertInForce({ ...row, id: row.contractID, status: row.contractStatus }, now);
    },
    routes: row?.routes ?? [],
    countedTodayMinor: BigInt(row?.countedToday ?? 0),
  };
}
