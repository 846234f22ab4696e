import { findTransition } from '../../domain/machine/machine';
import type { Report, ReportFormat } from '../../domain/report/report';
import { reportMachine, type ReportAction } from '../../domain/report/report.machine';
import { statement } from '../postgres/database';
import { newId } from '../id';
import type { Store } from '../store';

const LOCK = statement<Pick<Report, 'status'>>('report-lock', 'SELECT status FROM reports WHERE id = $1 FOR UPDATE');
const UPDATE = statement(
  'report-update',
  `UPDATE reports SET status = $2, failure = $3, failed_at = CASE WHEN $3::text IS NULL THEN NULL ELSE now() END
   WHERE id = $1`,
);

const MAX_REASON_LENGTH = 300;
const ADD_FILE = statement(
  'report-add-file',
  'INSERT INTO report_files (id, report_id, format, key) VALUES ($1, $2, $3, $4)',
);

export interface ReportFileKey {
  format: ReportFormat;
  key: string;
}

/** pending → created: its files are stored. Idempotent. */
export async function completeReport(store: Store, reportID: number, files: readonly ReportFileKey[]): Promise<void> {
  await changeReport(store, { reportID, action: 'complete', files });
}

/** pending → canceled: by an operator, or because of `reason`. Idempotent. */
export async function cancelReport(store: Store, reportID: number, reason?: string): Promise<void> {
  await changeReport(store, { reportID, action: 'cancel', files: [], failure: reason?.slice(0, MAX_REASON_LENGTH) });
}

interface ReportChange {
  reportID: number;
  action: ReportAction;
  files: readonly ReportFileKey[];
  failure?: string | null | undefined;
}

async function changeReport(
  { database }: Store,
  { reportID, action, files, failure = null }: ReportChange,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [report] = await database.run(LOCK, [reportID], tx);
    if (!report) throw new Error(`report ${reportID} does not exist`);
    const transition = findTransition(reportMachine, report.status, action);
    if (!transition) return;
    for (const { format, key } of files) await database.run(ADD_FILE, [newId(), reportID, format, key], tx);
    await database.run(UPDATE, [reportID, transition.to, failure], tx);
  });
}
