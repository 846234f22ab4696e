import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { countText } from '../../parts/format';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { Facts } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

type Limits = Schemas['PartyRequestLimit'];

const LimitDialog = lazyDialog(async () => (await import('./limit-dialog')).LimitDialog);

export function RequestLimits({ partyID }: { partyID: string }): ReactNode {
  const { keys } = useTexts();
  const { has } = useSession();
  const client = useQueryClient();
  const query = useOperators<Schemas['PartyRequestLimits']>('/request-limits');
  const current = query.data?.limits.find((each) => each.partyID === partyID);
  const text = (name: 'perKey' | 'perToken'): string => {
    const limit = current?.[name] ?? null;
    return limit === null ? keys.usual : countText(limit);
  };
  const save = async (body: Partial<Pick<Limits, 'perKey' | 'perToken'>>): Promise<void> => {
    await callOperators(`/parties/${encodeURIComponent(partyID)}/request-limit`, { method: 'PUT', body });
    await client.invalidateQueries({ queryKey: ['/request-limits'] });
  };
  return (
    <section>
      <div className="section-title">
        <h2>{keys.limits}</h2>
        {has('configuration') && query.data && (
          <DialogButton text={keys.change}>
            {(onClose) => <LimitDialog {...{ current, onSave: save, onClose }} />}
          </DialogButton>
        )}
      </div>
      <QueryState query={query} rows={1} />
      {query.data && (
        <Facts
          rows={[
            [keys.perKey, text('perKey')],
            [keys.perToken, text('perToken')],
          ]}
        />
      )}
    </section>
  );
}
