import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { takeSecret } from '../../parts/approved-key';
import { useAnnounce } from '../../parts/announcements';
import { DecisionDialog } from '../../parts/decision-dialog';
import { KeyLine } from '../../parts/key-line';
import { Empty, QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import type { NewKey } from '../../parts/key-dialogs';
import { useTexts } from '../../texts/texts';

type Key = Schemas['PartyKey'];

const CreateKeyDialog = lazy(() =>
  import('../../parts/key-dialogs').then((module) => ({ default: module.CreateKeyDialog })),
);
const RotateKeyDialog = lazy(() =>
  import('../../parts/key-dialogs').then((module) => ({ default: module.RotateKeyDialog })),
);

type SetWaiting = (isWaiting: boolean) => void;

/** @returns the secret, once a second person has approved the key where there must be one */
async function createKey(partyID: string, key: NewKey, setWaiting: SetWaiting): Promise<string> {
  const path = `/parties/${encodeURIComponent(partyID)}/api-keys`;
  const body = { ...key, reason: `key ${key.name}` };
  return takeSecret(await callOperators<Schemas['CreatedPartyKey']>(path, { method: 'POST', body }), setWaiting);
}

/** @returns the secret, as `createKey` */
async function rotateKey(id: string, overlapSeconds: number, setWaiting: SetWaiting): Promise<string> {
  const path = `/api-keys/${encodeURIComponent(id)}/rotate`;
  const body = { overlapSeconds, reason: `rotation of ${id}` };
  return takeSecret(await callOperators<Schemas['RotatedPartyKey']>(path, { method: 'POST', body }), setWaiting);
}

/** The keys of a party; an administrator creates, replaces and revokes them. */
export function Keys({ partyID }: { partyID: string }): ReactNode {
  const { keys, merchants } = useTexts();
  const { has } = useSession();
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({
    queryKey: ['keys', partyID],
    queryFn: ({ signal }) =>
      callOperators<Schemas['PartyKeys']>(`/parties/${encodeURIComponent(partyID)}/api-keys`, { signal }),
  });
  const isAdministrator = has('administrator');
  return (
    <section>
      <div className="section-title">
        <h2>{keys.title}</h2>
        {isAdministrator && (
          <button type="button" className="button" onClick={() => setCreating(true)}>
            {keys.create}
          </button>
        )}
      </div>
      <QueryState query={query} rows={2} />
      {query.data?.keys.length === 0 && <Empty title={merchants.noKeys} />}
      <ul className="lines">
        {query.data?.keys.map((key) => (
          <li key={key.id}>
            <KeyLine apiKey={key} />
            {isAdministrator && key.revokedAt === null && <KeyActions apiKey={key} />}
          </li>
        ))}
      </ul>
      {isCreating && (
        <Suspense>
          <CreateKeyDialog
            create={async (key, setWaiting) => createKey(partyID, key, setWaiting)}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function KeyActions({ apiKey }: { apiKey: Key }): ReactNode {
  const { keys, common } = useTexts();
  const [open, setOpen] = useState<'rotate' | 'revoke'>();
  const client = useQueryClient();
  const announce = useAnnounce();
  const close = (): void => setOpen(undefined);
  const revoke = async (reason: string): Promise<void> => {
    await callOperators(`/api-keys/${encodeURIComponent(apiKey.id)}/revoke`, { method: 'POST', body: { reason } });
    announce(common.done);
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  return (
    <span className="row-actions">
      {(['rotate', 'revoke'] as const).map((name) => (
        <button type="button" className="small-button" key={name} onClick={() => setOpen(name)}>
          {keys[name]}
          <span className="visually-hidden">{` ${apiKey.name}`}</span>
        </button>
      ))}
      {open === 'rotate' && (
        <Suspense>
          <RotateKeyDialog
            name={apiKey.name}
            rotate={async (overlapSeconds, setWaiting) => rotateKey(apiKey.id, overlapSeconds, setWaiting)}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'revoke' && (
        <DecisionDialog
          title={`${keys.revoke}: ${apiKey.name}`}
          help={keys.revokeHelp}
          submit={keys.revoke}
          isDangerous
          onClose={close}
          onSubmit={({ reason }) => revoke(reason)}
        />
      )}
    </span>
  );
}
