import express, { Router, type Request, type Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { apiBase, callApi, personHeaders, unanswered } from './api-client';
import { handle } from './handle';
import { OpenIdSignIn } from './openid';
import { RateLimit } from './rate-limits';
import { ConsoleRefusal } from './refusal';
import { bearerOf, type ConsoleSession, type SessionCredential } from './session';
import type { SessionCookies } from './session-cookies';
import { SessionRecords } from './session-records';

interface SessionParts {
  environment: ConsoleEnvironment;
  sessions: SessionCookies;
}

interface Person {
  kind: ConsoleSession['kind'];
  name: string;
  roles: string[];
}

const MAX_KEY_LENGTH = 200;
const MAX_BODY = '4kb';

/** `/session`: who is signed in, sign-in by a key or at the provider, the person's sessions, sign-out. */
// eslint-disable-next-line max-lines-per-function -- a list of routes
export function sessionRoutes({ environment, sessions }: SessionParts): Router {
  const openId = new OpenIdSignIn(environment);
  const signIns = new RateLimit('signIns');
  const records = new SessionRecords(environment);
  const router = Router();
  const identify = (request: Request, credential: SessionCredential, kind: ConsoleSession['kind']) =>
    readPerson(environment, request, { credential, kind });

  router.get(
    '/',
    handle(async (request, response) => {
      const session = await sessions.read(request);
      const person = session && (await findPerson(request, session));
      if (!session || !person) {
        sessions.clear(request, response);
        return void response.json({ person: null, hasProvider: openId.isConfigured });
      }
      response.json({ person, csrfToken: sessions.csrfToken(session), hasProvider: openId.isConfigured });
    }),
  );

  router.post(
    '/',
    express.json({ limit: MAX_BODY, type: 'application/json' }),
    handle(async (request, response) => {
      await signIns.count(request.ip ?? 'unknown');
      const key = readKey(request);
      // Operators' keys have a prefix of their own; any other key is asked of the merchants' API.
      const kind = key.startsWith('hfo_') ? 'operator' : 'merchant';
      const person = await identify(request, { key }, kind);
      if (!person) throw new ConsoleRefusal(401, 'wrongKey', 'the key is not valid');
      await signIns.forgive(request.ip ?? 'unknown');
      await begin({ request, response }, { key }, kind);
      response.json({ person });
    }),
  );

  router.post(
    '/invitation',
    express.json({ limit: MAX_BODY, type: 'application/json' }),
    handle(async (request, response) => {
      await signIns.count(request.ip ?? 'unknown');
      const answer = await redeem(environment, request);
      await signIns.forgive(request.ip ?? 'unknown');
      response.json(answer);
    }),
  );

  router.delete(
    ['/', '/all'],
    handle(async (request, response) => {
      const session = await sessions.read(request);
      if (session && !sessions.isCsrfToken(session, request.get('X-CSRF-Token'))) throw missingToken();
      sessions.clear(request, response);
      if (session) await leave(request, session, request.path === '/all');
      response.status(204).end();
    }),
  );

  router.get(
    '/list',
    handle(async (request, response) => {
      const session = await read(request);
      const list = await records.list(request, session);
      response.json(list.map((one) => ({ ...one, isCurrent: one.id === session.id })));
    }),
  );

  router.delete(
    '/list/:id',
    handle(async (request, response) => {
      const session = await read(request);
      if (!sessions.isCsrfToken(session, request.get('X-CSRF-Token'))) throw missingToken();
      await records.end(request, session, request.params['id']);
      response.status(204).end();
    }),
  );

  router.get(
    '/provider',
    handle(async (request, response) => {
      if (!openId.isConfigured) throw new ConsoleRefusal(404, 'unknownOperation', 'there is no such operation');
      await signIns.count(request.ip ?? 'unknown');
      const { address, pending } = await openId.begin(readNext(request));
      await sessions.writeSignIn(response, pending);
      response.redirect(303, address.href);
    }),
  );

  router.get(
    '/callback',
    handle(async (request, response) => {
      const pending = await sessions.takeSignIn(request, response);
      const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
      const credential = pending && (await openId.finish(query, pending).catch(() => undefined));
      const person = credential && (await identify(request, credential, 'operator'));
      if (!pending || !credential || !person) return void response.redirect(303, '/sign-in?failed=provider');
      await begin({ request, response }, credential, 'operator');
      response.redirect(303, pending.next);
    }),
  );

  async function begin(
    { request, response }: { request: Request; response: Response },
    credential: SessionCredential,
    kind: ConsoleSession['kind'],
  ): Promise<void> {
    const session = { id: randomBytes(16).toString('base64url'), kind, credential };
    await records.begin(request, session);
    await sessions.write(request, response, session);
  }

  /** @throws ConsoleRefusal sessionEnded */
  async function read(request: Request): Promise<ConsoleSession> {
    const session = await sessions.read(request);
    if (!session) throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
    await records.assertLive(request, session);
    return session;
  }

  async function findPerson(request: Request, session: ConsoleSession): Promise<Person | undefined> {
    try {
      await records.assertLive(request, session);
      return await identify(request, session.credential, session.kind);
    } catch (error) {
      if (error instanceof ConsoleRefusal && error.status === 401) return undefined;
      throw error;
    }
  }

  /** Ends the session, or all of the person; a credential that no longer works has ended them already. */
  async function leave(request: Request, session: ConsoleSession, isEverywhere: boolean): Promise<void> {
    const { credential, id } = session;
    try {
      await records.end(request, session, isEverywhere ? undefined : id);
    } catch (error) {
      if (!(error instanceof ConsoleRefusal) || error.status !== 401) throw error;
    }
    if ('accessToken' in credential) await openId.revoke(credential).catch(() => undefined);
  }

  return router;
}

export function missingToken(): ConsoleRefusal {
  return new ConsoleRefusal(403, 'missingToken', 'X-CSRF-Token must be the token of this session');
}

function readKey(request: Request): string {
  const { key } = (request.body ?? {}) as { key?: unknown };
  if (typeof key !== 'string' || key.trim() === '' || key.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key.trim()))
    throw new ConsoleRefusal(400, 'invalidRequest', 'body.key: must be a key of an operator or a merchant');
  return key.trim();
}

