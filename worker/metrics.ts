import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { CommandLane } from '../workflows/names/command-lane';
import { measureConnections } from '../runtime/connections.metrics';
import { readLongestOverdueSeconds } from '../store/invoice/overdue';
import { readOutboxBacklog, type Backlog } from '../store/outbox/outbox.backlog';
import { RECOVERABLE } from '../store/recovery/recoverable-entities';
import type { Store } from '../store/store';
import { measureAccess } from './access.metrics';
import { measureAccounts } from './account.metrics';
import { connectorMetric, type ObserveConnector } from './measured-connectors';
import type { DiscardedTasks } from './engine-logger';
import { deliveryMetrics, measureQueues, type DeliveryMetrics } from './delivery.metrics';
import { measureLedger } from './ledger.metrics';
import { measureReports } from './report.metrics';
import { measureRoutes } from './route.metrics';
import { reconciliationMetrics, type ObserveComparison } from './reconciliation.metrics';

export interface Metrics extends DeliveryMetrics {
  registry: Registry;
  countRestarts: (kind: string, count: number) => void;
  countCommand: (lane: CommandLane, outcome: CommandOutcome) => void;
  observeConnector: ObserveConnector;
  observeComparison: ObserveComparison;
}

export function createMetrics(store: Store, discardedTasks: DiscardedTasks): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureConnections(registry, () => store.database.connections());
  measureOutbox(registry, store);
  measureDueInvoices(registry, store);
  measureLedger(registry, store);
  measureQueues(registry, store);
  measureRoutes(registry, store);
  measureAccounts(registry, store);
  measureReports(registry, store);
  measureAccess(registry, store);
  measureDiscardedTasks(registry, discardedTasks);
  const commands = new Counter({
    name: 'holdfast_outbox_deliveries_total',
    help: 'Attempts to deliver a command to Temporal',
    labelNames: ['lane', 'outcome'],
    registers: [registry],
  });
  const restarts = new Counter({
    name: 'holdfast_revived_workflows_total',
    help: 'Workflows that were missing for an open entity and were restarted',
    labelNames: ['kind'],
    registers: [registry],
  });
  // A counter that starts at its first event shows no increase for it.
  for (const { kind } of RECOVERABLE) restarts.inc({ kind }, 0);
  return {
    registry,
    countRestarts: (kind, count) => restarts.inc({ kind }, count),
    countCommand: (lane, outcome) => commands.inc({ lane, outcome }),
    observeConnector: connectorMetric(registry),
    observeComparison: reconciliationMetrics(registry, store),
    ...deliveryMetrics(registry),
  };
}

export type CommandOutcome = 'delivered' | 'failed';

/** Each gauge runs its own query: a gauge that another one sets would show stale values. */
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

function measureDueInvoices(registry: Registry, store: Store): void {
  new Gauge({
    name: 'holdfast_overdue_invoices_oldest_seconds',
    help: 'How long the longest overdue invoice has waited for its cancellation',
    registers: [registry],
    async collect() {
      this.set(await readLongestOverdueSeconds(store));
    },
  });
}
