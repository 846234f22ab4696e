import { statement, type Database } from '../../postgres/database';
import { getByID, listAll } from '../../postgres/readers';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';

/** Shops and wallet providers of a realm that route to a connector. */
export interface RoutedOwners {
  connector: string;
  realm: 'test' | 'live';
  count: number;
  some: string[];
}

const ROUTED = statement<RoutedOwners>(
  'routed-owners',
  `SELECT connector, realm, count(*)::integer AS count, coalesce((array_agg(owner ORDER BY owner))[1:5], '{}') AS some
   FROM (
     SELECT 'shop ' || s.id AS owner, coalesce(r ->> 'connector', '') AS connector, i.realm
     FROM shops s JOIN contracts c ON c.id = s.contract_id
       JOIN payment_institutions i ON i.id = c.payment_institution_id,
       jsonb_array_elements(coalesce((${TERMS_IN_FORCE}) -> 'routes', i.terms -> 'routes', '[]')
         || coalesce((${TERMS_IN_FORCE}) #> '{settlement,payoutConnectors}', '[]')) r
     UNION
     SELECT 'wallet provider ' || w.id, coalesce(r ->> 'connector', ''), w.realm
     FROM wallet_providers w, jsonb_array_elements(coalesce(w.terms -> 'routes', '[]')) r
   ) owners GROUP BY connector, realm ORDER BY connector, realm`,
);

/** A shop without routes in its terms has those of its institution. */
export const listRoutedOwners = listAll(ROUTED);

/** The realm of a shop, and the accounts that its routes of payments name. */
export interface ShopRoutes {
  realm: 'test' | 'live';
  accounts: string[];
}

const OF_SHOP = statement<ShopRoutes>(
  'routes-of-shop',
  `SELECT i.realm, coalesce(array_agg(DISTINCT r ->> 'connector') FILTER (WHERE r ? 'connector'), '{}') AS accounts
   FROM shops s JOIN contracts c ON c.id = s.contract_id
     JOIN payment_institutions i ON i.id = c.payment_institution_id
     LEFT JOIN LATERAL jsonb_array_elements(coalesce((${TERMS_IN_FORCE}) -> 'routes', i.terms -> 'routes', '[]')) r ON true
   WHERE s.id = $1 GROUP BY i.realm`,
);

/** @throws Refusal notFound */
export const getShopRoutes = getByID(OF_SHOP, 'Shop');

const IS_ROUTED = statement<{ isRouted: boolean }>(
  'routed-account',
  `SELECT EXISTS (
     SELECT FROM (
       SELECT terms FROM shops UNION ALL SELECT terms FROM shop_terms UNION ALL SELECT terms FROM payment_institutions
       UNION ALL SELECT terms FROM wallet_providers
     ) routed WHERE jsonb_path_exists(terms, '$.**.connector ? (@ == $account)', jsonb_build_object('account', $1::text))
   ) AS "isRouted"`,
);

/** Whether any route names the account, now or by scheduled terms. */
export async function isRouted(database: Database, account: string): Promise<boolean> {
  return (await database.run(IS_ROUTED, [account]))[0]?.isRouted === true;
}
