import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { PartyRow, ShopRow } from '../../../store/merchants/shop/shop.queries';
import type * as PartyWire from '../parties/party.types';
import type * as Wire from './shop.types';

export function presentShop(shop: ShopRow): Wire.Shop {
  return {
    id: shop.id,
    createdAt: rfc3339Text(shop.createdAt),
    isBlocked: shop.isBlocked,
    isSuspended: shop.isSuspended,
    currency: shop.currency,
    categoryID: shop.categoryID,
    location: { locationType: 'ShopLocationUrl', url: shop.locationUrl },
    details: { name: shop.name, description: shop.description ?? undefined },
    contractID: shop.contractID,
  };
}

export function presentParty({ id, isBlocked, isSuspended }: PartyRow): PartyWire.Party {
  return { id, isBlocked, isSuspended };
}
