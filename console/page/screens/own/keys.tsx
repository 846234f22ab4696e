import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { DecisionDialog } from '../../parts/decision-dialog';
import { KeyLine, type ShownKey } from '../../parts/key-line';
import { PageTitle } from '../../parts/pieces';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { createOwnKey, revokeOwnKey, rotateOwnKey, useOwnKeys } from './own-keys';

const loadDialogs = () => import('../../parts/key-dialogs');
const CreateKeyDialog = lazy(async () => ({ default: (await loadDialogs()).CreateKeyDialog }));
const RotateKeyDialog = lazy(async () => ({ default: (await loadDialogs()).RotateKeyDialog }));

/** A merchant's API keys. A key with the scope `keys` changes them; it gives only scopes that it has, which the API checks too. */
export function OwnKeys(): ReactNode {
  const { keys } = useTexts();
  const [isCreating, setCreating] = useState(false);
  const query = useOwnKeys();
  const { valid = [], ended = [], current } = query.data ?? {};
  const mayManage = current?.scopes.includes('keys') ?? false;
  const managers = valid.filter(({ scopes }) => scopes.includes('keys'));
  return (
    <>
      <PageTitle title={keys.title}>
        {mayManage && (
          <button type="button" className="button primary" onClick={() => setCreating(true)}>
            {keys.create}
          </button>
        )}
      </PageTitle>
      <QueryState query={query} rows={3} />
      {current && !mayManage && <p className="notice">{keys.readOnly}</p>}
      <ul className="lines list-below">
        {valid.map((key) => (
          <li key={key.id}>
            <KeyLine apiKey={key} />
            {current && mayManage && (
              <OwnKeyActions {...{ apiKey: key, current }} isLast={managers.every(({ id }) => id === key.id)} />
            )}
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <details className="details">
          <summary>{keys.ended(ended.length)}</summary>
          <ul className="lines list-below">
            {ended.map((key) => (
              <li key={key.id}>
                <KeyLine apiKey={key} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {isCreating && current && (
        <Suspense>
          <CreateKeyDialog
            scopes={current.scopes}
            latestExpiry={current.expiresAt}
            create={createOwnKey}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface OwnKeyActionsProps {
  apiKey: ShownKey;
  current: ShownKey;
  /** Whether no other valid key manages keys. */
  isLast: boolean;
}

function OwnKeyActions({ apiKey, current, isLast }: OwnKeyActionsProps): ReactNode {
  const { keys } = useTexts();
  const [open, setOpen] = useState<'rotate' | 'revoke'>();
  const { id, name, scopes } = apiKey;
  const isCurrent = id === current.id;
  const mayRotate = scopes.every((scope) => current.scopes.includes(scope));
  const close = (): void => setOpen(undefined);
  return (
    <span className="row-actions">
      {!mayRotate && <span className="help">{keys.rotateRefused}</span>}
      {(['rotate', 'revoke'] as const)
        .filter((action) => action === 'revoke' || mayRotate)
        .map((action) => (
          <button type="button" className="small-button" key={action} onClick={() => setOpen(action)}>
            {keys[action]}
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
        ))}
      {open === 'rotate' && (
        <Suspense>
          <RotateKeyDialog
            {...{ name, isCurrent }}
            rotate={async (overlapSeconds) => rotateOwnKey(id, overlapSeconds)}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'revoke' && <RevokeOwnKey {...{ apiKey, isCurrent, isLast }} onClose={close} />}
    </span>
  );
}

interface RevokeOwnKeyProps {
  apiKey: ShownKey;
  isCurrent: boolean;
  isLast: boolean;
  onClose: () => void;
}

function RevokeOwnKey({ apiKey: { id, name }, isCurrent, isLast, onClose }: RevokeOwnKeyProps): ReactNode {
  const { keys } = useTexts();
  const { signOut } = useSession();
  const client = useQueryClient();
  const announce = useAnnounce();
  const revoke = async (reason: string): Promise<void> => {
    await revokeOwnKey(id, reason);
    if (isCurrent) return signOut();
    announce(keys.revoked);
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const help = (
    <>
      <p>{keys.revokeHelp}</p>
      {isCurrent && <p className="notice danger">{keys.revokeCurrent}</p>}
      {isLast && <p className="notice danger">{keys.revokeLast}</p>}
    </>
  );
  return (
    <DecisionDialog
      title={`${keys.revoke}: ${name}`}
      {...{ help, submit: keys.revoke, isDangerous: true, onClose }}
      onSubmit={async ({ reason }) => revoke(reason)}
    />
  );
}
