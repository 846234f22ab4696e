import { Counter, Gauge, type Registry } from 'prom-client';
import type { Store } from '../store/store';
import { readReconciliationOverview } from '../store/operators/reconciliation/overview';
import type { ComparedWindow } from '../store/operators/reconciliation/windows';

export type ObserveComparison = (compared: ComparedWindow) => void;

/** Measures reconciliation. @returns the observer of compared windows */
export function reconciliationMetrics(registry: Registry, { database }: Store): ObserveComparison {
  let pending: ReturnType<typeof readReconciliationOverview> | undefined;
  const load = () => (pending ??= readReconciliationOverview(database).finally(() => (pending = undefined)));
  new Gauge({
    name: 'holdfast_reconciliation_open_findings',
    help: 'Differences between a connector and the database that an operator has to resolve',
    labelNames: ['connector', 'kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { connector, open } of await load()) {
        this.set(
          { connector, kind: 'any' },
          open.reduce((sum, { count }) => sum + count, 0),
        );
        for (const { kind, count } of open) this.set({ connector, kind }, count);
      }
    },
  });
  const operations = new Counter({
    name: 'holdfast_reconciliation_operations_total',
    help: 'Compared operations',
    labelNames: ['connector', 'pass'],
    registers: [registry],
  });
  new Gauge({
    name: 'holdfast_reconciliation_compared_until_seconds',
    help: 'Unix time up to which a pass has compared all operations',
    labelNames: ['connector', 'pass'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { connector, cursors, endedAt } of await load()) {
        if (endedAt) continue;
        for (const [pass, until] of Object.entries(cursors)) {
          this.set({ connector, pass }, until.getTime() / 1_000);
          // A series that starts at its first window hides that window from `rate`.
          operations.inc({ connector, pass }, 0);
        }
      }
    },
  });
  return ({ connector, pass, operationCount }) => operations.inc({ connector, pass }, operationCount);
}
