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
      if (!last) return ok('none failed in the last 24 hours');
      return failure(
        `${failed.length} failed in the last 24 hours, the last one ${last.id} of ${last.partyID}: ${last.failure}`,
        'check DATA_DIR or FILES_S3_* and the free space of the worker, then order the reports again',
      );
    },
  };
}
