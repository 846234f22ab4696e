import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import express, { Router, type Request, type Response } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { apiBase, callApi, newRequestID } from './api-client';
import { handle } from './handle';
import { OpenIdSignIn } from './openid';
import { RateLimit } from './rate-limits';
import { ConsoleRefusal } from './refusal';
import { missingToken } from './session-routes';
import type { ConsoleSession } from './session';
import type { SessionCookies } from './session-cookies';

const MAX_BODY = '256kb';
const SAFE = ['GET', 'HEAD'];
/** How exact the time of the last request is. */
const SEEN_MS = 60_000;
const REQUEST_HEADERS = ['Accept', 'Content-Type', 'If-Match'];
const RESPONSE_HEADERS = ['Content-Type', 'Content-Disposition', 'ETag', 'Retry-After'];

/** What each kind of person may reach; the API checks roles and scopes itself. A link to a file ends after a minute. */
const PREFIXES = {
  operator: ['/operators/v1/', '/files/'],
  merchant: ['/v2/', '/wallet/v0/', '/files/'],
} as const satisfies Record<ConsoleSession['kind'], readonly string[]>;

/** Forwards `/api/…` to the API with the credential of the session. */
export function forwardTo(parts: { environment: ConsoleEnvironment; sessions: SessionCookies }): Router {
  const { environment, sessions } = parts;
  const [openId, requests, base] = [new OpenIdSignIn(environment), new RateLimit('requests'), apiBase(environment)];
  const router = Router();
  router.use(express.raw({ limit: MAX_BODY, type: () => true }));
  router.use(
    handle(async (request, response) => {
      try {
        const session = await sessions.read(request);
        if (!session) throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
        await requests.count(session.id);
        const isCovered = SAFE.includes(request.method) || sessions.isCsrfToken(session, request.get('X-CSRF-Token'));
        if (!isCovered) throw missingToken();
        const address = addressOf(request, base, session);
        const renewed = await renew(request, session, openId);
        const answer = await callApi(address, buildRequest(request, renewed));
        if (answer.status === 401) sessions.clear(request, response);
        else if (renewed !== session) await sessions.write(request, response, renewed);
        sendAnswer(response, answer);
      } catch (error) {
        if (error instanceof ConsoleRefusal && error.status === 401) sessions.clear(request, response);
        throw error;
      }
    }),
  );
  return router;
}

/** @throws ConsoleRefusal unless the path, with its dots resolved, is one that the session may reach */
function addressOf(request: Request, base: string, { kind }: ConsoleSession): string {
  const url = new URL(base + request.originalUrl.slice('/api'.length));
  const path = url.pathname.slice(new URL(base).pathname.replace(/\/$/, '').length);
  const isAllowed = url.href.startsWith(`${base}/`) && PREFIXES[kind].some((prefix) => path.startsWith(prefix));
  if (!isAllowed) throw new ConsoleRefusal(404, 'unknownOperation', 'there is no such operation');
  return url.href;
}

/** @returns the same session if nothing in it has changed */
async function renew(request: Request, session: ConsoleSession, openId: OpenIdSignIn): Promise<ConsoleSession> {
  const { credential } = session;
  const renewed = 'accessToken' in credential ? await openId.renew(credential) : credential;
  // A page that only polls does not keep the session of an absent person alive.
  const isByPerson = request.get('X-Background') === undefined;
  const isSeenNow = isByPerson && Date.now() - session.seenAtMs > SEEN_MS;
  if (renewed === credential && !isSeenNow) return session;
  return { ...session, credential: renewed, ...(isSeenNow ? { seenAtMs: Date.now() } : {}) };
}

function buildRequest(request: Request, { credential }: ConsoleSession): RequestInit {
  const bearer = 'key' in credential ? credential.key : credential.accessToken;
  const given = REQUEST_HEADERS.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const body: unknown = request.body;
  return {
    method: request.method,
    headers: [
      ...given,
      ['Authorization', `Bearer ${bearer}`],
      ['X-Request-ID', newRequestID()],
      ['X-Forwarded-For', request.ip ?? ''],
    ],
    ...(!SAFE.includes(request.method) && Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  };
}

function sendAnswer(response: Response, answer: globalThis.Response): void {
  response.status(answer.status);
  for (const name of RESPONSE_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  const requestID = answer.headers.get('X-Request-ID');
  if (requestID !== null) response.set('X-Request-ID', requestID);
  if (answer.body === null) return void response.end();
  // Ends the request to the API if the browser leaves in the middle of a file.
  pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => response.destroy());
}
