import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from '../../runtime/logger';
import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import type { AuditChain } from '../audit/audit-chain';
import type { Cards } from '../cards/cards';
import type { Forwarder } from '../forward/forward';
import type { Rotation } from '../keys/rotation';
import type { VaultMetrics } from '../metrics';
import { callerOf, only } from './callers';
import { toProblem } from './problems';
import {
  readCardReference,
  readCardReferences,
  readForwardRequest,
  readRotateRequest,
  readStoreRequest,
  readUnlockRequest,
} from './requests';

export interface VaultAppParts {
  cards: Cards;
  forwarder: Forwarder;
  rotation: Rotation;
  audit: AuditChain;
  logger: Logger;
  metrics: VaultMetrics;
}

type Work = (request: express.Request, caller: VaultCaller) => Promise<unknown>;

/** A forwarded body of 256 KB may be twice as long when it is escaped. */
const MAX_BODY = '600kb';

export function createApp({ cards, forwarder, rotation, audit, logger, metrics }: VaultAppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  app.set('query parser', 'simple');
  app.use(measure(metrics, logger));
  const body = express.json({ limit: MAX_BODY });
  const reference = ({ params, query }: express.Request) => readCardReference(params, query);

  const every = only(...VAULT_CALLERS);
  const post = (path: string, who: RequestHandler, work: Work, status?: number): void =>
    void app.post(path, who, body, operation(work, status));

  post('/v1/cards', only('api'), (request, caller) => cards.store(readStoreRequest(request.body), caller), 201);
  post('/v1/forward', only('worker'), (request, caller) => forwarder.forward(readForwardRequest(request.body), caller));
  app.get(
    '/v1/cards/:cardID',
    every,
    operation((request) => cards.getMask(reference(request))),
  );
  app.delete(
    '/v1/cards/:cardID',
    every,
    operation((request, caller) => cards.delete(reference(request), caller)),
  );
  post('/v1/cvvs/delete', every, (request, caller) => cards.deleteCvvs(readCardReferences(request.body), caller));
  post('/v1/rotate', only('operator'), (request, caller) =>
    rotation.rewrap(readRotateRequest(request.body).batchSize, caller),
  );
  post('/v1/unlock', only('operator'), (request, caller) =>
    rotation.unlock(readUnlockRequest(request.body).share, caller),
  );
  app.get(
    '/v1/status',
    every,
    operation(() => rotation.status()),
  );
  app.get(
    '/v1/audit',
    only('operator'),
    operation(() => audit.verify()),
  );

  app.use(
    (_request, response) => void response.status(404).json({ code: 'invalidRequest', message: 'no such operation' }),
  );
  app.use(answerError(logger));
  return app;
}

function operation(work: Work, status = 200): RequestHandler {
  return (request, response, next) => {
    const done = (content: unknown): void =>
      void (content === undefined ? response.status(204).end() : response.status(status).json(content));
    // A refusal is thrown before or after the first wait.
    Promise.resolve()
      .then(() => work(request, callerOf(response)))
      .then(done)
      .catch(next);
  };
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
