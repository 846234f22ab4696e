import { Counter, Gauge, Registry } from 'prom-client';
import type { RunProblem } from '../domain/operators/recovery/run-problem';
import { collectProcessMetrics } from '../runtime/process.metrics';
import type { CommandLane } from '../workflow-names/command-lane';
import { measureConnections } from '../runtime/connections.metrics';
import { readLongestOverdueSeconds } from '../store/payments/invoice/overdue';
import { readOutboxBacklog, type Backlog } from '../store/platform/outbox/outbox.backlog';
import { OVERDUE, RECOVERABLE } from '../store/operators/recovery/recoverable-entities';
import { countFailingWorkflows } from '../store/operators/recovery/restarts';
import type { Store } from '../store/store';
import { measureAccess } from './access.metrics';
import { measureAccounts } from './account.metrics';
import { connectorMetric, type ObserveConnector } from './measured-connectors';
import type { DiscardedTasks } from './engine-logger';
import { deliveryMetrics, measureQueues, type DeliveryMetrics } from './delivery.metrics';
import { measureLedger } from './ledger.metrics';
import { measureSafeguarding } from './safeguarding.metrics';
import { measureReports } from './report.metrics';
import { measureRoutes } from './route.metrics';
import { measureSettlement } from './settlement.metrics';
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
  measureDueInvoices(registry, store);
  measureLedger(registry, store);
  measureSafeguarding(registry, store);
  measureQueues(registry, store);
  measureRoutes(registry, store);
  measureAccounts(registry, store);
  measureReports(registry, store);
  measureAccess(registry, store);
  measureSettlement(registry, store);
  measureDiscardedTasks(registry, discardedTasks);
  measureFailingWorkflows(registry, store);
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

function measureFailingWorkflows(registry: Registry, { database }: Store): void {
  new Gauge({
    name: 'holdfast_failing_workflows',
    help: 'Workflows that were restarted twice or more, and lately',
    labelNames: ['type'],
    registers: [registry],
    async collect() {
      this.reset();
      // One type is always there, so that the series exists while no workflow fails.
      this.set({ type: 'payment' }, 0);
      for (const { type, count } of await countFailingWorkflows(database)) this.set({ type }, count);
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
