import type { Router } from 'express';
import { createApiRouter, type ApiSurroundings } from '../http/api-router';
import { access } from './access';
import { cardNumberGuard } from './shared/card-number-guard';
import { entityOf } from './shared/entity-names';
import { walletErrors } from './shared/errors';
import { RegisterRoutes } from './routes.generated';

/** The Wallet API. */
export function createWalletV0(surroundings: ApiSurroundings): Router {
  return createApiRouter(surroundings, {
    specification: 'wallets',
    access,
    entityOf,
    errors: walletErrors,
    bodyGuard: cardNumberGuard,
    registerRoutes: RegisterRoutes,
  });
}
