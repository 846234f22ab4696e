import type { AmountCeilings } from '../../domain/payment/ceilings';
import { DEFAULT_HOLD_LIFETIME_SECONDS } from '../../domain/payment/payment';
import type { PaymentMethod } from '../../domain/payment/payment-methods';
import type { PaymentRoute } from '../../domain/payment/routing';
import { Refusal } from '../../domain/errors/refusal';
import { selectList, type Columns } from '../columns';
import { statement, type Database, type Transaction } from '../database';

/** What a provider agreed with a shop. All fields may be missing: each has a default. */
export interface ShopTerms {
  /** The connectors that take the shop's payments. Not named: those of the payment institution. */
  routes?: PaymentRoute[];
  holdLifetimeSeconds?: number;
  /** The platform's fee of a captured payment, in hundredths of a percent. */
  feeBasisPoints?: number;
  /** Whether the fee is withheld from what the shop has earned, or billed apart from it. Not named: withheld. */
  feeCollection?: 'withheld' | 'billed';
  /** Payment methods that the shop takes, in the published form. */
  paymentMethods?: PaymentMethod[];
  /** Whether payments may be distributed between shops. Not named: they may not. */
  allocation?: boolean;
  /** Whether payers may be charged again without them: customers, bindings, recurrent payments. Not named: they may. */
  recurrent?: boolean;
  /** Currencies that invoices may be in. Not named: the shop's own. */
  currencies?: string[];
  /** What an invoice may cost in a currency, and what all payments of a day may come to, in minor units. */
  amountLimits?: AmountLimit[];
}

export interface AmountLimit extends AmountCeilings {
  currency: string;
  min?: number;
}

export interface Shop {
  id: string;
  partyID: string;
  createdAt: Date;
  isBlocked: boolean;
  isSuspended: boolean;
  currency: string;
  categoryID: number;
  contractID: string;
  locationUrl: string;
  name: string;
  description: string | null;
  terms: ShopTerms;
}

export interface Party {
  id: string;
  createdAt: Date;
  isBlocked: boolean;
  isSuspended: boolean;
  webhookLimit: number | null;
}

export const SHOP_COLUMNS: Columns<Shop> = {
  id: 'id',
  partyID: 'party_id',
  createdAt: 'created_at',
  isBlocked: 'is_blocked',
  isSuspended: 'is_suspended',
  currency: 'currency',
  categoryID: 'category_id',
  contractID: 'contract_id',
  locationUrl: 'location_url',
  name: 'name',
  description: 'description',
  terms: 'terms',
};

const PARTY_COLUMNS: Columns<Party> = {
  id: 'id',
  createdAt: 'created_at',
  isBlocked: 'is_blocked',
  isSuspended: 'is_suspended',
  webhookLimit: 'webhook_limit',
};

const FIND_PARTY = statement<Party>(
  'party-find',
  `SELECT ${selectList(PARTY_COLUMNS, 'p')} FROM parties p WHERE id = $1`,
);

export async function findParty(database: Database, partyID: string, tx?: Transaction): Promise<Party | undefined> {
  const [party] = await database.run(FIND_PARTY, [partyID], tx);
  return party;
}

const FIND_SHOP = statement<Shop>(
  'shop-find',
  `SELECT ${selectList(SHOP_COLUMNS, 's')} FROM shops s WHERE id = $1 AND party_id = $2`,
);

/** A party's own shop; another party's is as good as none. */
export async function findShop(
  database: Database,
  { shopID, partyID }: { shopID: string; partyID: string },
  tx?: Transaction,
): Promise<Shop | undefined> {
  const [shop] = await database.run(FIND_SHOP, [shopID, partyID], tx);
  return shop;
}

const LIST_SHOPS = statement<Shop>(
  'shop-list',
  `SELECT ${selectList(SHOP_COLUMNS, 's')} FROM shops s WHERE party_id = $1 ORDER BY created_at, id`,
);

export async function listShops(database: Database, partyID: string): Promise<Shop[]> {
  return database.run(LIST_SHOPS, [partyID]);
}

const FIND_OPERABLE = statement<Shop & { isPartyStopped: boolean }>(
  'shop-find-operable',
  `SELECT ${selectList(SHOP_COLUMNS, 's')}, p.is_blocked OR p.is_suspended AS "isPartyStopped"
   FROM shops s JOIN parties p ON p.id = s.party_id WHERE s.id = $1 AND s.party_id = $2`,
);

/**
 * The shop, if it may work now: every call that changes an invoice or a payment asks this.
 * @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus
 */
export async function operableShop(
  database: Database,
  { shopID, partyID }: { shopID: string; partyID: string },
  tx?: Transaction,
): Promise<Shop> {
  const [shop] = await database.run(FIND_OPERABLE, [shopID, partyID], tx);
  if (!shop) throw new Refusal('invalidShopID', 'party has no such shop');
  if (shop.isPartyStopped) throw new Refusal('invalidPartyStatus', 'party is blocked or suspended');
  if (shop.isBlocked || shop.isSuspended) throw new Refusal('invalidShopStatus', 'shop is blocked or suspended');
  return shop;
}

/** How long the shop's holds last, in milliseconds. */
export function holdLifetimeMs(terms: ShopTerms): number {
  return (terms.holdLifetimeSeconds ?? DEFAULT_HOLD_LIFETIME_SECONDS) * 1_000;
}

/** @throws Refusal operationNotPermitted where the shop's terms do not allow payers to be charged again without them */
export function assertRecurrentPermitted({ id, terms }: Shop): void {
  if (terms.recurrent ?? true) return;
  throw new Refusal('operationNotPermitted', `the terms of shop ${id} do not allow recurrent payments`);
}
