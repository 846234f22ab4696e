import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callMerchants, callOperators, type Schemas } from '../api/client';
import type { components } from '../api/payments.generated';
import { useSession, type SignedInPerson } from '../session/session';

/** A shop or a party by which operations are listed. */
export interface OwnerChoice {
  id: string;
  name: string;
  /** The currency of a shop's account, by which amounts are read. */
  currency?: string | undefined;
}

export type OwnerKind = 'shop' | 'party';

const MAX_CHOICES = 1_000;
const FRESH_MS = 60_000;

async function readShops(kind: SignedInPerson['kind'], signal: AbortSignal): Promise<OwnerChoice[]> {
  if (kind === 'merchant') {
    const shops = await callMerchants<components['schemas']['Shop'][]>('/processing/shops', { signal });
    return shops.map(({ id, details, currency }) => ({ id, name: details.name, currency }));
  }
  return readConfigured('shops', signal);
}

async function readConfigured(path: string, signal: AbortSignal): Promise<OwnerChoice[]> {
  const { result } = await callOperators<Schemas['ConfiguredEntities']>(`/configuration/${path}?limit=${MAX_CHOICES}`, {
    signal,
  });
  return result.map(({ id, value }) => ({ id, name: nameOf(value, id), currency: currencyOf(value) }));
}

function nameOf(value: Record<string, unknown>, id: string): string {
  const { details, name } = value as { details?: { name?: string }; name?: string };
  return details?.name ?? name ?? id;
}

function currencyOf({ currency }: Record<string, unknown>): string | undefined {
  return typeof currency === 'string' ? currency : undefined;
}

/** The shops or parties that the person may choose from; a merchant is its own party. */
export function useOwners(owner: OwnerKind): UseQueryResult<OwnerChoice[]> {
  const { person } = useSession();
  return useQuery({
    queryKey: [owner === 'shop' ? 'shops' : 'parties', person.kind],
    queryFn: ({ signal }) => (owner === 'shop' ? readShops(person.kind, signal) : readConfigured('parties', signal)),
    staleTime: FRESH_MS,
    enabled: owner === 'shop' || person.kind === 'operator',
  });
}

/** The choices of a filter, after one that is none of them. */
export function ownerOptions(none: string, owners: readonly OwnerChoice[] = []): (readonly [string, string])[] {
  return [['', none], ...owners.map((owner) => [owner.id, ownerText(owner)] as const)];
}

export function ownerText({ id, name }: OwnerChoice): string {
  return name === id ? id : `${name} (${id})`;
}
