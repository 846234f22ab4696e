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
import type { DialogField } from '../administration/fields-dialog';

const FieldsDialog = lazyDialog(async () => (await import('../administration/fields-dialog')).FieldsDialog);

const NAMES = ['perKey', 'perToken'] as const;
const LIMIT = /^([1-9]\d{0,5})?$/;

export function RequestLimits({ partyID }: { partyID: string }): ReactNode {
  const { keys, merchants } = useTexts();
  const { has } = useSession();
  const client = useQueryClient();
  const query = useOperators<Schemas['PartyRequestLimits']>('/request-limits');
  const current = query.data?.limits.find((each) => each.partyID === partyID);
  const limitText = (limit: number | null = null): string => (limit === null ? keys.usual : countText(limit));
  const fields = NAMES.map((name): DialogField => ({
    name,
    title: keys[name],
    value: String(current?.[name] ?? ''),
    isOptional: true,
    rule: [(text) => LIMIT.test(text), keys.wrongLimit],
    input: { inputMode: 'numeric', placeholder: keys.usual },
  }));
  const save = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const given = NAMES.filter((name) => values[name]);
    const body = Object.fromEntries(given.map((name) => [name, Number(values[name])]));
    await callOperators(`/parties/${encodeURIComponent(partyID)}/request-limit`, { method: 'PUT', body });
    await client.invalidateQueries({ queryKey: ['/request-limits'] });
  };
  return (
    <section>
      <div className="section-title">
        <h2>{keys.limits}</h2>
        {has('configuration') && query.data && (
          <DialogButton text={keys.change}>
            {(onClose) => (
              <FieldsDialog
                {...{ title: keys.change, submit: merchants.save, hasReason: false, onSubmit: save, onClose }}
                fields={fields}
              />
            )}
          </DialogButton>
        )}
      </div>
      <QueryState query={query} rows={1} />
      {query.data && <Facts rows={NAMES.map((name) => [keys[name], limitText(current?.[name])] as const)} />}
    </section>
  );
}
