import type { ReactNode } from 'react';
import { useDone } from '../../parts/actions';
import { CreateKeyDialog, KeyActions } from '../../parts/key-actions';
import { KeyLine, type ShownKey } from '../../parts/key-line';
import { DialogButton } from '../../parts/lazy-dialog';
import { PageTitle } from '../../parts/pieces';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { createOwnKey, revokeOwnKey, rotateOwnKey, useOwnKeys } from './own-keys';

/** A merchant's API keys. A key with the scope `keys` changes them; it gives only scopes that it has, which the API checks too. */
export function OwnKeys(): ReactNode {
  const { keys, nav } = useTexts();
  const query = useOwnKeys();
  const { valid = [], ended = [], current } = query.data ?? {};
  const mayManage = current?.scopes.includes('keys') ?? false;
  const managers = valid.filter(({ scopes }) => scopes.includes('keys'));
  return (
    <>
      <PageTitle title={nav.keys}>
        {current && mayManage && (
          <DialogButton text={keys.create} className="button primary">
            {(onClose) => (
              <CreateKeyDialog
                scopes={current.scopes}
                latestExpiry={current.expiresAt}
                {...{ create: createOwnKey, onClose }}
              />
            )}
          </DialogButton>
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
  const { signOut } = useSession();
  const done = useDone();
  const { id, name, scopes } = apiKey;
  const isCurrent = id === current.id;
  const revoke = async (reason: string): Promise<void> => {
    await revokeOwnKey(id, reason);
    if (isCurrent) return signOut();
    await done(keys.revoked);
  };
  const help = (
    <>
      <p>{keys.revokeHelp}</p>
      {isCurrent && <p className="notice danger">{keys.revokeCurrent}</p>}
      {isLast && <p className="notice danger">{keys.revokeLast}</p>}
    </>
  );
  return (
    <KeyActions
      {...{ name, isCurrent, revoke, help }}
      mayRotate={scopes.every((scope) => current.scopes.includes(scope))}
      rotate={async (overlapSeconds) => rotateOwnKey(id, overlapSeconds)}
    />
  );
}
