import type { RequestHandler } from 'express';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { getContext, formatCaller } from '../../http/context';
import { untilReady } from '../../../runtime/response-end';

/** Timelines are expensive, so operators must not slow down payments or each other. */
const MAX_CONCURRENT = { perKey: 8, total: 16 } as const;
const RETRY_AFTER_SECONDS = 1;

/** Refuses requests beyond the limits of concurrent ones. */
export function concurrencyLimit(): RequestHandler {
  const running = new Map<string, number>();
  let total = 0;
  return (request, response, next) => {
    const caller = formatCaller(getContext(request).caller);
    const own = running.get(caller) ?? 0;
    if (own >= MAX_CONCURRENT.perKey || total >= MAX_CONCURRENT.total) {
      const words = 'too many requests at once: ask again';
      return next(new Refusal('limitExceeded', words, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }
    running.set(caller, own + 1);
    total++;
    void untilReady(response).then(() => {
      total--;
      const left = (running.get(caller) ?? 1) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    });
    next();
  };
}
