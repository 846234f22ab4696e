import { Router } from 'express';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Store } from '../../store/store';

/** `/healthz` (the process runs), `/readyz` (the record answers), `/metrics` (Prometheus). */
export function health(store: Store): Router {
  const router = Router();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'holdfast_request_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  router.use((request, response, next) => {
    const end = durations.startTimer();
    response.once('finish', () => end({ method: request.method, status: response.statusCode }));
    next();
  });
  router.get('/healthz', (_request, response) => void response.type('text').send('ok'));
  router.get('/readyz', (_request, response) => {
    store.database.ping().then(
      () => response.type('text').send('ready'),
      () => response.status(503).type('text').send('the record does not answer'),
    );
  });
  router.get('/metrics', (_request, response) => {
    registry.metrics().then(
      (text) => response.type(registry.contentType).send(text),
      () => response.status(500).end(),
    );
  });
  return router;
}
