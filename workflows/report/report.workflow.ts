import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { ReportActivities } from '../../activities/report/report.activities';
import { entityStatus } from '../search-attributes';
import type { BuiltFile, ReportInput } from './report.messages';

/** A worker that dies no longer beats its heart: another begins the file anew. */
const { buildFile } = proxyActivities<ReportActivities>({
  startToCloseTimeout: '1 h',
  scheduleToCloseTimeout: '12 h',
  heartbeatTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

const { completeReport, cancelReport } = proxyActivities<ReportActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Builds the files of a report one after the other; gives the report up where they cannot be built for half a day. */
export async function report({ reportID }: ReportInput): Promise<'created' | 'canceled'> {
  try {
    const files: BuiltFile[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      setCurrentDetails(`**pending**, builds ${format}`);
      files.push(await buildFile({ reportID, format }));
    }
    await completeReport({ reportID, files });
    return ended('created');
  } catch {
    await cancelReport({ reportID });
    return ended('canceled');
  }
}

function ended<Status extends 'created' | 'canceled'>(status: Status): Status {
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}
