import { getAmountMinor, settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { statement, type Database } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../shop/shop.queries';
import type { Settlement } from './balance-lines';

/** What a shop owes the platform, in minor units. */
export interface ShopBelowZero extends Settlement {
  partyID: string;
  contractID: string;
  /** Below zero, without the reserve. */
  balanceMinor: bigint;
  reserveMinor: bigint;
  /** How far below zero the terms let it be. */
  limitMinor: bigint;
}

type NegativeRow = Record<'partyID' | 'shopID' | 'contractID' | 'currency' | 'balance' | 'reserve', string> &
  Record<'terms', ShopTerms>;

const NEGATIVE = statement<NegativeRow>(
  'settlement-negative-balances',
  `WITH negative AS (
     SELECT split_part(id, '/', 2) AS shop_id, currency, sum(credits_posted - debits_posted) AS balance
     FROM ledger_accounts WHERE kind = 'settlement' GROUP BY 1, 2 HAVING sum(credits_posted - debits_posted) < 0
   )
   SELECT s.party_id AS "partyID", s.id AS "shopID", s.contract_id AS "contractID", n.currency, n.balance::text AS balance,
     coalesce(r.credits_posted - r.debits_posted, 0)::text AS reserve, ${TERMS_IN_FORCE} AS terms
   FROM negative n JOIN shops s ON s.id = n.shop_id
   LEFT JOIN ledger_accounts r ON r.id = 'shop/' || s.id || '/reserve/' || n.currency
   ORDER BY n.balance, s.id, n.currency LIMIT 1000`,
);

/** The balances below zero of all shops, the lowest first; at most 1,000. */
export async function listNegativeBalances(database: Database): Promise<ShopBelowZero[]> {
  return (await database.run(NEGATIVE, [])).map(({ balance, reserve, terms, ...shop }) => ({
    ...shop,
    balanceMinor: BigInt(balance),
    reserveMinor: BigInt(reserve),
    limitMinor: getAmountMinor(settlementTerms(terms).negativeLimits, shop.currency),
  }));
}

/** Whether operators are alerted of a balance. */
export function isAboveLimit({ balanceMinor, limitMinor }: ShopBelowZero): boolean {
  return -balanceMinor > limitMinor;
}