/** The API checks the codes; the key is shown to the person who redeems them, once. */
async function redeem(environment: ConsoleEnvironment, request: Request): Promise<{ operatorKey: string }> {
  const { codes, name } = (request.body ?? {}) as { codes?: unknown; name?: unknown };
  const answer = await callApi(`${apiBase(environment)}/operators/v1/invitations/redeem`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...personHeaders(request) },
    body: JSON.stringify({ codes, name }),
  });
  if (answer.status === 429 || answer.status >= 500) throw unanswered(answer);
  if (!answer.ok) throw new ConsoleRefusal(400, 'wrongCodes', 'the codes belong to no open invitation');
  const { operatorKey } = (await answer.json()) as { operatorKey: string };
  return { operatorKey };
}

/** Only a path of the console: an address of another site would make it an open redirect. */
function readNext({ query }: Request): string {
  const next = typeof query['next'] === 'string' ? query['next'] : '/';
  return /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(next) ? next : '/';
}

/** @returns undefined if the credential is not valid */
async function readPerson(
  environment: ConsoleEnvironment,
  request: Request,
  { credential, kind }: Pick<ConsoleSession, 'credential' | 'kind'>,
): Promise<Person | undefined> {
  const path = kind === 'operator' ? '/operators/v1/me' : '/v2/processing/me';
  const headers = { Authorization: `Bearer ${bearerOf({ credential })}`, ...personHeaders(request) };
  const answer = await callApi(apiBase(environment) + path, { headers });
  if (answer.status === 401 || answer.status === 403) return undefined;
  if (!answer.ok) throw unanswered(answer);
  const body = (await answer.json()) as { name?: string; id?: string; roles?: string[] };
  return { kind, name: body.name ?? body.id ?? '', roles: body.roles ?? [] };
}
