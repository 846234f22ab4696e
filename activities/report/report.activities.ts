import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationFailure, activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { FileStorage } from '../../store/file/file-storage';
import type { Report, ReportFormat } from '../../domain/report/report';
import { findReport } from '../../store/report/report.queries';
import { countFailedAttempt } from '../../store/report/report.failures';
import { cancelReport, completeReport } from '../../store/report/report.transitions';
import type { Store } from '../../store/store';
import type { BuiltFile, ReportActivities } from '../../workflows/report/report.contract';
import { buildRegistry } from './build-registry';
import { QueueFull, FairQueue } from './fair-queue';

export interface ReportActivityDependencies {
  store: Store;
  files: FileStorage;
}

/** Files written at once: at least half of a small machine is left to payments. */
const WRITERS = availableParallelism() > 2 ? 2 : 1;
const WAITING_OF_ONE_PARTY = 20;
/** Shorter than what twenty files take, so that the line does not run empty while some of the party's are put back. */
const PUT_BACK_PAUSE_MS = 10_000;
const HEARTBEAT_MS = 4_000;
/** With the pauses between them half a minute: a folder that cannot be written, or a full disk, does not get better. */
const MAX_FAILED_ATTEMPTS = 6;

/** What a report's workflow may do to the world. */
export function createReportActivities({ store, files }: ReportActivityDependencies): ReportActivities {
  const line = new FairQueue({ places: WRITERS, waitingOfOne: WAITING_OF_ONE_PARTY });
  const build = async (report: Report, format: ReportFormat): Promise<BuiltFile> => {
    const key = `reports/${report.id}.${format}`;
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, format);
      const request = { report, format, path, databaseUrl: store.database.url };
      await buildRegistry(request, { signal: cancellationSignal(), onProgress: heartbeat });
      await files.save(key, path);
    });
    return { format, key };
  };
  /** What waits in line is no failed attempt, so attempts are counted here and not by the engine. */
  const counted = async (error: unknown, reportID: number): Promise<unknown> => {
    const failedAttempts = await countFailedAttempt(store.database, reportID);
    if (failedAttempts < MAX_FAILED_ATTEMPTS) return error;
    return ApplicationFailure.nonRetryable(error instanceof Error ? error.message : String(error), 'ReportNotWritten');
  };
  return {
    buildFile: async ({ reportID, format }) => {
      const report = await findReport(store.database, reportID);
      // What waits lives too, and hears so that it was cancelled.
      const beating = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        return await line.run(report.partyID, cancellationSignal(), () => build(report, format));
      } catch (error) {
        if (error instanceof QueueFull) throw later();
        throw cancellationSignal().aborted ? error : await counted(error, reportID);
      } finally {
        clearInterval(beating);
      }
    },
    completeReport: ({ reportID, files: built }) => completeReport(store, reportID, built),
    cancelReport: ({ reportID, reason }) => cancelReport(store, reportID, reason),
  };
}

/** The engine keeps the attempt meanwhile, and the place where others wait stays free. */
function later(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the party has enough files in line on this worker',
    type: 'Crowded',
    nextRetryDelay: PUT_BACK_PAUSE_MS,
  });
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
