import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import type { Cards } from '../cards/cards';
import type { Forwarder } from '../forward/forward';
import type { Rotation } from '../keys/rotation';
import type { VaultMetrics } from '../metrics';
import { callerOf, only } from './callers';
import { toProblem } from './problems';
import {
  readCardReference,
  readForwardRequest,
  readRotateRequest,
  readStoreRequest,
  readUnlockRequest,
} from './requests';

export interface AppParts {
  cards: Cards;
  forwarder: Forwarder;
  rotation: Rotation;
  logger: Logger;
  metrics: VaultMetrics;
}

/** A forwarded body of 256 KB may be twice as long when it is escaped. */
const MAX_BODY = '600kb';

export function createApp({ cards, forwarder, rotation, logger, metrics }: AppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  app.set('query parser', 'simple');
  app.use(measure(metrics, logger));
  const body = express.json({ limit: MAX_BODY });
  const operation =
    (work: (request: express.Request, response: Response) => Promise<unknown>, status = 200): RequestHandler =>
    (request, response, next) =>
      void work(request, response).then(
        (content) => (content === undefined ? response.status(204).end() : response.status(status).json(content)),
        next,
      );
  const reference = ({ params, query }: express.Request) => readCardReference(params, query);

  app.post(
    '/v1/cards',
    only('api'),
    body,
    operation((request, response) => cards.store(readStoreRequest(request.body), callerOf(response)), 201),
  );
  app.post(
    '/v1/forward',
    only('worker'),
    body,
    operation((request, response) => forwarder.forward(readForwardRequest(request.body), callerOf(response))),
  );
  app.get(
    '/v1/cards/:cardID',
    only('api', 'worker', 'operator'),
    operation(async (request) => cards.getMask(reference(request))),
  );
  app.delete(
    '/v1/cards/:cardID',
    only('api', 'worker', 'operator'),
    operation(async (request, response) => cards.delete(reference(request), callerOf(response))),
  );
  app.delete(
    '/v1/cards/:cardID/cvv',
    only('api', 'worker', 'operator'),
    operation(async (request, response) => cards.deleteCvv(reference(request), callerOf(response))),
  );
  app.post(
    '/v1/rotate',
    only('operator'),
    body,
    operation(async (request, response) =>
      rotation.rewrap(readRotateRequest(request.body).batchSize, callerOf(response)),
    ),
  );
  app.get(
    '/v1/status',
    only('operator'),
    operation(async () => rotation.status()),
  );

  app.use(
    (_request, response) => void response.status(404).json({ code: 'invalidRequest', message: 'no such operation' }),
  );
  app.use(answerError(logger));
  return app;
}

/** Logs and counts by route: a path holds a card id, and a body a card. */
function measure(metrics: VaultMetrics, logger: Logger): RequestHandler {
  return (request, response, next) => {
    const beganMs = performance.now();
    response.once('finish', () => {
      const route = `${request.method} ${(request.route as { path?: string } | undefined)?.path ?? 'unknown'}`;
      const durationMs = Math.round((performance.now() - beganMs) * 10) / 10;
      metrics.observe({ route, status: response.statusCode, seconds: durationMs / 1_000 });
      logger.info(
        { route, caller: response.locals['caller'] as unknown, status: response.statusCode, durationMs },
        'request',
      );
    });
    next();
  };
}

/** A defect is logged by its name and stack lines: its message might quote what failed. */
function answerError(logger: Logger): ErrorRequestHandler {
  return (error: Error, request, response, next) => {
    if (response.headersSent) return next(error);
    const problem = toProblem(error);
    if (problem) return void response.status(problem.status).json(problem.body);
    const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
    logger.error({ method: request.method, error: error.name, lines }, 'request failed');
    response.status(500).json({ code: 'unavailable', message: 'the vault failed' });
  };
}
