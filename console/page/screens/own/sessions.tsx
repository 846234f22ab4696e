import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { send } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { DialogButton } from '../../parts/lazy-dialog';
import { PageTitle } from '../../parts/pieces';
import { SessionPlace, type ShownSession } from '../../parts/session-place';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ConfirmDialog } from './confirm-dialog';

interface ListedSession extends ShownSession {
  id: string;
  isCurrent: boolean;
}

/** Where the person, or the merchant's key, is signed in. */
export function Sessions(): ReactNode {
  const { own } = useTexts();
  const { signOut } = useSession();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => send<ListedSession[]>('/session/list', { signal }),
  });
  return (
    <>
      <PageTitle title={own.sessions.title}>
        <DialogButton text={own.sessions.leaveAll} className="button dangerous">
          {(onClose) => (
            <ConfirmDialog
              {...{ title: own.sessions.leaveAll, help: own.sessions.leaveAllHelp, submit: own.sessions.leaveAll }}
              {...{ onSubmit: async () => signOut('everywhere'), onClose }}
            />
          )}
        </DialogButton>
      </PageTitle>
      <QueryState query={query} rows={3} />
      <ul className="lines list-below">
        {query.data?.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </>
  );
}

function SessionLine({ session }: { session: ListedSession }): ReactNode {
  const { own } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const { id, isCurrent } = session;
  const end = async (): Promise<void> => {
    await send(`/session/list/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() =>
      announce(own.sessions.kept),
    );
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <li>
      <SessionPlace {...session} />
      {isCurrent ? (
        <b>{own.sessions.current}</b>
      ) : (
        <Button text={own.sessions.end} className="small-button" onPress={end} />
      )}
    </li>
  );
}
