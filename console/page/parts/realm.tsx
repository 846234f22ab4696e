import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callMerchants, callOperators, type Schemas } from '../api/client';
import type { components } from '../api/payments.generated';
import { useSession } from '../session/session';
import { useTexts } from '../texts/texts';
import { Status } from './pieces';

type Realm = 'test' | 'live';
type Entity = Schemas['ConfiguredEntity'];
type Own = components['schemas'];

const encode = encodeURIComponent;

/** Whether money of a shop is real: its contract's payment institution knows. */
async function readRealm(kind: 'operator' | 'merchant', shopID: string, signal: AbortSignal): Promise<Realm> {
  if (kind === 'operator') {
    const shop = await callOperators<Entity>(`/configuration/shops/${encode(shopID)}`, { signal });
    const contract = await callOperators<Entity>(`/configuration/contracts/${encode(String(shop.value['contract']))}`, {
      signal,
    });
    const institutionID = String(contract.value['paymentInstitution']);
    const { value } = await callOperators<Entity>(`/configuration/institutions/${encode(institutionID)}`, { signal });
    return value['realm'] === 'live' ? 'live' : 'test';
  }
  const { contractID } = await callMerchants<Own['Shop']>(`/processing/shops/${encode(shopID)}`, { signal });
  const path = `/processing/contracts/${encode(contractID)}`;
  const { paymentInstitutionID } = await callMerchants<Own['Contract']>(path, { signal });
  const institution = `/processing/payment-institutions/${paymentInstitutionID}`;
  return (await callMerchants<Own['PaymentInstitution']>(institution, { signal })).realm;
}

/** The realm of a shop, which is read once. */
export function useRealm(shopID: string | undefined): UseQueryResult<Realm> {
  const { person } = useSession();
  return useQuery({
    queryKey: ['realm', person.kind, shopID],
    queryFn: ({ signal }) => readRealm(person.kind, shopID ?? '', signal),
    enabled: Boolean(shopID),
    staleTime: Infinity,
    retry: false,
  });
}

/** Marks a shop whose payments move no money; nothing for others. */
export function TestMark({ shopID }: { shopID: string | undefined }): ReactNode {
  const { merchants } = useTexts();
  const { data } = useRealm(shopID);
  return data === 'test' ? <Status status="paused" text={merchants.testShop} /> : null;
}
