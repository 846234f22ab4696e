import { Gauge, Histogram, type Registry } from 'prom-client';
import { countQueues } from '../store/health/health.queries';
import type { Store } from '../store/store';
import type { Attempt } from '../store/webhook/attempt.record';

/** What is told of messages to webhooks. */
export interface DeliveryMetrics {
  observeAttempt: (attempt: Attempt) => void;
}

export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const attempts = new Histogram({
    name: 'holdfast_webhook_attempt_seconds',
    help: 'How long exchanges with endpoints took: taken (200), refused (another status), unanswered',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    observeAttempt: (attempt) => attempts.observe({ outcome: getOutcome(attempt) }, attempt.durationMs / 1_000),
  };
}

function getOutcome({ status }: Attempt): string {
  if (status === null) return 'unanswered';
  return status === 200 ? 'taken' : 'refused';
}

/** Queues of the record by who drives them, and how long the oldest of those that wait for the dispatcher has waited. */
export function measureQueues(registry: Registry, { database }: Store): void {
  let looking: ReturnType<typeof countQueues> | undefined;
  const look = () => (looking ??= countQueues(database).finally(() => (looking = undefined)));
  new Gauge({
    name: 'holdfast_webhook_queues',
    help: 'Queues of messages: ready ones are drained at once, the others are of endpoints in trouble',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { ready, retrying, batched } = await look();
      for (const [state, count] of Object.entries({ ready, retrying, batched })) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'holdfast_webhook_oldest_ready_seconds',
    help: 'How old the newest message is of the queue that has waited for the dispatcher for longest',
    registers: [registry],
    async collect() {
      this.set((await look()).oldestSeconds);
    },
  });
}
