import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callMerchants } from '../api/client';
import type { components } from '../api/payments.generated';
import { useSession } from '../session/session';
import { useTexts } from '../texts/texts';
import { queryClient } from './read';

const source = (shopID: string) => ({
  queryKey: ['time-zone', shopID],
  queryFn: async () => {
    const path = `/analytics/shops/${encodeURIComponent(shopID)}/summary`;
    return (await callMerchants<components['schemas']['ShopSummary']>(path)).timeZone;
  },
  staleTime: Infinity,
});

/** The time zone of a merchant's own shop, in which its days begin; what no shop owns has the reader's. */
export async function readTimeZone(shopID: string | undefined): Promise<string> {
  if (!shopID) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return queryClient.fetchQuery(source(shopID));
}

export function useTimeZone(shopID: string | undefined) {
  const { person } = useSession();
  return useQuery({ ...source(shopID ?? ''), enabled: person.kind === 'merchant' && Boolean(shopID) });
}

/** In whose time the days of a merchant's filter are. */
export function FilterZone({ shopID }: { shopID: string | undefined }): ReactNode {
  const { lists } = useTexts();
  const { person } = useSession();
  const { data } = useTimeZone(shopID);
  // Keeps its place until the shop and its zone are known.
  return person.kind === 'merchant' && <p className="help">{data === undefined ? '\u00a0' : lists.shopTime(data)}</p>;
}
