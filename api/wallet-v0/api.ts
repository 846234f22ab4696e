import type { Router } from 'express';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { access } from './access';
import { cardNumberGuard } from './shared/card-number-guard';
import { nameEntity } from './shared/entity-names';
import { walletErrors } from './shared/errors';
import { RegisterRoutes } from './routes.generated';

export function createWalletV0(context: ApiContext): Router {
  return createApiRouter(context, {
    specification: 'wallets',
    access,
    nameEntity,
    errors: walletErrors,
    bodyGuard: cardNumberGuard,
    registerRoutes: RegisterRoutes,
  });
}
