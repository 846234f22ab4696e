import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../runtime/logger';
import type { VaultCaller } from '../client/vault.types';
import type { VaultMetrics } from '../metrics';
import { requireCaller } from './callers';
import { readJson } from './json-body';
import { createOperations, type VaultOperation, type OperationParts } from './operations';
import { NoOperation, toProblem } from './problems';

export interface VaultAppParts extends OperationParts {
  logger: Logger;
  metrics: VaultMetrics;
}

interface Target {
  route: string;
  operation?: VaultOperation | undefined;
  /** In the path. */
  cardID: string;
  query: string;
}

const CARD_PATH = /^\/v1\/cards\/([^/]{1,300})$/;

/** Handles requests. A router of nine routes needs no framework, which would take a tenth of each request. */
export function createApp({ logger, metrics, ...parts }: VaultAppParts): RequestListener {
  const operations = createOperations(parts);
  return (request, response) => {
    const beganMs = performance.now();
    const target = findTarget(operations, request);
    const caller: { name?: VaultCaller } = {};
    const end = (): void => {
      const { route } = target;
      const status = response.statusCode;
      const durationMs = Math.round((performance.now() - beganMs) * 10) / 10;
      metrics.observe({ route, status, seconds: durationMs / 1_000 });
      // The audit log has what succeeds.
      logger[status < 400 ? 'debug' : 'info']({ route, caller: caller.name, status, durationMs }, 'request');
    };
    // Logs and counts by route: a path holds a card id, and a body a card.
    carryOut(request, target, caller)
      .then(({ status, content }) => respond(response, status, content))
      .catch((error: unknown) => respondError(response, error as Error, { route: target.route, logger }))
      .finally(end)
      .catch((error: unknown) => logger.error({ err: error }, 'a request could not be counted'));
  };
}

function findTarget(operations: ReadonlyMap<string, VaultOperation>, request: IncomingMessage): Target {
  const { method = '', url = '' } = request;
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  const [, cardID = ''] = CARD_PATH.exec(path) ?? [];
  const route = `${method} ${cardID === '' ? path : '/v1/cards/:cardID'}`;
  const operation = operations.get(route);
  return { route: operation ? route : 'unknown', operation, cardID, query };
}

async function carryOut(
  request: IncomingMessage,
  { operation, cardID, query }: Target,
  known: { name?: VaultCaller },
): Promise<{ status: number; content: unknown }> {
  if (!operation) throw new NoOperation();
  const caller = (known.name = requireCaller(request, operation.callers));
  const body = request.method === 'POST' ? await readJson(request) : undefined;
  const content = await operation.work({ caller, body, cardID, query });
  return { status: content === undefined ? 204 : (operation.status ?? 200), content };
}

function respond(response: ServerResponse, status: number, content: unknown): void {
  if (content === undefined) return void response.writeHead(status).end();
  const text = Buffer.from(JSON.stringify(content));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length }).end(text);
}

/** A defect is logged by its name and stack lines: its message might quote what failed. */
function respondError(response: ServerResponse, error: Error, { route, logger }: { route: string; logger: Logger }) {
  const problem = toProblem(error);
  if (problem) return respond(response, problem.status, problem.body);
  const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  logger.error({ route, error: error.name, lines }, 'request failed');
  respond(response, 500, { code: 'unavailable', message: 'the vault failed' });
}
