import { findTransition } from '../../domain/machine/machine';
import type { Report, ReportFormat } from '../../domain/report/report';
import { reportMachine, type ReportAction } from '../../domain/report/report.machine';
import { statement } from '../database';
import { newId } from '../id';
import type { Store } from '../store';

const LOCK = statement<Pick<Report, 'status'>>('report-lock', 'SELECT status FROM reports WHERE id = $1 FOR UPDATE');
const UPDATE = statement('report-update', 'UPDATE reports SET status = $2 WHERE id = $1');
const ADD_FILE = statement(
  'report-add-file',
  'INSERT INTO report_files (id, report_id, format, key) VALUES ($1, $2, $3, $4)',
);

/** A file of a report that rests in the storage. */
export interface BuiltFile {
  format: ReportFormat;
  key: string;
}

/** pending → created: its files are there. Harmless when repeated. */
export async function completeReport(store: Store, reportID: number, files: readonly BuiltFile[]): Promise<void> {
  await changeReport(store, { reportID, action: 'complete', files });
}

/** pending → canceled: it could not be built. Harmless when repeated. */
export async function cancelReport(store: Store, reportID: number): Promise<void> {
  await changeReport(store, { reportID, action: 'cancel', files: [] });
}

async function changeReport(
  { database }: Store,
  { reportID, action, files }: { reportID: number; action: ReportAction; files: readonly BuiltFile[] },
): Promise<void> {
  await database.transaction(async (tx) => {
    const [report] = await database.run(LOCK, [reportID], tx);
    if (!report) throw new Error(`there is no report ${reportID}`);
    const transition = findTransition(reportMachine, report.status, action);
    if (!transition) return;
    for (const { format, key } of files) await database.run(ADD_FILE, [newId(), reportID, format, key], tx);
    await database.run(UPDATE, [reportID, transition.to], tx);
  });
}
