import { listOverdueResults, MAX_OVERDUE } from '../../store/platform/health/overdue-results';
import type { Store } from '../../store/store';
import { formatDuration, ok, warning, type DoctorCheck } from './finding';

/** Lists payouts and refunds that their connector has not decided in the time that it states. */
export function overdueResultsCheck({ database }: Store): DoctorCheck {
  return {
    name: 'pending payouts and refunds',
    needs: 'schema',
    look: async () => {
      const overdue = await listOverdueResults(database);
      if (overdue.length === 0) return ok('none is undecided for longer than its connector states');
      const some = overdue.slice(0, 5).map(({ operation, connector, connectorReference, dueAt }) => {
        const late = formatDuration((Date.now() - dueAt.getTime()) / 1_000);
        return `${operation} (${connector ?? 'no connector'}, ${connectorReference ?? 'no reference'}, ${late} late)`;
      });
      const count = overdue.length === MAX_OVERDUE ? `${MAX_OVERDUE} or more` : String(overdue.length);
      return warning(
        `${count} are undecided for longer than their connectors state: ${some.join(', ')}`,
        'docs/runbooks/pending-payouts.md: ask the provider for the result, which the next look-up records',
      );
    },
  };
}
