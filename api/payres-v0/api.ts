import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { walletErrors } from '../wallet-v0/shared/errors';
import { access } from './access';
import { RegisterRoutes } from './routes.generated';

/** The API that tokenises bank cards for destinations, with the errors of the Wallet API. */
export function createPayresV0(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'payres',
    access,
    nameEntity: () => 'Bank card',
    errors: walletErrors,
    registerRoutes: RegisterRoutes,
  });
}
