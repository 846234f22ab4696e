interface Rest {
  signal?: AbortSignal | undefined;
  /** An event of the window that ends it, too. */
  endedBy?: string;
}

/** Waits as long as it is told, or until it is aborted. */
export function rest(ms: number, { signal, endedBy }: Rest = {}): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      if (endedBy) removeEventListener(endedBy, end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (endedBy) addEventListener(endedBy, end);
    signal?.addEventListener('abort', end);
  });
}

/** Waits, or less long: a network that is back is used at once. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return rest(ms, { signal, endedBy: 'online' });
}
