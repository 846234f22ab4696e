import { callOperators } from '../../api/client';
import { useDone } from '../../parts/actions';
import { isCommand } from '../../parts/commands';
import { useTexts } from '../../texts/texts';

/** Sends a change of an account, and says whether it has taken effect or waits for a second person. */
export function useAccountChange(): (path: string, body: object, version?: number) => Promise<void> {
  const { merchants } = useTexts();
  const done = useDone();
  return async (path, body, version) => {
    const call = { method: 'POST', body, ...(version !== undefined && { ifMatch: version }) } as const;
    await done(isCommand(await callOperators<object>(path, call)) ? merchants.waits : undefined);
  };
}
