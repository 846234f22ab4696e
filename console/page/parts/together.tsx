import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Loading } from './states';

/** Hides its parts until the first loads of all have ended, so that none moves another. */
export function Together({ children }: { children: ReactNode }): ReactNode {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (loading > 0) return;
    // A loaded part may begin to load its own parts.
    const timer = setTimeout(() => setReady(true), 30);
    return () => clearTimeout(timer);
  }, [loading]);
  return (
    <>
      {!isReady && <Loading rows={8} />}
      <div className="together" hidden={!isReady}>
        {children}
      </div>
    </>
  );
}
