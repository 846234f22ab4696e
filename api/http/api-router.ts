import { Router, type RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import type { Tracing } from '../../runtime/tracing/tracing';
import { accessControl, type AccessTable } from './access';
import type { Authentication } from './authentication';
import { limitStatedBytes, limitUnstatedBytes, type ByteLimit } from './byte-limit';
import type { CallLog } from './call-log';
import type { RequestLimits } from './request-limits';
import { deadline } from './deadline';
import { errorHandler, type ErrorAdapter } from './errors';
import { operationRoutes } from './operation-routes';
import { OperationTable, type FoundOperation } from './operations';
import { bodySizeLimits } from './body-size-limits';
import { bodyBytes, jsonBody } from './json-body';
import { queryNames } from './letter-case';
import { requestID } from './request-id';
import { readSpecification, type RoutedSpecification } from './specification';
import { rejectInvalidUnicode } from './invalid-unicode';
import { takeTurns, type RequestQueues } from './request-turns';
import { traceRequests } from './tracing';

export interface ApiContext {
  authenticator: Authentication;
  /** Rate limits; absent for operators. */
  limits?: RequestLimits | undefined;
  queues: RequestQueues;
  bytes?: ByteLimit | undefined;
  calls: CallLog;
  logger: Logger;
  tracing?: Tracing | undefined;
}

export interface ApiDefinition {
  /** The name of its document in `specs/`, or a specification that is not published. */
  specification: string | RoutedSpecification;
  access: AccessTable;
  /** The name of the entity in a 404. */
  nameEntity: (operation: FoundOperation) => string;
  errors: ErrorAdapter;
  /** Runs before the body is read. */
  callerGuard?: RequestHandler;
  /** Runs before the body is validated against its type. */
  bodyGuard?: RequestHandler;
  registerRoutes: (router: Router) => void;
}

/** Creates an API; all APIs have the same middleware in the same order. */
export function createApiRouter(shared: ApiContext, definition: ApiDefinition): Router {
  const { authenticator, limits, queues, bytes, calls, logger, tracing } = shared;
  const { access, nameEntity, errors, callerGuard, bodyGuard, registerRoutes } = definition;
  const router = Router();
  const { specification: given } = definition;
  const specification = typeof given === 'string' ? readSpecification(given) : given;
  const operations = new OperationTable(specification, '');
  router.use(requestID(logger));
  router.use(calls.layer());
  router.use(deadline());
  router.use(accessControl({ authenticator, operations, access, nameEntity, limits }));
  if (tracing) router.use(traceRequests(tracing));
  if (callerGuard) router.use(callerGuard);
  if (bytes) router.use(limitStatedBytes(bytes));
  router.use(bodyBytes());
  if (bytes) router.use(limitUnstatedBytes(bytes));
  router.use(takeTurns(queues));
  router.use(jsonBody());
  router.use(queryNames(specification));
  router.use(bodySizeLimits(specification));
  router.use(rejectInvalidUnicode());
  if (bodyGuard) router.use(bodyGuard);
  router.use(operationRoutes(registerRoutes));
  router.use(errorHandler(errors));
  return router;
}
