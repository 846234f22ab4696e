import type { RequestHandler } from 'express';
import { requestDeadline } from '../../domain/platform/deadline/deadline';
import { Refusal } from '../../domain/platform/errors/refusal';
import { getContext } from './context';

/**
 * Reads X-Request-Deadline and answers 504 when it passes first. The outcome is then unknown to the client, who can retry
 * with the same external id.
 */
export function deadline(): RequestHandler {
  return (request, response, next) => {
    const now = new Date();
    const at = requestDeadline(request.header('X-Request-Deadline'), now);
    getContext(request).deadline = at;
    const timer = setTimeout(() => {
      if (!response.headersSent)
        next(new Refusal('deadlineExceeded', 'the deadline passed before the answer was ready'));
    }, at.getTime() - now.getTime());
    response.once('close', () => clearTimeout(timer));
    next();
  };
}
