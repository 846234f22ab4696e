import { ApplicationFailure, heartbeat, log } from '@temporalio/activity';
import { ConnectorUnavailable } from '../../../connectors/connector';
import { inPieces } from '../../../connectors/connector-kind';
import type { ConnectorNotice } from '../../../domain/payments/connector-notice/connector-notice';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { receiveSettlementReport } from '../../../operators/settlement-report/import-report';
import {
  endDownload,
  findDownload,
  type DownloadEnd,
  type ReportName,
} from '../../../store/merchants/settlement-report/report-downloads';
import { pagesOf } from '../../../store/merchants/settlement-report/settlement-report.import';
import { findRecordedOperations } from '../../../store/operators/reconciliation/recorded-operations';
import { recordNotices } from '../../../store/payments/connector-notice/connector-notices';
import { wakeOperations } from '../../../store/payments/connector-notice/wake-operation';
import { asOperator } from '../../../store/platform/audit/origin';
import type { Store } from '../../../store/store';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { failureTypes } from '../../../workflow-names/workflow-messages';
import type { ReportDownloadActivities } from '../../../workflows/merchants/settlement/report-download.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { recordedConnector, type ConnectorDependencies } from '../../platform/operation/recorded-connector';

/** Of one attempt: a slow sender is left. */
const DOWNLOAD_TIMEOUT_MS = 2 * 60_000;
/** An acquirer that does not send an announced report for so long will not send it. */
const GIVE_UP_MS = 24 * 3_600_000;

/** Much less than the timeout of the workflow, after which a dead worker's download is repeated. */
const HEARTBEAT_MS = 5_000;

/** Activities of report downloads. */
export function createReportDownloadActivities(dependencies: ConnectorDependencies): ReportDownloadActivities {
  const { database } = dependencies.store;
  return {
    downloadReport: (report) =>
      toApplicationFailures(async () => {
        const known = await findDownload(database, report);
        if (!known) throw ApplicationFailure.nonRetryable('no acquirer has announced it', failureTypes.notDue);
        if (known.endedAt) return { isDownloaded: known.problem === null };
        const ended = await download(dependencies, { ...report, announcedAt: known.announcedAt });
        await endDownload(database, { ...report, ...ended });
        if (ended.problem !== undefined) log.warn('a report was not downloaded', { ...report, reason: ended.problem });
        return { isDownloaded: ended.problem === undefined };
      }),
  };
}

async function download(
  dependencies: ConnectorDependencies,
  { announcedAt, ...report }: ReportName & { announcedAt: Date },
): Promise<DownloadEnd> {
  const heartbeatTimer = setInterval(heartbeat, HEARTBEAT_MS);
  try {
    return await importReport(dependencies, report);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    const isOver = Date.now() - announcedAt.getTime() > GIVE_UP_MS;
    if (isOver && error instanceof ConnectorUnavailable) return { problem: error.message };
    throw error;
  } finally {
    clearInterval(heartbeatTimer);
  }
}

async function importReport(dependencies: ConnectorDependencies, { account, name }: ReportName): Promise<DownloadEnd> {
  const { store, connectorTimeoutMs: timeoutMs = DOWNLOAD_TIMEOUT_MS } = dependencies;
  const connector = await recordedConnector(dependencies, { connector: account });
  if (!connector.downloadReport) return { problem: 'the account has no key of reports' };
  const outcome = await connector.downloadReport({ name, timeoutMs });
  if (outcome.kind === 'refused') return { problem: outcome.problem };
  const { content, isSettlement, notices } = outcome;
  const requestID = workflowIDs.reportDownload(account, name);
  const acting = asOperator(store, { operation: 'downloadReport', requestID, paymentID: null }, `connector/${account}`);
  const report = isSettlement && (await receiveSettlementReport(acting, { account, source: inPieces(content) }));
  for (const page of pagesOf(notices)) await keepNotices(store, account, page);
  return report ? { reportID: report.id } : {};
}

/** Keeps what a report states about operations that are not known to be done, or that failed after all, and has them looked up. */
async function keepNotices(store: Store, account: string, notices: readonly ConnectorNotice[]): Promise<void> {
  const recorded = await findRecordedOperations(store.database, {
    connector: account,
    operationIDs: [...new Set(notices.map(({ reference }) => reference))],
  });
  const news = notices.filter(({ reference, isReversal }) => isReversal || recorded.get(reference)?.state !== 'done');
  await recordNotices(store.database, account, news);
  await wakeOperations(store, account, news);
}
