import { listOverdueResults, MAX_OVERDUE } from '../../store/platform/health/overdue-results';
import type { Store } from '../../store/store';
import { present } from '../../domain/platform/fields/present';
import { MAX_ITEMS } from './check-fact';
import { ok, warning, type DoctorCheck } from './finding';

/** Lists payouts and refunds that their connector has not decided in the time that it states. */
export function overdueResultsCheck({ database }: Store): DoctorCheck {
  return {
    name: 'pending payouts and refunds',
    needs: 'schema',
    look: async () => {
      const overdue = await listOverdueResults(database);
      if (overdue.length === 0) return ok({ kind: 'resultsInTime' });
      const items = overdue.slice(0, MAX_ITEMS).map(({ operation: id, connector, connectorReference, dueAt }) => {
        const seconds = (Date.now() - dueAt.getTime()) / 1_000;
        return { id, seconds, ...present({ name: connector, reference: connectorReference }) };
      });
      const isPart = overdue.length === MAX_OVERDUE;
      return warning({ kind: 'resultsOverdue', count: overdue.length, isPart, items });
    },
  };
}
