import type { ErrorRequestHandler } from 'express';
import { log } from './log';

type Failure = Error & { code?: string; status?: number };

/** Replaces Express's default handler, which shows the stack outside production. */
export const answerFailures: ErrorRequestHandler = (error: Failure, request, response, next) => {
  const { status = 500 } = error;
  const isTheirs = error instanceof URIError || error.code === 'ERR_INVALID_URL' || (status >= 400 && status < 500);
  if (!isTheirs) log.error(error.message, { url: request.originalUrl, stack: error.stack });
  if (response.headersSent) return next(error);
  const text = isTheirs ? 'Запрос не разобран\n' : 'Страница не открылась\n';
  response
    .status(isTheirs ? 400 : 500)
    .set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(text);
};
