import { useQuery } from '@tanstack/react-query';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import type { NewKey } from '../../parts/key-dialogs';
import type { ShownKey } from '../../parts/key-line';

type Wire = components['schemas'];

interface OwnKeyLists {
  valid: ShownKey[];
  /** Revoked and expired keys. */
  ended: ShownKey[];
  /** The key that the merchant is signed in with; undefined if it has just ended. */
  current: ShownKey | undefined;
}

const PATH = '/processing/api-keys';

export function useOwnKeys() {
  return useQuery({
    queryKey: ['keys', 'own'],
    queryFn: async ({ signal }): Promise<OwnKeyLists> => {
      const { result } = await callMerchants<Wire['ApiKeyList']>(PATH, { signal });
      const keys = result.map(toShown);
      const valid = keys.filter(isValid);
      const ended = keys.filter((key) => !valid.includes(key));
      return { valid, ended, current: valid.find(({ isCurrent }) => isCurrent) };
    },
  });
}

function toShown(key: Wire['ApiKey']): ShownKey {
  const { expiresAt, revokedAt, lastUsedAt } = key;
  return {
    ...key,
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  };
}

function isValid({ expiresAt, revokedAt }: ShownKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

/** @returns the secret */
export async function createOwnKey(body: NewKey): Promise<string> {
  return (await callMerchants<Wire['CreatedApiKey']>(PATH, { method: 'POST', body })).apiKey;
}

/** @returns the secret */
export async function rotateOwnKey(id: string, overlapSeconds: number): Promise<string> {
  const path = `${PATH}/${encodeURIComponent(id)}/rotate`;
  const rotated = await callMerchants<Wire['RotatedApiKey']>(path, { method: 'POST', body: { overlapSeconds } });
  return rotated.created.apiKey;
}

export async function revokeOwnKey(id: string, reason: string): Promise<void> {
  await callMerchants(`${PATH}/${encodeURIComponent(id)}/revoke`, { method: 'POST', body: { reason } });
}
