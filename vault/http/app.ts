import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../../runtime/logger';
import { requireCaller, type KnownCaller } from './callers';
import { readJson } from './json-body';
import { createOperations, type VaultOperation, type OperationParts } from './operations';
import { NoOperation, toProblem } from './problems';

export interface VaultAppParts extends OperationParts {
  logger: Logger;
}

interface Target {
  route: string;
  operation?: VaultOperation | undefined;
  /** In the path. */
  id: string;
  query: string;
}

const PATH_WITH_ID = /^(\/v1\/(?:cards|accounts)\/)([^/]{1,300})$/;

/** Handles requests. A router of a dozen routes needs no framework, which would take a tenth of each request. */
export function createApp({ logger, ...parts }: VaultAppParts): RequestListener {
  const { metrics } = parts;
  const operations = createOperations(parts);
  return (request, response) => {
    const beganMs = performance.now();
    const target = findTarget(operations, request);
    const caller: Partial<KnownCaller> = {};
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
  const exact = operations.get(`${method} ${path}`);
  if (exact) return { route: `${method} ${path}`, operation: exact, id: '', query };
  const [, folder = '', id = ''] = PATH_WITH_ID.exec(path) ?? [];
  const route = `${method} ${folder}:id`;
  const operation = operations.get(route);
  return { route: operation ? route : 'unknown', operation, id, query };
}

async function carryOut(
  request: IncomingMessage,
  { operation, id, query }: Target,
  known: Partial<KnownCaller>,
): Promise<{ status: number; content: unknown }> {
  if (!operation) throw new NoOperation();
  const { name: caller, certificate } = Object.assign(known, requireCaller(request, operation.callers));
  const hasBody = request.method === 'POST' || request.method === 'PUT';
  const body = hasBody ? await readJson(request) : undefined;
  const content = await operation.work({ caller, certificate, body, id, query });
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
