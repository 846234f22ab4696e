import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import express, { Router, type Request, type Response } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { apiBase, callApi, personHeaders } from './api-client';
import { handle } from './handle';
import { OpenIdSignIn } from './openid';
import { RateLimit } from './rate-limits';
import { ConsoleRefusal } from './refusal';
import { missingToken } from './session-routes';
import { bearerOf, type ConsoleSession } from './session';
import type { SessionCookies } from './session-cookies';
import { SessionRecords } from './session-records';

const MAX_BODY = '256kb';
/** Statements of banks and documents are forwarded as a stream, whose size the API limits. */
const STREAMED = /^\/operators\/v1\/bank-statements$|\/chargebacks\/[^/]+\/evidence$/;
const SAFE = ['GET', 'HEAD'];
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
  const records = new SessionRecords(environment);
  const router = Router();
  const readBody = express.raw({ limit: MAX_BODY, type: () => true });
  router.use((request, response, next) => (isStreamed(request) ? next() : readBody(request, response, next)));
  router.use(
    handle(async (request, response) => {
      try {
        const session = await sessions.read(request);
        if (!session) throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
        await requests.count(session.id);
        const token = request.get('X-CSRF-Token');
        const needsToken = token !== undefined || !SAFE.includes(request.method);
        if (needsToken && !sessions.isCsrfToken(session, token)) throw missingToken();
        const address = addressOf(request, base, session);
        const renewed = await renew(session, openId);
        await records.assertLive(request, renewed);
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
async function renew(session: ConsoleSession, openId: OpenIdSignIn): Promise<ConsoleSession> {
  const { credential } = session;
  const renewed = 'accessToken' in credential ? await openId.renew(credential) : credential;
  return renewed === credential ? session : { ...session, credential: renewed };
}

function isStreamed({ method, path }: Request): boolean {
  return method === 'POST' && STREAMED.test(path);
}

function buildRequest(request: Request, session: ConsoleSession): RequestInit {
  const given = REQUEST_HEADERS.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const body: unknown = request.body;
  return {
    method: request.method,
    headers: [...given, ['Authorization', `Bearer ${bearerOf(session)}`], ...Object.entries(personHeaders(request))],
    ...(isStreamed(request) && { body: Readable.toWeb(request) as BodyInit, duplex: 'half' as const }),
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
