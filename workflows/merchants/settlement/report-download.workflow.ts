import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities } from '../../platform/operation/summarised';
import type { ReportDownloadActivities, ReportDownloadInput } from './report-download.contract';

const activities = ordinaryActivities<ReportDownloadActivities>(
  { downloadReport: 'Downloads and imports a report of the acquirer' },
  {
    startToCloseTimeout: '5 min',
    heartbeatTimeout: '30 s',
    retry: { initialInterval: '30 s', backoffCoefficient: 2, maximumInterval: '30 min' },
  },
);

/** Downloads a report that an acquirer has announced, until it is imported or certainly cannot be. */
export async function reportDownload(input: ReportDownloadInput): Promise<string> {
  const { isDownloaded } = await activities.downloadReport(input);
  setCurrentDetails(isDownloaded ? 'imported' : '**not downloaded**: see `reconciliation list`');
  return isDownloaded ? 'imported' : 'failed';
}
