interface Rest {
  signal?: AbortSignal | undefined;
  endedBy?: string;
}

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

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return rest(ms, { signal, endedBy: 'online' });
}
