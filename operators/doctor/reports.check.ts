import { listFailedReports } from '../../store/merchants/report/report.failures';
import type { Store } from '../../store/store';
import { failure, ok, type DoctorCheck } from './finding';

const WITHIN_SECONDS = 24 * 3_600;

/** Lists reports canceled within a day because their files could not be written. */
export function reportsCheck({ database }: Store): DoctorCheck {
  return {
    name: 'reports',
    needs: 'schema',
    look: async () => {
      const failed = await listFailedReports(database, WITHIN_SECONDS);
      const [last] = failed;
      if (!last) return ok({ kind: 'reportsWritten' });
      const { id, partyID, failure: text } = last;
      return failure({ kind: 'reportsFailed', count: failed.length, name: String(id), partyID, text });
    },
  };
}
