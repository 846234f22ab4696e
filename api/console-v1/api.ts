import type { Request, Response, Router } from 'express';
import { KEY_SCOPES } from '../../domain/merchants/api-key/scopes';
import { Refusal, notFound } from '../../domain/platform/errors/refusal';
import { ROLES } from '../../domain/operators/operator/roles';
import { isApiKey } from '../../security/api-key-secret';
import {
  createConsoleSession,
  endConsoleSessions,
  listConsoleSessions,
  seeConsoleSession,
} from '../../store/operators/console-session/console-session';
import type { Store } from '../../store/store';
import type { AccessTable } from '../http/access';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { readBearerToken, type Authentication } from '../http/authentication';
import { formatCaller, getContext } from '../http/context';
import { RoutedSpecification } from '../http/specification';
import { operatorErrors } from '../operators-v1/shared/errors';

const [ONE, ALL] = ['/sessions/{sessionID}', '/sessions'];
const responses = { 200: {} };

/** Private to the console's server, so it has no published specification: docs/console.md describes it. */
const SPECIFICATION = new RoutedSpecification({
  paths: {
    [ONE]: {
      get: { operationId: 'seeConsoleSession', responses: { ...responses, 404: {} } },
      put: { operationId: 'createConsoleSession', responses, requestBody: {} },
      delete: { operationId: 'endConsoleSession', responses },
    },
    [ALL]: {
      get: { operationId: 'listConsoleSessions', responses },
      delete: { operationId: 'endAllConsoleSessions', responses },
    },
  },
});

const SIGNED_IN = [
  ...ROLES.map((role) => `operator:${role}` as const),
  ...KEY_SCOPES.map((scope) => `apiKey:${scope}` as const),
];
const access: AccessTable = Object.fromEntries(
  SPECIFICATION.operations().map(({ operationId = '' }) => [operationId, SIGNED_IN]),
);

/** Sessions of the console; each caller reaches those of their own person or key. */
export function createConsoleV1(
  context: Omit<ApiContext, 'authenticator'>,
  { store, ...of }: { store: Store; operators: Authentication; merchants: Authentication },
): Router {
  const authenticator: Authentication = {
    identify: (authorization, getAddress) =>
      of[isApiKey(readBearerToken(authorization) ?? '') ? 'merchants' : 'operators'].identify(
        authorization,
        getAddress,
      ),
  };
  return createApiRouter(
    { ...context, authenticator },
    {
      ...{ specification: SPECIFICATION, access, errors: operatorErrors, nameEntity: () => 'Session' },
      registerRoutes: (router) => registerRoutes(router, store),
    },
  );
}

const MAX_ADDRESS = 64;
const MAX_BROWSER = 300;
const SESSION_ID = /^[\w-]{16,64}$/;

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength;

function registerRoutes(router: Router, { database }: Store): void {
  const answer = (work: (request: Request, owner: string) => Promise<object | void>) => {
    return (request: Request, response: Response, next: (error: unknown) => void): void => {
      const owner = formatCaller(getContext(request).caller);
      work(request, owner).then((body) => response.json(body ?? {}), next);
    };
  };
  const idOf = ({ params }: Request): string => params['sessionID'] ?? '';
  const paths = { one: ONE.replace(/\{(\w+)\}/, ':$1'), all: ALL };
  router.get(
    paths.one,
    answer(async (request, owner) => {
      const isByPerson = request.get('X-Background') === undefined;
      if (!(await seeConsoleSession(database, { id: idOf(request), owner, isByPerson }))) throw notFound('Session');
    }),
  );
  router.put(
    paths.one,
    answer(async (request, owner) => {
      const { address, browser } = (request.body ?? {}) as Record<string, unknown>;
      if (!isText(address, MAX_ADDRESS) || !isText(browser, MAX_BROWSER) || !SESSION_ID.test(idOf(request)))
        throw new Refusal(
          'invalidRequest',
          'a session has an id of 16 to 64 characters, and short texts address and browser',
        );
      const { caller } = getContext(request);
      const keyID = caller && 'keyID' in caller ? caller.keyID : null;
      await createConsoleSession(database, { id: idOf(request), owner, keyID, address, browser });
    }),
  );
  router.delete(
    paths.one,
    answer(async (request, owner) => void (await endConsoleSessions(database, owner, idOf(request)))),
  );
  router.get(
    paths.all,
    answer((_request, owner) => listConsoleSessions(database, owner)),
  );
  router.delete(
    paths.all,
    answer(async (_request, owner) => void (await endConsoleSessions(database, owner))),
  );
}
