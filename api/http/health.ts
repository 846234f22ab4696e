import { Router, type RequestHandler } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import { collectProcessMetrics } from '../../runtime/process.metrics';
import { measureConnections } from '../../runtime/connections.metrics';
import type { Store } from '../../store/store';
import { findContext } from './context';
import { onlyMethods } from './unhandled';

/** Serves `/healthz` (alive) and `/readyz` (the database answers), and measures requests for the metrics port. */
export function health(store: Store, registry: Registry): Router {
  const router = Router();
  collectProcessMetrics(registry);
  measureConnections(registry, () => store.database.connections());
  router.use(measureRequests(registry));
  router.get('/healthz', (_request, response) => void response.type('text').send('ok'));
  router.get('/readyz', (_request, response) => {
    store.database.ping().then(
      () => response.type('text').send('ready'),
      () => response.status(503).type('text').send('the database does not answer'),
    );
  });
  router.all(['/healthz', '/readyz'], onlyMethods('GET', 'HEAD'));
  return router;
}

/** Labels requests with the operation of a specification, or `none`. */
function measureRequests(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'holdfast_request_seconds',
    help: 'Duration of requests',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'holdfast_refused_requests_total',
    help: 'Refused requests, by the code of the refusal',
    labelNames: ['code'],
    registers: [registry],
  });
  // An alert uses this counter, and one that starts at its first event shows no increase.
  refused.inc({ code: 'temporarilyUnavailable' }, 0);
  return (request, response, next) => {
    const end = durations.startTimer();
    response.once('finish', () => {
      const { operation, refusal } = findContext(request) ?? {};
      end({ operation: operation?.operationID ?? 'none', method: request.method, status: response.statusCode });
      if (refusal !== undefined) refused.inc({ code: refusal });
    });
    next();
  };
}
