import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { send } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { DialogButton } from '../../parts/lazy-dialog';
import { Moment, PageTitle } from '../../parts/pieces';
import { QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ConfirmDialog } from './confirm-dialog';

interface ListedSession {
  id: string;
  address: string;
  browser: string;
  startedAt: string;
  seenAt: string;
  isCurrent: boolean;
}

const BROWSERS = /(YaBrowser|Edg|OPR|Firefox|Chrome|Safari)\w*\/(\d+)/g;
const SYSTEMS = /Windows|Android|iPhone|iPad|Mac OS X|Linux/;

/** «Firefox 131, Windows»; the first name of the list that a browser gives is its own. */
function browserName(agent: string): string {
  const found = [...agent.matchAll(BROWSERS)].sort(([, one], [, other]) => rank(one) - rank(other))[0];
  const system = SYSTEMS.exec(agent)?.[0];
  return found ? [`${found[1]} ${found[2]}`, system].filter(Boolean).join(', ') : agent;
}

function rank(name = ''): number {
  return BROWSERS.source.indexOf(name);
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
  const { id, address, browser, startedAt, seenAt, isCurrent } = session;
  const end = async (): Promise<void> => {
    await send(`/session/list/${encodeURIComponent(id)}`, { method: 'DELETE' }).catch(() =>
      announce(own.sessions.kept),
    );
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
  return (
    <li>
      <span title={browser}>{browserName(browser)}</span> <code>{address}</code>
      <span className="help">
        {own.sessions.since} <Moment at={startedAt} />, {own.sessions.seen} <Moment at={seenAt} />
      </span>
      {isCurrent ? (
        <b>{own.sessions.current}</b>
      ) : (
        <button type="button" className="small-button" onClick={() => void end()}>
          {own.sessions.end}
        </button>
      )}
    </li>
  );
}
