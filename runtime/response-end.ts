import type { ServerResponse } from 'node:http';

/** The work of a request continues when its client leaves, but not for longer than a request may take. */
const MAX_AFTER_CLOSE_MS = 60_000;

/**
 * Resolves when the response is ready, also if the client does not read it or has left. No event tells this of a pipelined response whose
 * connection was closed before its turn.
 */
export function untilReady(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableEnded) return resolve();
    let timer: NodeJS.Timeout | undefined;
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]): ServerResponse => {
      clearTimeout(timer);
      resolve();
      return end(...given);
    };
    response.once('close', () => {
      if (!response.writableEnded) timer = setTimeout(resolve, MAX_AFTER_CLOSE_MS).unref();
    });
  });
}
