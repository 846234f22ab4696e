import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { statement } from '../../postgres/database';
import { getBy } from '../../postgres/readers';
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
export const getShopWithRealm = getBy(FIND, 'Shop', 'shopID', 'partyID');
