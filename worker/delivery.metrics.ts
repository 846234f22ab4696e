import { Gauge, Histogram, type Registry } from 'prom-client';
import { countQueues } from '../store/platform/health/health.queries';
import type { Store } from '../store/store';
import type { QueueAttempt } from '../store/delivery/webhook/attempt.record';

export interface DeliveryMetrics {
  observeAttempt: (attempt: QueueAttempt) => void;
}

export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const attempts = new Histogram({
    name: 'holdfast_webhook_attempt_seconds',
    help: 'Duration of requests to webhook endpoints by outcome: taken (200), refused (another status), unanswered',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    observeAttempt: (attempt) => attempts.observe({ outcome: getOutcome(attempt) }, attempt.durationMs / 1_000),
  };
}

function getOutcome({ status }: QueueAttempt): string {
  if (status === null) return 'unanswered';
  return status === 200 ? 'taken' : 'refused';
}

/** Measures webhook queues by state, and the age of the oldest ready queue. */
export function measureQueues(registry: Registry, { database }: Store): void {
  let pending: ReturnType<typeof countQueues> | undefined;
  const load = () => (pending ??= countQueues(database).finally(() => (pending = undefined)));
  new Gauge({
    name: 'holdfast_webhook_queues',
    help: 'Webhook queues by state: ready (delivered immediately), retrying and batched (failing endpoints)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { ready, retrying, batched } = await load();
      for (const [state, count] of Object.entries({ ready, retrying, batched })) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'holdfast_webhook_oldest_ready_seconds',
    help: 'Age of the newest message of the queue that has waited longest for the dispatcher',
    registers: [registry],
    async collect() {
      this.set((await load()).oldestSeconds);
    },
  });
}
