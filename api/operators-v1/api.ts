import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { access } from './access';
import { atOnce } from './shared/at-once';
import { operatorErrors } from './shared/errors';
import { RegisterRoutes } from './routes.generated';

/** What operators ask, over HTTP: an API apart, with keys of its own. */
export function createOperatorsV1(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'operators',
    access,
    nameEntity: () => 'Timeline',
    callerGuard: atOnce(),
    errors: operatorErrors,
    registerRoutes: RegisterRoutes,
  });
}
