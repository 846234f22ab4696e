import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react';
import { send, setSession } from '../api/client';
import { Loading, Failed } from '../parts/states';

export interface SignedInPerson {
  kind: 'operator' | 'merchant';
  name: string;
  roles: string[];
}

export interface SessionAnswer {
  person: SignedInPerson | null;
  csrfToken?: string;
  hasProvider: boolean;
}

interface SessionState {
  person: SignedInPerson;
  /** Whether one of the roles is the person's. */
  has: (...roles: string[]) => boolean;
  signOut: (where?: 'everywhere') => Promise<void>;
}

const SessionContext = createContext<SessionState | undefined>(undefined);
const SignIn = lazy(() => import('./sign-in').then((module) => ({ default: module.SignIn })));
const SessionEnded = lazy(() => import('./session-ended').then((module) => ({ default: module.SessionEnded })));

export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (!session) throw new Error('the visitor is not signed in');
  return session;
}

/** Whether the person may take registries away, as the API decides it. */
export function useMayExport(): boolean {
  const { person, has } = useSession();
  return person.kind === 'merchant' || has('support', 'finance', 'administrator');
}

/** Asks for a sign-in first; when the session ends later, above the page, so that forms keep what was entered. */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const [hasEnded, setEnded] = useState(false);
  const [known, setKnown] = useState<SignedInPerson>();
  const client = useQueryClient();
  // Another tab has signed in: the page reloads for another person and continues for the same one.
  const onReplaced = (): void => {
    setEnded(true);
    void onSignedIn();
  };
  const query = useQuery({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      const answer = await send<SessionAnswer>('/session', { signal });
      if (answer.person) setSession(answer.csrfToken ?? '', { onEnded: () => setEnded(true), onReplaced });
      return answer;
    },
    staleTime: Infinity,
  });
  const current = query.data?.person ?? undefined;
  if (current && current !== known) setKnown(current);
  const person = current ?? (hasEnded ? known : undefined);
  const state = useMemo(() => person && buildState(person), [person]);
  const onSignedIn = async (): Promise<void> => {
    const { data } = await query.refetch();
    if (!data?.person) return;
    // Another person must not see what the page has loaded for the first one.
    if (known && (known.name !== data.person.name || known.kind !== data.person.kind)) return location.reload();
    setEnded(false);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  if (query.isPending) return <Loading />;
  if (query.isError && !known) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const hasProvider = query.data?.hasProvider ?? false;
  if (!state)
    return (
      <Suspense fallback={<Loading />}>
        <SignIn hasProvider={hasProvider} onSignedIn={onSignedIn} />
      </Suspense>
    );
  return (
    <SessionContext.Provider value={state}>
      {children}
      {hasEnded && (
        <Suspense>
          <SessionEnded hasProvider={hasProvider} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </SessionContext.Provider>
  );
}

function buildState(person: SignedInPerson): SessionState {
  return {
    person,
    has: (...roles) => person.roles.some((role) => roles.includes(role)),
    signOut: async (where) => {
      const left = send(where ? '/session/all' : '/session', { method: 'DELETE' });
      await (where ? left : left.catch(() => undefined));
      sessionStorage.clear();
      location.assign('/');
    },
  };
}
