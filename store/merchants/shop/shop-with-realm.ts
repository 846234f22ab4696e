import { requireRow } from '../../postgres/require-row';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { statement, type Database } from '../../postgres/database';
import { TERMS_IN_FORCE } from './shop.queries';

interface ShopWithRealm {
  name: string;
  terms: ShopTerms;
  /** The realm of its contract's payment institution; null if no contract is recorded. */
  realm: 'test' | 'live' | null;
}

const FIND = statement<ShopWithRealm>(
  'shop-find-with-realm',
  `SELECT s.name, ${TERMS_IN_FORCE} AS terms, n.realm FROM shops s
   LEFT JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   LEFT JOIN payment_institutions n ON n.id = c.payment_institution_id
   WHERE s.id = $1 AND s.party_id = $2`,
);

/** @throws Refusal notFound */
export async function getShopWithRealm(
  database: Database,
  { shopID, partyID }: { shopID: string; partyID: string },
): Promise<ShopWithRealm> {
  return requireRow(await database.run(FIND, [shopID, partyID]), 'Shop');
}
