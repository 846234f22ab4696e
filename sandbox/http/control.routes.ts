import { Router } from 'express';
import { z } from 'zod';
import { behaviourRequest, type ConfiguredBehaviours } from '../behaviours/configured-behaviours';
import type { SandboxDeferrals } from '../deferrals';
import type { SandboxPayers } from '../payers';

export const payerDecision = z.enum(['confirm', 'refuse']);

export interface Controls {
  behaviours: ConfiguredBehaviours;
  payers: SandboxPayers;
  deferrals: SandboxDeferrals;
}

/** Routes for tests: configured behaviours and payers' decisions. */
export function controlRoutes({ behaviours, payers, deferrals }: Controls): Router {
  const router = Router();
  router.post('/behaviours', (request, response, next) => {
    behaviours
      .add(behaviourRequest.parse(request.body))
      .then((id) => response.status(201).json({ id }))
      .catch(next);
  });
  router.get('/behaviours', (_request, response, next) => {
    behaviours
      .load()
      .then((orders) => response.json(orders))
      .catch(next);
  });
  router.delete(['/behaviours', '/behaviours/:id'], (request, response, next) => {
    behaviours
      .remove(z.coerce.number().int().optional().parse(request.params['id']))
      .then(() => response.status(204).end())
      .catch(next);
  });
  router.post('/interactions/:operationID', (request, response, next) => {
    const { decision } = z.object({ decision: payerDecision }).parse(request.body);
    payers
      .decide(request.params.operationID, decision)
      .then((decided) => response.status(decided ? 200 : 409).json(decided ? {} : { error: 'notAwaited' }))
      .catch(next);
  });
  router.post('/deferrals/:operationID', (request, response, next) => {
    const { then } = z.object({ then: z.enum(['decide', 'return']) }).parse(request.body);
    deferrals
      .end(request.params.operationID, then)
      .then((ended) => response.status(ended ? 200 : 409).json(ended ? {} : { error: 'notDeferred' }))
      .catch(next);
  });
  return router;
}
