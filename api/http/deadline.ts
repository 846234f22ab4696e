import type { RequestHandler } from 'express';
import { requestDeadline } from '../../domain/deadline/deadline';
import { Refusal } from '../../domain/errors/refusal';
import { getContext } from './context';

/**
 * Reads X-Request-Deadline. When it passes before the answer is ready the caller hears 504: what the request did is then
 * not known to him, and a repetition with the same external id tells.
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
