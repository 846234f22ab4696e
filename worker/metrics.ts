import { Counter, Gauge, Registry } from 'prom-client';
import type { RunProblem } from '../domain/operators/recovery/run-problem';
import { collectProcessMetrics } from '../runtime/process.metrics';
import type { CommandLane } from '../workflow-names/command-lane';
import { measureConnections } from '../runtime/connections.metrics';
import { readOutboxBacklog, type Backlog } from '../store/platform/outbox/outbox.backlog';
import { OVERDUE, RECOVERABLE } from '../store/operators/recovery/recoverable-entities';
import type { Store } from '../store/store';
import { connectorMetric, type ObserveConnector } from './measured-connectors';
import type { DiscardedTasks } from './engine-logger';
import { deliveryMetrics, measureQueues, type DeliveryMetrics } from './delivery.metrics';
import { measureStore } from './store.metrics';
import { reconciliationMetrics, type ObserveComparison } from './reconciliation.metrics';

export interface Metrics extends DeliveryMetrics {
  registry: Registry;
  countRestarts: (kind: string, problem: RunProblem, count: number) => void;
  countCommand: (lane: CommandLane, outcome: CommandOutcome) => void;
  observeConnector: ObserveConnector;
  observeComparison: ObserveComparison;
}

export function createMetrics(store: Store, discardedTasks: DiscardedTasks): Metrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  measureConnections(registry, () => store.database.connections());
  measureOutbox(registry, store);
  measureQueues(registry, store);
  measureStore(registry, store);
  measureDiscardedTasks(registry, discardedTasks);
  const commands = new Counter({
    name: 'holdfast_outbox_deliveries_total',
    help: 'Attempts to deliver a command to Temporal',
    labelNames: ['lane', 'outcome'],
    registers: [registry],
  });
  const restarts = new Counter({
    name: 'holdfast_revived_workflows_total',
    help: 'Workflows of open entities that were missing, failed at their task or missed a deadline, and were restarted',
    labelNames: ['kind', 'problem'],
    registers: [registry],
  });
  // A counter that starts at its first event shows no increase for it.
  for (const { kind } of RECOVERABLE) {
    for (const problem of ['missing', 'taskFails'] as const) restarts.inc({ kind, problem }, 0);
  }
  for (const { kind } of OVERDUE) restarts.inc({ kind, problem: 'overdue' }, 0);
  return {
    registry,
    countRestarts: (kind, problem, count) => restarts.inc({ kind, problem }, count),
    countCommand: (lane, outcome) => commands.inc({ lane, outcome }),
    observeConnector: connectorMetric(registry),
    observeComparison: reconciliationMetrics(registry, store),
    ...deliveryMetrics(registry),
  };
}

export type CommandOutcome = 'delivered' | 'failed';

/** Both gauges share one query. */
function measureOutbox(registry: Registry, { database }: Store): void {
  let pending: ReturnType<typeof readOutboxBacklog> | undefined;
  const load = () => (pending ??= readOutboxBacklog(database).finally(() => (pending = undefined)));
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      async collect() {
        for (const [lane, backlog] of await load()) this.set({ lane }, read(backlog));
      },
    });
  gauge('holdfast_outbox_commands', 'Commands of a lane that wait for delivery to Temporal', ({ count }) => count);
  gauge('holdfast_outbox_oldest_seconds', 'Age of the oldest command of a lane', ({ oldestSeconds }) => oldestSeconds);
}

function measureDiscardedTasks(registry: Registry, discarded: DiscardedTasks): void {
  new Counter({
    name: 'holdfast_discarded_workflow_tasks_total',
    help: 'Workflow tasks that took longer than their timeout, so that Temporal discarded their results',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(discarded.count);
    },
  });
}
