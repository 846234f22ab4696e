import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { access } from './access';
import { nameEntity } from './shared/entity-names';
import { v2Errors } from './shared/errors';
import { RegisterRoutes } from './routes.generated';

export function createV2(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'payments',
    access,
    nameEntity,
    errors: v2Errors,
    registerRoutes: RegisterRoutes,
  });
}
