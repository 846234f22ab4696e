import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen';
import type { Logger } from './logger';

export interface HealthServer {
  stop: () => Promise<void>;
}

/** Serves `/healthz` (alive), `/readyz` (ready) and `/metrics` (Prometheus) on an internal port. */
export async function startHealthServer(input: {
  host: string;
  port: number;
  registry: Registry;
  logger: Logger;
  /** The reason why the process is not ready; undefined if it is. */
  problem: () => Promise<string | undefined>;
}): Promise<HealthServer> {
  const { registry, logger, problem } = input;
  const server = createServer((request, response) => {
    const respond = (status: number, body: string, type = 'text/plain'): void => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
    if (request.url === '/healthz') return respond(200, 'ok');
    if (request.url === '/readyz') {
      void problem().then((reason) => (reason === undefined ? respond(200, 'ready') : respond(503, reason)));
      return;
    }
    if (request.url === '/metrics') {
      void registry.metrics().then(
        (text) => respond(200, text, registry.contentType),
        (error: unknown) => {
          logger.error({ err: error }, 'the metrics could not be collected');
          respond(500, 'no metrics');
        },
      );
      return;
    }
    respond(404, 'not found');
  });
  await listen(server, input);
  return { stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => void server.close(() => resolve()));
}
