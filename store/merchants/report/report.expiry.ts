import { REPORT_FORMATS, getReportFileKey } from '../../../domain/merchants/report/report';
import { statement, type Database } from '../../postgres/database';

const BATCH_SIZE = 50;

const EXPIRED = statement<{ id: bigint }>(
  'report-expired',
  `SELECT id FROM reports WHERE expires_at < now() AND status <> 'pending' ORDER BY expires_at, id LIMIT ${BATCH_SIZE}`,
);
const DELETE_FILES = statement('report-delete-files', 'DELETE FROM report_files WHERE report_id = $1');
const DELETE = statement('report-delete', `DELETE FROM reports WHERE id = $1 AND status <> 'pending'`);

/** Deletes a batch of expired registries: the files first, so that a repetition finds what is left. */
export async function deleteExpiredReports({
  database,
  deleteFile,
}: {
  database: Database;
  /** Idempotent. */
  deleteFile: (key: string) => Promise<void>;
}): Promise<{ count: number; hasMore: boolean }> {
  const expired = await database.run(EXPIRED, []);
  for (const row of expired) {
    const id = Number(row.id);
    // Of all formats, because an attempt may have stored a file without recording it.
    for (const format of REPORT_FORMATS) await deleteFile(getReportFileKey({ id, format }));
    await database.transaction(async (tx) => {
      await database.run(DELETE_FILES, [id], tx);
      await database.run(DELETE, [id], tx);
    });
  }
  return { count: expired.length, hasMore: expired.length === BATCH_SIZE };
}
