import { createServer, type Server } from 'node:http';
import type { Worker } from '@temporalio/worker';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { outboxBacklog } from '../store/outbox/outbox';
import type { Store } from '../store/store';

export interface HealthServer {
  stop: () => Promise<void>;
}

/** Health and metrics of the worker: `/healthz` (alive), `/readyz` (polling the engine), `/metrics` (Prometheus). */
export async function startHealthServer(input: {
  host: string;
  port: number;
  store: Store;
  worker: Worker;
}): Promise<HealthServer> {
  const registry = createRegistry(input.store);
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain'): void => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
    if (request.url === '/healthz') return answer(200, 'ok');
    if (request.url === '/readyz') {
      const isReady = input.worker.getState() === 'RUNNING';
      return answer(isReady ? 200 : 503, isReady ? 'ready' : input.worker.getState());
    }
    if (request.url === '/metrics') {
      void registry.metrics().then(
        (text) => answer(200, text, registry.contentType),
        () => answer(500, 'no metrics'),
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

function createRegistry(store: Store): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const commands = new Gauge({
    name: 'holdfast_outbox_commands',
    help: 'Commands that wait for the workflow engine',
    registers: [registry],
  });
  new Gauge({
    name: 'holdfast_outbox_oldest_seconds',
    help: 'How long the oldest command has waited',
    registers: [registry],
    async collect() {
      const backlog = await outboxBacklog(store.database);
      commands.set(backlog.count);
      this.set(backlog.oldestSeconds);
    },
  });
  return registry;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => void server.close(() => resolve()));
}
