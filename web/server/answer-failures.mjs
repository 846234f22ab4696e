import { log } from './log.mjs';

/** What else would be Express's own answer: outside of production it shows the stack. */
export function answerFailures(error, request, response, next) {
  const isTheirs =
    error instanceof URIError || error.code === 'ERR_INVALID_URL' || (error.status >= 400 && error.status < 500);
  if (!isTheirs) log.error(error.message, { url: request.originalUrl, stack: error.stack });
  if (response.headersSent) return next(error);
  const text = isTheirs ? 'Запрос не разобран\n' : 'Страница не открылась\n';
  response
    .status(isTheirs ? 400 : 500)
    .set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(text);
}
