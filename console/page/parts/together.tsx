import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Loading } from './states';

const LOADING = { predicate: ({ state }: Query) => state.status === 'pending' };

/** Shows several lists when each has loaded, so that none moves those below it. */
export function Together({ children }: { children: ReactNode }): ReactNode {
  const client = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const show = (): void => void (client.isFetching(LOADING) === 0 && setIsShown(true));
    const timer = setTimeout(show);
    const unsubscribe = client.getQueryCache().subscribe(show);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client]);
  return (
    <>
      {!isShown && <Loading rows={8} />}
      <div className="together" hidden={!isShown}>
        {children}
      </div>
    </>
  );
}
