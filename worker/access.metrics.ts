import { Gauge, type Registry } from 'prom-client';
import { countAccessChanges } from '../store/operators/operator/access.changes';
import type { Store } from '../store/store';

/** Counts what the API, the worker and the command line recorded, each of which changes access. */
export function measureAccess(registry: Registry, { database }: Store): void {
  new Gauge({
    name: 'holdfast_access_changes',
    help: 'Changes of operators, their keys, invitations, limits and approval rules in the last hour, by subject',
    labelNames: ['subject'],
    registers: [registry],
    async collect() {
      for (const { subject, count } of await countAccessChanges(database)) this.set({ subject }, count);
    },
  });
}
