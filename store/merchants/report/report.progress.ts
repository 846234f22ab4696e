import { statement, type Database } from '../../postgres/database';

const RECORD = statement(
  'report-record-progress',
  `UPDATE reports SET rows_done = $2 WHERE id = $1 AND status = 'pending'`,
);

/** Records the rows written so far to all files of a report; a repeated attempt starts over. */
export async function recordReportProgress(
  database: Database,
  { reportID, rowCount }: { reportID: number; rowCount: number },
): Promise<void> {
  await database.run(RECORD, [reportID, rowCount]);
}
