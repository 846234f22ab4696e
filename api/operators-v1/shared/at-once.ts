import type { RequestHandler } from 'express';
import { Refusal } from '../../../domain/errors/refusal';
import { getContext, formatCaller } from '../../http/context';

/** Timelines read much of the record and of the engine: operators must not slow payments down, nor one tool the others. */
const MAX_CONCURRENT = { ofOne: 8, ofAll: 16 } as const;
const RETRY_AFTER_SECONDS = 1;

/** Refuses what a key, or all together, ask beyond what is answered at once. */
export function atOnce(): RequestHandler {
  const running = new Map<string, number>();
  let total = 0;
  return (request, response, next) => {
    const caller = formatCaller(getContext(request).caller);
    const own = running.get(caller) ?? 0;
    if (own >= MAX_CONCURRENT.ofOne || total >= MAX_CONCURRENT.ofAll) {
      const words = 'too many requests at once: ask again';
      return next(new Refusal('limitExceeded', words, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }
    running.set(caller, own + 1);
    total++;
    response.once('close', () => {
      total--;
      const left = (running.get(caller) ?? 1) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    });
    next();
  };
}
