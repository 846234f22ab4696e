import type { Response } from 'express';

/** The work of a request continues when its client leaves, but not for longer than a request may take. */
const MAX_AFTER_CLOSE_MS = 60_000;

/** Resolves when the response is ready: `prefinish` follows its end, also if the client does not read it or has left. */
export function untilReady(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableEnded) resolve();
    let timer: NodeJS.Timeout | undefined;
    response.once('prefinish', () => {
      clearTimeout(timer);
      resolve();
    });
    response.once('close', () => {
      if (!response.writableEnded) timer = setTimeout(resolve, MAX_AFTER_CLOSE_MS).unref();
    });
  });
}
