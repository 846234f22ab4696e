import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { outboxBacklog } from '../store/outbox/outbox';
import type { Store } from '../store/store';

/** What the worker tells Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Counts workflows that were started again, by the kind of their entity. */
  countRevived: (kind: string, count: number) => void;
}

export function createMetrics(store: Store): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureOutbox(registry, store);
  const revived = new Counter({
    name: 'holdfast_revived_workflows_total',
    help: 'Workflows that were lost while their entity was open, and were started again',
    labelNames: ['kind'],
    registers: [registry],
  });
  return { registry, countRevived: (kind, count) => revived.inc({ kind }, count) };
}

/** Each gauge asks by itself: one that another sets shows what was true when somebody last looked. */
function measureOutbox(registry: Registry, { database }: Store): void {
  let looking: ReturnType<typeof outboxBacklog> | undefined;
  const look = () => (looking ??= outboxBacklog(database).finally(() => (looking = undefined)));
  new Gauge({
    name: 'holdfast_outbox_commands',
    help: 'Commands that wait for the workflow engine',
    registers: [registry],
    async collect() {
      this.set((await look()).count);
    },
  });
  new Gauge({
    name: 'holdfast_outbox_oldest_seconds',
    help: 'How long the oldest command has waited',
    registers: [registry],
    async collect() {
      this.set((await look()).oldestSeconds);
    },
  });
}
