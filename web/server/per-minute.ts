import type { RequestHandler } from 'express';

/** Passes requests with a header that only the site's own pages can send, and at most so many of them a minute. */
export function perMinute(header: string, most: number): RequestHandler {
  let minute = 0;
  let made = 0;
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    if (request.get(header) === undefined) return void response.status(403).end();
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, made] = [now, 0];
    made += 1;
    if (made > most) return void response.status(429).set('Retry-After', '60').end();
    next();
  };
}
