import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  rootCause,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { REGISTRY_FORMATS } from '../../../domain/merchants/report/report';
import { reportTaskQueue } from '../../../workflow-names/workflow-messages';
import { ordinaryActivities, type Summaries } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import type { ReportActivities, ReportInput } from './report.contract';

const SUMMARIES: Summaries<ReportActivities> = {
  buildFile: 'Builds one file of the report',
  buildRegistryFile: 'Builds one file of the registry',
  completeReport: 'Records that the report is created',
  cancelReport: 'Cancels the report',
};

const { completeReport, cancelReport } = ordinaryActivities<ReportActivities>(SUMMARIES, {
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

type ReportEnd = 'created' | 'canceled';

/** Builds the files of a report, and cancels it if a file cannot be written within half a day. */
export async function report(input: ReportInput): Promise<ReportEnd> {
  return buildFiles(input, 'buildFile');
}

/** Builds the files of a registry. */
export async function registry(input: ReportInput): Promise<ReportEnd> {
  return buildFiles(input, 'buildRegistryFile');
}

async function buildFiles(
  { reportID, formats = REGISTRY_FORMATS }: ReportInput,
  activity: 'buildFile' | 'buildRegistryFile',
): Promise<ReportEnd> {
  // Reports have a task queue of their own in favour of payments. A dead worker stops heartbeating, and another one starts
  // the file over.
  const { [activity]: build } = ordinaryActivities<ReportActivities>(SUMMARIES, {
    taskQueue: reportTaskQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '3 h',
    scheduleToCloseTimeout: '12 h',
    heartbeatTimeout: '15 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
  });
  try {
    for (const format of formats) {
      setCurrentDetails(`**pending**, builds ${format}`);
      await build({ reportID, format });
    }
    await completeReport({ reportID });
    return ended('created');
  } catch (error) {
    // Other errors are defects: the workflow task fails visibly and resumes after a fix.
    if (!isCancellation(error) && !(error instanceof ActivityFailure)) throw error;
    const reason = rootCause(error);
    await CancellationScope.nonCancellable(() => cancelReport({ reportID }));
    const status = ended('canceled');
    if (isCancellation(error)) throw error;
    log.error('a report is canceled: its files could not be built', { reportID, reason });
    return status;
  }
}

function ended<Status extends ReportEnd>(status: Status): Status {
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**`);
  return status;
}
