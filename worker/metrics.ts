import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { CommandLane } from '../domain/command-lane';
import type { JudgeRoute } from '../connectors/known-connectors';
import { measureConnections } from '../runtime/connections.metrics';
import { readLongestOverdueSeconds } from '../store/invoice/overdue';
import { readOutboxBacklog, type Backlog } from '../store/outbox/outbox.backlog';
import { RECOVERABLE } from '../store/recovery/recoverable-entities';
import type { Store } from '../store/store';
import { connectorMetric, type ObserveConnector } from './measured-connectors';
import { deliveryMetrics, measureQueues, type DeliveryMetrics } from './delivery.metrics';
import { measureLedger } from './ledger.metrics';
import { measureReports } from './report.metrics';
import { measureRoutes } from './route.metrics';
import { reconciliationMetrics, type ObserveComparison } from './reconciliation.metrics';

/** What the worker tells Prometheus. */
export interface Metrics extends DeliveryMetrics {
  registry: Registry;
  /** Counts workflows that were started again, by the kind of their entity. */
  countRevived: (kind: string, count: number) => void;
  /** Counts commands that the engine has taken, or has not. */
  countCommand: (lane: CommandLane, outcome: CommandOutcome) => void;
  observeConnector: ObserveConnector;
  observeComparison: ObserveComparison;
}

export function createMetrics(store: Store, judge: JudgeRoute): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureConnections(registry, () => store.database.connections());
  measureOutbox(registry, store);
  measureDueInvoices(registry, store);
  measureLedger(registry, store);
  measureQueues(registry, store);
  measureRoutes(registry, store, judge);
  measureReports(registry, store);
  const commands = new Counter({
    name: 'holdfast_outbox_deliveries_total',
    help: 'Attempts to give a command to the workflow engine',
    labelNames: ['lane', 'outcome'],
    registers: [registry],
  });
  const revived = new Counter({
    name: 'holdfast_revived_workflows_total',
    help: 'Workflows that were lost while their entity was open, and were started again',
    labelNames: ['kind'],
    registers: [registry],
  });
  // A counter that begins with its first event hides it: nothing has increased.
  for (const { kind } of RECOVERABLE) revived.inc({ kind }, 0);
  return {
    registry,
    countRevived: (kind, count) => revived.inc({ kind }, count),
    countCommand: (lane, outcome) => commands.inc({ lane, outcome }),
    observeConnector: connectorMetric(registry),
    observeComparison: reconciliationMetrics(registry, store),
    ...deliveryMetrics(registry),
  };
}

/** Whether the engine has taken a command. */
export type CommandOutcome = 'delivered' | 'failed';

/** Each gauge asks by itself: one that another sets shows what was true when somebody last looked. */
function measureOutbox(registry: Registry, { database }: Store): void {
  let looking: ReturnType<typeof readOutboxBacklog> | undefined;
  const look = () => (looking ??= readOutboxBacklog(database).finally(() => (looking = undefined)));
  const gauge = (name: string, help: string, of: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [registry],
      async collect() {
        for (const [lane, backlog] of await look()) this.set({ lane }, of(backlog));
      },
    });
  gauge('holdfast_outbox_commands', 'Commands of a lane that wait for the workflow engine', ({ count }) => count);
  gauge(
    'holdfast_outbox_oldest_seconds',
    'How long the oldest command of a lane has waited',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

function measureDueInvoices(registry: Registry, store: Store): void {
  new Gauge({
    name: 'holdfast_overdue_invoices_oldest_seconds',
    help: 'For how long the longest overdue invoice has waited for its cancellation',
    registers: [registry],
    async collect() {
      this.set(await readLongestOverdueSeconds(store));
    },
  });
}
