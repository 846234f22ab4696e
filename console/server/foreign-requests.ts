import type { Request, RequestHandler } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { ConsoleRefusal } from './refusal';

const SAFE = ['GET', 'HEAD'];
/** The provider of the sign-in leads the browser here from its own pages. */
const ENTRANCES = ['/session/provider', '/session/callback'];

/**
 * Refuses requests that pages of other origins cause. Browsers send `Sec-Fetch-Site`; older ones send `Origin` with every
 * change.
 */
export function refuseForeignRequests({ CONSOLE_URL }: ConsoleEnvironment): RequestHandler {
  const own = new URL(CONSOLE_URL).origin;
  return (request, _response, next) => {
    if (SAFE.includes(request.method) && ENTRANCES.includes(pathOf(request))) return next();
    const site = request.get('Sec-Fetch-Site');
    const origin = request.get('Origin');
    const isOwn = site === undefined || site === 'same-origin';
    const isOriginOwn = origin === undefined ? SAFE.includes(request.method) : origin === own;
    if (isOwn && isOriginOwn) return next();
    next(new ConsoleRefusal(403, 'foreignRequest', 'the request does not come from a page of the console'));
  };
}

function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0] ?? '';
}

export const rejectDistantPaths: RequestHandler = (_request, _response, next) => {
  next(new ConsoleRefusal(404, 'unknownOperation', 'there is no such operation'));
};
