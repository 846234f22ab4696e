import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ApplicationFailure, activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { FileStorage } from '../../../files/file-storage';
import {
  getReportFileKey,
  getReportFormats,
  type Report,
  type ReportFormat,
} from '../../../domain/merchants/report/report';
import { findReport } from '../../../store/merchants/report/report.queries';
import { countFailedAttempt, isReportLost } from '../../../store/merchants/report/report.failures';
import { recordDocumentFile } from '../../../store/merchants/settlement/document.files';
import { recordReportProgress } from '../../../store/merchants/report/report.progress';
import type { Database } from '../../../store/postgres/database';
import type { RegistryProgress } from './registry-process';
import { cancelReport, completeReport } from '../../../store/merchants/report/report.transitions';
import type { Store } from '../../../store/store';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type { ReportActivities } from '../../../workflows/merchants/report/report.contract';
import { buildRegistry } from './build-registry';
import { QueueFull, FairQueue } from '../../../runtime/fair-queue';

export interface ReportActivityDependencies {
  store: Store;
  files: FileStorage;
}

/** Concurrent report processes; at least half of a small machine is left to payments. */
const WRITERS = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING_PER_PARTY = 20;
/** Shorter than twenty files take, so that the queue does not run empty. */
const QUEUE_FULL_DELAY_MS = 10_000;
const HEARTBEAT_MS = 4_000;
const PROGRESS_MS = 1_000;

/** Activities of report workflows. */
export function createReportActivities({ store, files }: ReportActivityDependencies): ReportActivities {
  const queue = new FairQueue({ concurrency: WRITERS, maxWaitingPerParty: MAX_WAITING_PER_PARTY });
  const build = async (report: Report, format: ReportFormat): Promise<void> => {
    const key = getReportFileKey({ id: report.id, format });
    const record = progressRecorder(store.database, report, format);
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, format);
      const request = { report, format, path, databaseUrl: store.database.url };
      let linesSha256: string | undefined;
      const onProgress = (progress: RegistryProgress): void => {
        linesSha256 ??= progress.linesSha256;
        record(progress);
      };
      await buildRegistry(request, { signal: cancellationSignal(), onProgress });
      const sha256 = await hashFile(path);
      await recordDocumentFile(store.database, report, { format, sha256, linesSha256 });
      await files.save(key, path);
    });
  };
  const findPending = async (reportID: number): Promise<Report> => {
    const report = await findReport(store.database, reportID);
    if (report.status !== 'pending') throw notDue('the report is not built any more');
    return report;
  };
  /** Attempts are counted here, because a full queue is not a failed attempt. */
  const countFailure = async (error: unknown, reportID: number): Promise<unknown> => {
    const reason = error instanceof Error ? error.message : String(error);
    const isLast = await countFailedAttempt(store.database, reportID, reason);
    return isLast ? ApplicationFailure.nonRetryable(reason, 'ReportNotWritten') : error;
  };
  const buildFile: ReportActivities['buildFile'] = async ({ reportID, format }) => {
    const report = await findPending(reportID);
    if (!getReportFormats(report.type).includes(format)) throw notDue('a report has no such file');
    // Heartbeats while waiting, which also delivers cancellation.
    const heartbeatTimer = setInterval(heartbeat, HEARTBEAT_MS);
    try {
      // Those of an operator do not delay the party's own.
      return await queue.run(report.orderedBy ?? report.partyID, cancellationSignal(), () => build(report, format));
    } catch (error) {
      if (error instanceof QueueFull) throw queueFull();
      throw cancellationSignal().aborted ? error : await countFailure(error, reportID);
    } finally {
      clearInterval(heartbeatTimer);
    }
  };
  return {
    buildFile,
    buildRegistryFile: buildFile,
    completeReport: async ({ reportID }) => {
      const { id, status, type } = await findReport(store.database, reportID);
      if (status !== 'pending') return;
      for (const format of getReportFormats(type)) {
        if (!(await files.has(getReportFileKey({ id, format })))) throw notDue('a file of the report is not stored');
      }
      await completeReport(store, id);
    },
    cancelReport: async ({ reportID }) => {
      if (!(await isReportLost(store.database, reportID))) throw notDue('the report can still be built');
      await cancelReport(store, reportID);
    },
  };
}

function notDue(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, failureTypes.notDue);
}

/** Heartbeats, and records the progress at most once a second. The progress is for people, so a failure to record it is ignored. */
function progressRecorder(
  database: Database,
  { id, type, rowsTotal }: Report,
  format: ReportFormat,
): (progress: RegistryProgress) => void {
  const earlierFiles = getReportFormats(type).indexOf(format) * (rowsTotal ?? 0);
  let recordedAt = 0;
  return (progress) => {
    heartbeat(progress);
    if (Date.now() - recordedAt < PROGRESS_MS) return;
    recordedAt = Date.now();
    recordReportProgress(database, { reportID: id, rowCount: earlierFiles + progress.rowCount }).catch(() => undefined);
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Temporal delays the retry, which frees the slot. */
function queueFull(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'the party has too many files queued on this worker',
    type: 'Crowded',
    nextRetryDelay: QUEUE_FULL_DELAY_MS,
  });
}

/** The folder is removed after the attempt; a killed process leaves it to the system. */
async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `holdfast-${activityInfo().activityId}-`));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
