interface WaitOptions {
  signal?: AbortSignal | undefined;
  endedBy?: string;
}

export function wait(ms: number, { signal, endedBy }: WaitOptions = {}): Promise<void> {
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

export function waitForNetwork(ms: number, signal?: AbortSignal): Promise<void> {
  return wait(ms, { signal, endedBy: 'online' });
}
