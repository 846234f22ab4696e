import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { FileStorage } from '../../store/file/file-storage';
import { findReport } from '../../store/report/report.queries';
import { cancelReport, completeReport } from '../../store/report/report.transitions';
import type { Store } from '../../store/store';
import type { BuiltFile, ReportInput } from '../../workflows/report/report.messages';
import { buildRegistry } from './build-registry';

/** What a report's workflow may do to the world. Each is harmless when repeated. */
export interface ReportActivities {
  /** Builds one file and puts it into the storage; begun anew where an earlier attempt died. */
  buildFile(input: ReportInput & Pick<BuiltFile, 'format'>): Promise<BuiltFile>;
  completeReport(input: ReportInput & { files: BuiltFile[] }): Promise<void>;
  cancelReport(input: ReportInput): Promise<void>;
}

export interface ReportActivityDependencies {
  store: Store;
  files: FileStorage;
}

export function createReportActivities({ store, files }: ReportActivityDependencies): ReportActivities {
  return {
    buildFile: async ({ reportID, format }) => {
      const report = await findReport(store.database, reportID);
      const key = `reports/${reportID}.${format}`;
      await inTemporaryFolder(async (folder) => {
        const path = join(folder, format);
        const order = { report, format, path, databaseUrl: store.database.url };
        await buildRegistry(order, { signal: cancellationSignal(), onProgress: heartbeat });
        await files.keep(key, path);
      });
      return { format, key };
    },
    completeReport: ({ reportID, files: built }) => completeReport(store, reportID, built),
    cancelReport: ({ reportID }) => cancelReport(store, reportID),
  };
}

/** The folder goes with the attempt, however it ends; one of a killed process is the system's to clean. */
async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `holdfast-${activityInfo().activityId}-`));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
