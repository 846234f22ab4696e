import { Router, type RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import type { Tracing } from '../../runtime/tracing/tracing';
import { accessControl, type AccessTable } from './access';
import type { Authentication } from './authentication';
import type { CallLog } from './call-log';
import type { RequestLimits } from './request-limits';
import { deadline } from './deadline';
import { errorHandler, type ErrorAdapter } from './errors';
import { operationRoutes } from './operation-routes';
import { OperationTable, type FoundOperation } from './operations';
import { bodySizeLimits } from './body-size-limits';
import { jsonBody } from './json-body';
import { queryNames } from './letter-case';
import { requestID } from './request-id';
import { readSpecification } from './specification';
import { rejectInvalidUnicode } from './invalid-unicode';
import { traceRequests } from './tracing';

/** What every API is mounted with. */
export interface ApiContext {
  authenticator: Authentication;
  /** How much each caller may ask; none where something else says that. */
  limits?: RequestLimits | undefined;
  calls: CallLog;
  logger: Logger;
  tracing?: Tracing | undefined;
}

/** What makes one API differ from another. */
export interface ApiDefinition {
  /** The name of its document in `specs/`, which says what operations there are. */
  specification: string;
  access: AccessTable;
  /** What 404 calls a thing that a caller may not read. */
  nameEntity: (operation: FoundOperation) => string;
  errors: ErrorAdapter;
  /** Looks at callers before their bodies are read. */
  callerGuard?: RequestHandler;
  /** Looks at bodies before they are validated against their types. */
  bodyGuard?: RequestHandler;
  /** The routes that are generated from its controllers. */
  registerRoutes: (router: Router) => void;
}

/** One API. The layers stand in the order in which a request passes them, the same for all. */
export function createApiRouter(shared: ApiContext, definition: ApiDefinition): Router {
  const { authenticator, limits, calls, logger, tracing } = shared;
  const { access, nameEntity, errors, callerGuard, bodyGuard, registerRoutes } = definition;
  const router = Router();
  const specification = readSpecification(definition.specification);
  const operations = new OperationTable(specification, '');
  router.use(requestID(logger));
  router.use(calls.layer());
  router.use(deadline());
  router.use(accessControl({ authenticator, operations, access, nameEntity, limits }));
  if (tracing) router.use(traceRequests(tracing));
  if (callerGuard) router.use(callerGuard);
  router.use(jsonBody());
  router.use(queryNames(specification));
  router.use(bodySizeLimits(specification));
  router.use(rejectInvalidUnicode());
  if (bodyGuard) router.use(bodyGuard);
  router.use(operationRoutes(registerRoutes));
  router.use(errorHandler(errors));
  return router;
}
