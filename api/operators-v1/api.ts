import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { access } from './access';
import { concurrencyLimit } from './shared/concurrency-limit';
import { operatorErrors } from './shared/errors';
import { RegisterRoutes } from './routes.generated';

/** The operators' API, with keys of its own. */
export function createOperatorsV1(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'operators',
    access,
    nameEntity: () => 'Timeline',
    callerGuard: concurrencyLimit(),
    errors: operatorErrors,
    registerRoutes: RegisterRoutes,
  });
}
