import { Router, type RequestHandler } from 'express';
import { Counter, Histogram, collectDefaultMetrics, type Registry } from 'prom-client';
import { measureConnections } from '../../runtime/connections.metrics';
import type { Store } from '../../store/store';
import { findContext } from './context';
import { onlyMethods } from './unhandled';

/** `/healthz` (the process runs), `/readyz` (the record answers); and measures what is asked, for a port that is not public. */
export function health(store: Store, registry: Registry): Router {
  const router = Router();
  collectDefaultMetrics({ register: registry });
  measureConnections(registry, () => store.database.connections());
  router.use(measureRequests(registry));
  router.get('/healthz', (_request, response) => void response.type('text').send('ok'));
  router.get('/readyz', (_request, response) => {
    store.database.ping().then(
      () => response.type('text').send('ready'),
      () => response.status(503).type('text').send('the record does not answer'),
    );
  });
  router.all(['/healthz', '/readyz'], onlyMethods('GET', 'HEAD'));
  return router;
}

/** Operations are as many as the specifications name; what is none of them is `none`. */
function measureRequests(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'holdfast_request_seconds',
    help: 'How long requests took',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'holdfast_refused_requests_total',
    help: 'Requests that were refused, by the code of the refusal',
    labelNames: ['code'],
    registers: [registry],
  });
  // A counter that begins with its first event hides it, and there is an alert on this one.
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
