import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { Logger } from './logger';

export interface HealthServer {
  stop: () => Promise<void>;
}

/**
 * Health and metrics of a process, on a port that nobody outside reaches: `/healthz` (alive), `/readyz` (it can work), `/metrics`
 * (Prometheus).
 */
export async function startHealthServer(input: {
  host: string;
  port: number;
  registry: Registry;
  logger: Logger;
  /** What keeps the process from working, in words; undefined where nothing does. */
  problem: () => Promise<string | undefined>;
}): Promise<HealthServer> {
  const { registry, logger, problem } = input;
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain'): void => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
    if (request.url === '/healthz') return answer(200, 'ok');
    if (request.url === '/readyz') {
      void problem().then((found) => (found === undefined ? answer(200, 'ready') : answer(503, found)));
      return;
    }
    if (request.url === '/metrics') {
      void registry.metrics().then(
        (text) => answer(200, text, registry.contentType),
        (error: unknown) => {
          logger.error({ err: error }, 'the metrics could not be gathered');
          answer(500, 'no metrics');
        },
      );
      return;
    }
    answer(404, 'not found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(input.port, input.host, resolve);
  });
  return { stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => void server.close(() => resolve()));
}
