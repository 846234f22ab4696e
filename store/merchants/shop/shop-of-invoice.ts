import { assertInForce, type Contract } from '../../../domain/merchants/contract/contract';
import type { InspectionRule } from '../../../domain/payments/inspection/inspection-rule';
import type { PaymentRoute } from '../../../domain/payments/payment/routing';
import { statement, type Database, type Transaction } from '../../postgres/database';
import {
  assertFound,
  assertNotSuspended,
  assertOperable,
  FOUND_SHOP,
  isBlocked,
  TERMS_IN_FORCE,
  type FoundShop,
  type ShopRow,
} from './shop.queries';
import { SHOP_VELOCITIES } from './velocity-limit';

export interface ShopOfInvoice {
  /** The shop, if it is operable. @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus */
  operable(): ShopRow;
  /** The shop, if it may return money, even while blocked. @throws Refusal as `operable` */
  notSuspended(): ShopRow;
  /** The shop, for an operator: blocked, suspended or not. @throws Refusal invalidShopID */
  existing(): ShopRow;
  isBlocked: boolean;
  /** Passes if no contract is recorded. @throws Refusal invalidContractStatus */
  assertContractInForce(now: Date): void;
  /** From its terms, or else from its contract's institution. */
  routes: readonly PaymentRoute[];
  /** From its terms, or else from its contract's institution. */
  inspection: readonly InspectionRule[];
  /** Sum of its committed payments of today in the invoice's currency. */
  countedTodayMinor: bigint;
}

interface Row extends FoundShop {
  contractStatus: Contract['status'] | null;
  validSince: Date | null;
  validUntil: Date | null;
  routes: PaymentRoute[] | null;
  inspection: InspectionRule[] | null;
  countedToday: string | null;
}

const FIND = statement<Row>(
  'shop-of-invoice',
  `SELECT ${FOUND_SHOP},
     c.status AS "contractStatus", c.valid_since AS "validSince", c.valid_until AS "validUntil",
     coalesce((${TERMS_IN_FORCE}) -> 'routes', n.terms -> 'routes') AS routes,
     coalesce((${TERMS_IN_FORCE}) -> 'inspection', n.terms -> 'inspection') AS inspection, (
       SELECT sum(v.amount)::text FROM ${SHOP_VELOCITIES} v
       WHERE v.shop_id = s.id AND v.currency = i.currency AND v.day = (now() AT TIME ZONE 'UTC')::date
     ) AS "countedToday"
   FROM invoices i
   JOIN shops s ON s.id = i.shop_id AND s.party_id = i.party_id
   JOIN parties p ON p.id = s.party_id
   LEFT JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   LEFT JOIN payment_institutions n ON n.id = c.payment_institution_id
   WHERE i.id = $1`,
);

/** Reads the shop by invoice id, so that a lock of the invoice and the shop take one round trip. */
export async function readShopOfInvoice(
  database: Database,
  invoiceID: string,
  tx: Transaction,
): Promise<ShopOfInvoice> {
  const [row] = await database.run(FIND, [invoiceID], tx);
  return {
    operable: () => assertOperable(row),
    notSuspended: () => assertNotSuspended(row),
    existing: () => assertFound(row),
    isBlocked: isBlocked(row),
    assertContractInForce: (now) => {
      if (row?.contractStatus) assertInForce({ ...row, id: row.contractID, status: row.contractStatus }, now);
    },
    routes: row?.routes ?? [],
    inspection: row?.inspection ?? [],
    countedTodayMinor: BigInt(row?.countedToday ?? 0),
  };
}
