import { settledFindingID } from '../../../domain/merchants/settlement-report/compare-settled';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { writeFindings } from '../../operators/reconciliation/report-finding';
import { endTracking, startTracked } from '../../operators/recovery/tracked-workflows';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { findBy } from '../../postgres/readers';
import type { Store } from '../../store';

/** A report of an account by its file name. */
export interface ReportName {
  account: string;
  name: string;
}

/** The end of a download: the imported settlement report, if it is one, or why there is none. */
export interface DownloadEnd {
  reportID?: string;
  problem?: string;
}

const ANNOUNCE = statement<{ name: string }>(
  'report-download-announce',
  `INSERT INTO report_downloads AS d (account, name) VALUES ($1, $2)
   ON CONFLICT (account, name) DO UPDATE SET announced_at = now(), ended_at = NULL, problem = NULL WHERE d.problem IS NOT NULL
   RETURNING name`,
);

/** Starts the downloads of announced reports, each once; one that failed is started again. A report with a problem is only listed. */
export async function announceReports(
  store: Store,
  account: string,
  reports: readonly { name: string; problem?: string }[],
): Promise<void> {
  for (const { name, problem } of reports) {
    const isNew = await store.database.transaction(async (tx) => {
      const added = await store.database.run(ANNOUNCE, [account, name], tx);
      if (added.length === 0) return false;
      if (problem === undefined) await startTracked(store.database, [downloadStart({ account, name })], tx);
      else await end(store.database, { account, name, problem }, tx);
      return true;
    });
    if (isNew) store.wakeUp.send('outbox');
  }
}

function downloadStart({ account, name }: ReportName): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.reportDownload(account, name),
    workflowType: workflowTypes.reportDownload,
    args: [{ account, name }],
    mayRunAgain: true,
    summary: 'Downloads a report that an acquirer has announced',
  };
}

const FIND = statement<{ announcedAt: Date; endedAt: Date | null; problem: string | null }>(
  'report-download-find',
  `SELECT announced_at AS "announcedAt", ended_at AS "endedAt", problem FROM report_downloads WHERE account = $1 AND name = $2`,
);

export const findDownload = findBy(FIND, 'account', 'name');

const END = statement(
  'report-download-end',
  `UPDATE report_downloads SET ended_at = now(), report_id = $3, problem = $4
   WHERE account = $1 AND name = $2 AND ended_at IS NULL RETURNING name`,
);

const SETTLE = statement(
  'report-download-settle-finding',
  `UPDATE reconciliation_findings SET status = 'settled', status_changed_at = now()
   WHERE connector = $1 AND kind = 'unreadableRow' AND operation_id = $2 AND status = 'open'`,
);

/** Ends a download: a problem is listed for operators, an earlier one of the report is settled. Idempotent. */
export async function endDownload(database: Database, ended: ReportName & DownloadEnd): Promise<void> {
  await database.transaction(async (tx) => end(database, ended, tx));
  await endTracking(database, workflowIDs.reportDownload(ended.account, ended.name));
}

async function end(
  database: Database,
  { account, name, reportID = undefined, problem }: ReportName & DownloadEnd,
  tx: Transaction,
): Promise<void> {
  const ended = await database.run(END, [account, name, reportID ?? null, problem ?? null], tx);
  if (ended.length === 0) return;
  const operationID = settledFindingID(`report/${name}`);
  if (problem === undefined) return void (await database.run(SETTLE, [account, operationID], tx));
  const now = new Date();
  const finding: Finding = {
    ...({ kind: 'unreadableRow', operationID, subject: `report/${name}`, operationKind: 'unknown' } as const),
    ...{ facts: { text: problem }, currency: null, connectorMinor: null, recordedMinor: null, at: now },
  };
  await writeFindings(database, { connector: account, pass: 'settlement', findings: [finding], now }, tx);
}
