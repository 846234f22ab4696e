import type { ErrorRequestHandler, RequestHandler } from 'express';
import { Refusal } from '../../domain/platform/errors/refusal';
import type { Logger } from '../../runtime/logger';

/** Formats errors outside the APIs, for which Express would send a page with the stack. */
export function unhandledErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof URIError) {
      response.status(400).json({ code: 'invalidRequest', message: 'the address is not percent-encoded UTF-8' });
      return;
    }
    if (error instanceof Refusal && error.code === 'tooManyRequests') {
      const { message, retryAfterSeconds = 1 } = error;
      response.status(429).set('Retry-After', String(retryAfterSeconds)).json({ message });
      return;
    }
    const { status } = error as { status?: unknown };
    if (typeof status === 'number' && status >= 400 && status < 500) {
      response.status(status).json({ code: 'invalidRequest', message: 'the request cannot be read' });
      return;
    }
    logger.error({ err: error }, 'request failed outside the APIs');
    response.status(500).json({ message: 'unexpected error' });
  };
}

/** Answers 404 outside the APIs, where Express would send its own page. */
export const unknownAddresses: RequestHandler = (_request, response) => {
  response.status(404).json({ message: 'nothing has this address' });
};

/** Answers 405 for other methods of a route. */
export function onlyMethods(...methods: readonly string[]): RequestHandler {
  const allowed = methods.join(', ');
  return (_request, response) => {
    response
      .status(405)
      .set('Allow', allowed)
      .json({ message: `allowed here: ${allowed}` });
  };
}
