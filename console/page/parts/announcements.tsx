import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

interface Announcement {
  id: number;
  text: string;
}

const SHOWN_MS = 6_000;
const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Shows a short message, which screen readers read out. */
export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

let lastID = 0;

export function Announcements({ children }: { children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<Announcement[]>([]);
  const announce = useCallback((text: string) => {
    const id = ++lastID;
    setShown((before) => [...before, { id, text }]);
    setTimeout(() => setShown((before) => before.filter((one) => one.id !== id)), SHOWN_MS);
  }, []);
  const list = useMemo(
    () =>
      shown.map(({ id, text }) => (
        <p key={id} className="panel">
          {text}
        </p>
      )),
    [shown],
  );
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div className="announcements" role="status">
        {list}
      </div>
    </AnnounceContext.Provider>
  );
}
