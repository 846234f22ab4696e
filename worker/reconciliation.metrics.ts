import { Counter, Gauge, type Registry } from 'prom-client';
import type { Store } from '../store/store';
import { readReconciliationOverview } from '../store/reconciliation/overview';
import type { ComparedWindow } from '../store/reconciliation/windows';

/** Told of each window that was compared. */
export type ObserveComparison = (compared: ComparedWindow) => void;

/** What comparing connectors with the record comes to. */
export function reconciliationMetrics(registry: Registry, { database }: Store): ObserveComparison {
  let looking: ReturnType<typeof readReconciliationOverview> | undefined;
  const look = () => (looking ??= readReconciliationOverview(database).finally(() => (looking = undefined)));
  new Gauge({
    name: 'holdfast_reconciliation_open_findings',
    help: 'Differences between a connector and the record that wait for an operator',
    labelNames: ['connector', 'kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { connector, open } of await look()) {
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
    help: 'Operations that were compared',
    labelNames: ['connector', 'pass'],
    registers: [registry],
  });
  new Gauge({
    name: 'holdfast_reconciliation_compared_until_seconds',
    help: 'Until when a pass has compared everything, as a Unix time',
    labelNames: ['connector', 'pass'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { connector, cursors, endedAt } of await look()) {
        // Nobody waits for what is no longer compared.
        if (endedAt) continue;
        for (const [pass, until] of Object.entries(cursors)) {
          this.set({ connector, pass }, until.getTime() / 1_000);
          // A series that began with its first window would hide that window from a rate.
          operations.inc({ connector, pass }, 0);
        }
      }
    },
  });
  return ({ connector, pass, operationCount }) => operations.inc({ connector, pass }, operationCount);
}
