import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';

/**
 * Errors outside the APIs, which word their own: an address that is not percent-encoded, a defect beside a route. Express
 * would answer with its own page and the stack.
 */
export function unhandledErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof URIError) {
      response.status(400).json({ code: 'invalidRequest', message: 'the address is not percent-encoded UTF-8' });
      return;
    }
    const { status } = error as { status?: unknown };
    if (typeof status === 'number' && status >= 400 && status < 500) {
      response.status(status).json({ code: 'invalidRequest', message: 'the request cannot be read' });
      return;
    }
    logger.error({ err: error }, 'a request failed outside the APIs');
    response.status(500).json({ message: 'unexpected error' });
  };
}

/** Outside the APIs, which say the same of their own addresses: without it Express answers with its own page. */
export const unknownAddresses: RequestHandler = (_request, response) => {
  response.status(404).json({ message: 'nothing has this address' });
};

/** For the end of a route: what it answers to methods that it does not have. */
export function onlyMethods(...methods: readonly string[]): RequestHandler {
  const allowed = methods.join(', ');
  return (_request, response) => {
    response
      .status(405)
      .set('Allow', allowed)
      .json({ message: `allowed here: ${allowed}` });
  };
}
