import { Router, type Response } from 'express';
import { z, type ZodError } from 'zod';
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
    const order = behaviourRequest.safeParse(request.body);
    if (!order.success) return malformed(response, order.error);
    behaviours
      .add(order.data)
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
    const id = z.coerce.number().int().optional().safeParse(request.params['id']);
    if (!id.success) return malformed(response, id.error);
    behaviours
      .remove(id.data)
      .then(() => response.status(204).end())
      .catch(next);
  });
  router.post('/interactions/:operationID', (request, response, next) => {
    const body = z.object({ decision: payerDecision }).safeParse(request.body);
    if (!body.success) return malformed(response, body.error);
    payers
      .decide(request.params.operationID, body.data.decision)
      .then((decided) => response.status(decided ? 200 : 409).json(decided ? {} : { error: 'notAwaited' }))
      .catch(next);
  });
  router.post('/deferrals/:operationID', (request, response, next) => {
    const body = z.object({ then: z.enum(['decide', 'return']) }).safeParse(request.body);
    if (!body.success) return malformed(response, body.error);
    deferrals
      .end(request.params.operationID, body.data.then)
      .then((ended) => response.status(ended ? 200 : 409).json(ended ? {} : { error: 'notDeferred' }))
      .catch(next);
  });
  return router;
}

function malformed(response: Response, error: ZodError): void {
  const problems = error.issues.map(({ path, code }) => ({ path: path.join('.'), code }));
  response.status(400).json({ error: 'malformedRequest', problems });
}
