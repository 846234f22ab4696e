import type { UseQueryResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../session/session';
import { useOwners, type OwnerChoice } from './owners';

interface ChosenShop {
  query: UseQueryResult<OwnerChoice[]>;
  shops: OwnerChoice[];
  /** That of the address; else a merchant's first shop, and an operator's only one. */
  shopID: string | undefined;
}

export function useChosenShop(): ChosenShop {
  const { person } = useSession();
  const [address] = useSearchParams();
  const query = useOwners('shop');
  const shops = query.data ?? [];
  const first = person.kind === 'merchant' || shops.length === 1 ? shops[0]?.id : undefined;
  return { query, shops, shopID: address.get('shopID') ?? first };
}
