import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { walletErrors } from '../wallet-v0/shared/errors';
import { access } from './access';
import { RegisterRoutes } from './routes.generated';

/** The tokens of bank cards for destinations: a small API beside the Wallet API, with its errors. */
export function createPayresV0(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'payres',
    access,
    nameEntity: () => 'Bank card',
    errors: walletErrors,
    registerRoutes: RegisterRoutes,
  });
}
