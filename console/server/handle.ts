import type { Request, RequestHandler, Response } from 'express';

/** Passes the failure of a request to the error handler. */
export function handle(work: (request: Request, response: Response) => Promise<unknown>): RequestHandler {
  return (request, response, next) => {
    work(request, response).catch(next);
  };
}
