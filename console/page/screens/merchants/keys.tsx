import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { takeSecret } from '../../parts/approved-key';
import { useDone } from '../../parts/actions';
import { CreateKeyDialog, KeyActions } from '../../parts/key-actions';
import { KeyLine } from '../../parts/key-line';
import { DialogButton } from '../../parts/lazy-dialog';
import { useOperators } from '../../parts/read';
import { Empty, QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import type { NewKey } from '../../parts/key-dialogs';
import { useTexts } from '../../texts/texts';

type Key = Schemas['PartyKey'];

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
  const { keys, merchants, nav } = useTexts();
  const { has } = useSession();
  const query = useOperators<Schemas['PartyKeys']>(`/parties/${encodeURIComponent(partyID)}/api-keys`, {
    queryKey: ['keys', partyID],
  });
  const isAdministrator = has('administrator');
  return (
    <section>
      <div className="section-title">
        <h2>{nav.keys}</h2>
        {isAdministrator && (
          <DialogButton text={keys.create}>
            {(onClose) => (
              <CreateKeyDialog
                create={async (key, setWaiting) => createKey(partyID, key, setWaiting)}
                onClose={onClose}
              />
            )}
          </DialogButton>
        )}
      </div>
      <QueryState query={query} rows={2} />
      {query.data?.keys.length === 0 && <Empty title={merchants.noKeys} />}
      <ul className="lines">
        {query.data?.keys.map((key) => (
          <li key={key.id}>
            <KeyLine apiKey={key} />
            {isAdministrator && key.revokedAt === null && <PartyKeyActions apiKey={key} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartyKeyActions({ apiKey: { id, name } }: { apiKey: Key }): ReactNode {
  const { keys } = useTexts();
  const done = useDone();
  const revoke = async (reason: string): Promise<void> => {
    await callOperators(`/api-keys/${encodeURIComponent(id)}/revoke`, { method: 'POST', body: { reason } });
    await done();
  };
  const rotate = async (overlapSeconds: number, setWaiting: SetWaiting): Promise<string> =>
    rotateKey(id, overlapSeconds, setWaiting);
  return <KeyActions {...{ name, rotate, revoke, help: keys.revokeHelp }} />;
}
