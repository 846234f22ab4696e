import { useQueryClient } from '@tanstack/react-query';
import { callOperators } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { isCommand } from '../../parts/commands';
import { useTexts } from '../../texts/texts';

/** Sends a change of an account, and says whether it has taken effect or waits for a second person. */
export function useAccountChange(): (path: string, body: object, version?: number) => Promise<void> {
  const { common, merchants } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  return async (path, body, version) => {
    const call = { method: 'POST', body, ...(version !== undefined && { ifMatch: version }) } as const;
    announce(isCommand(await callOperators<object>(path, call)) ? merchants.waits : common.done);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
}
