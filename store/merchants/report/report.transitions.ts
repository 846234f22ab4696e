import { findTransition } from '../../../domain/platform/machine/machine';
import { getReportFileKey, getReportFormats, type Report } from '../../../domain/merchants/report/report';
import { reportMachine, type ReportAction } from '../../../domain/merchants/report/report.machine';
import { statement } from '../../postgres/database';
import { newId } from '../../id';
import type { Store } from '../../store';

const LOCK = statement<Pick<Report, 'status' | 'type'>>(
  'report-lock',
  'SELECT status, type FROM reports WHERE id = $1 FOR UPDATE',
);
const UPDATE = statement(
  'report-update',
  `UPDATE reports SET status = $2, failure = CASE WHEN $2 = 'canceled' THEN coalesce(failure, $3) END,
     failed_at = CASE WHEN $2 = 'canceled' THEN now() END
   WHERE id = $1`,
);

const UNWRITTEN = 'its files were not built in time';
const ADD_FILE = statement(
  'report-add-file',
  'INSERT INTO report_files (id, report_id, format, key) VALUES ($1, $2, $3, $4)',
);

/** pending → created: its files are stored. Idempotent. */
export async function completeReport(store: Store, reportID: number): Promise<void> {
  await changeReport(store, { reportID, action: 'complete' });
}

/** pending → canceled: its files could not be written. Idempotent. */
export async function cancelReport(store: Store, reportID: number): Promise<void> {
  await changeReport(store, { reportID, action: 'cancel' });
}

interface ReportChange {
  reportID: number;
  action: ReportAction;
}

async function changeReport({ database }: Store, { reportID, action }: ReportChange): Promise<void> {
  await database.transaction(async (tx) => {
    const [report] = await database.run(LOCK, [reportID], tx);
    if (!report) throw new Error(`report ${reportID} does not exist`);
    const transition = findTransition(reportMachine, report.status, action);
    if (!transition) return;
    for (const format of action === 'complete' ? getReportFormats(report.type) : []) {
      const key = getReportFileKey({ id: reportID, format });
      await database.run(ADD_FILE, [newId(), reportID, format, key], tx);
    }
    await database.run(UPDATE, [reportID, transition.to, UNWRITTEN], tx);
  });
}
