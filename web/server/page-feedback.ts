import type { RequestHandler } from 'express';
import { log } from './log';

/** Logs whether a page was helpful: the page and the answer, nothing of the reader. */
export function pageFeedback(pages: ReadonlySet<string>): RequestHandler {
  return (request, response) => {
    const { page, helpful } = request.query;
    if (typeof page !== 'string' || !pages.has(page) || (helpful !== 'yes' && helpful !== 'no'))
      return void response.status(400).end();
    log.info('page feedback', { page, helpful });
    response.status(204).end();
  };
}
