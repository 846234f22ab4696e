import type { ConfiguredShop } from '../../../domain/merchants/reference-data/reference-data';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { columnsOf, selectList } from '../../postgres/columns';
import { findBy, findByID, getBy, getByID, listByID } from '../../postgres/readers';
import { lookup, statement, type Database, type Transaction } from '../../postgres/database';

export interface ShopRow extends ConfiguredShop {
  partyID: string;
  createdAt: Date;
  isSuspended: boolean;
}

export interface PartyRow {
  id: string;
  createdAt: Date;
  isBlocked: boolean;
  isSuspended: boolean;
  webhookLimit: number | null;
}

const SHOP_COLUMNS = columnsOf<Omit<ShopRow, 'terms'>>()([
  'id partyID createdAt isBlocked isSuspended currency categoryID contractID locationUrl name description',
]);

/** The shop's terms in force. Scheduled ones are looked up only once their time has come. */
export const TERMS_IN_FORCE = `CASE WHEN s.next_terms_at <= now() THEN coalesce(
  (SELECT t.terms FROM shop_terms t WHERE t.shop_id = s.id AND t.valid_from <= now() ORDER BY t.valid_from DESC LIMIT 1),
  s.terms) ELSE s.terms END`;

const SHOP = `${selectList(SHOP_COLUMNS, 's')}, ${TERMS_IN_FORCE} AS terms`;

const PARTY_COLUMNS = columnsOf<PartyRow>()(['id createdAt isBlocked isSuspended webhookLimit']);

const FIND_PARTY = lookup<PartyRow>(
  'party-find',
  `SELECT ${selectList(PARTY_COLUMNS, 'p')} FROM parties p WHERE id = $1`,
);

export const findParty = findByID(FIND_PARTY);

const FIND_SHOP = lookup<ShopRow>('shop-find', `SELECT ${SHOP} FROM shops s WHERE id = $1 AND party_id = $2`);

/** A party's own shop; undefined if foreign. */
export const findShop = findBy(FIND_SHOP, 'shopID', 'partyID');

/** A party's own shop. @throws Refusal notFound */
export const getOwnShop = getBy(FIND_SHOP, 'Shop', 'shopID', 'partyID');

const GET_SHOP = statement<ShopRow>('shop-get', `SELECT ${SHOP} FROM shops s WHERE id = $1`);

/** A shop of any party. @throws Refusal notFound */
export const getShop = getByID(GET_SHOP, 'Shop');

const LIST_SHOPS = statement<ShopRow>(
  'shop-list',
  `SELECT ${SHOP} FROM shops s WHERE party_id = $1 ORDER BY created_at, id`,
);

export const listShops = listByID(LIST_SHOPS);

/** A shop, and whether its party is blocked (by the provider) or suspended (by the party). */
export type FoundShop = ShopRow & { isPartyBlocked: boolean; isPartySuspended: boolean };

export const FOUND_SHOP = `${SHOP}, p.is_blocked AS "isPartyBlocked", p.is_suspended AS "isPartySuspended"`;

const FIND_OPERABLE = statement<FoundShop>(
  'shop-find-operable',
  `SELECT ${FOUND_SHOP} FROM shops s JOIN parties p ON p.id = s.party_id WHERE s.id = $1 AND s.party_id = $2`,
);

/** The shop, if it may start something new. @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus */
export async function getOperableShop(
  database: Database,
  { shopID, partyID }: { shopID: string; partyID: string },
  tx?: Transaction,
): Promise<ShopRow> {
  const [shop] = await database.run(FIND_OPERABLE, [shopID, partyID], tx);
  return assertOperable(shop);
}

/** @throws Refusal as `getOperableShop` */
export function assertOperable(found: FoundShop | undefined): ShopRow {
  const shop = assertNotSuspended(found);
  if (shop.isPartyBlocked) throw new Refusal('invalidPartyStatus', 'party is blocked');
  if (shop.isBlocked) throw new Refusal('invalidShopStatus', 'shop is blocked');
  return shop;
}

/** Rejects a suspended shop or party, but not a blocked one: a block stops only what is new. @throws Refusal as `getOperableShop` */
export function assertNotSuspended(found: FoundShop | undefined): FoundShop {
  const shop = assertFound(found);
  if (shop.isPartySuspended) throw new Refusal('invalidPartyStatus', 'party is suspended');
  if (shop.isSuspended) throw new Refusal('invalidShopStatus', 'shop is suspended');
  return shop;
}

/** @throws Refusal invalidShopID */
export function assertFound(shop: FoundShop | undefined): FoundShop {
  if (!shop) throw new Refusal('invalidShopID', 'party has no such shop');
  return shop;
}

export function isBlocked(shop: Pick<FoundShop, 'isBlocked' | 'isPartyBlocked'> | undefined): boolean {
  return shop !== undefined && (shop.isBlocked || shop.isPartyBlocked);
}
