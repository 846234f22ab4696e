import { statement, type Database } from '../postgres/database';

const COUNT = statement<{ failedAttempts: number }>(
  'report-count-failure',
  `UPDATE reports SET failed_attempts = failed_attempts + 1 WHERE id = $1
   RETURNING failed_attempts AS "failedAttempts"`,
);

/** Counts a failed attempt to write a report's files. @returns the number of failures */
export async function countFailedAttempt(database: Database, reportID: number): Promise<number> {
  const [row] = await database.run(COUNT, [reportID]);
  return row?.failedAttempts ?? 0;
}

export interface FailedReport {
  id: bigint;
  partyID: string;
  failure: string;
}

const RECENT = statement<FailedReport>(
  'report-recent-failures',
  `SELECT id, party_id AS "partyID", coalesce(failure, '') AS failure FROM reports
   WHERE failed_at > now() - make_interval(secs => $1) ORDER BY failed_at DESC LIMIT 100`,
);

/** Recently failed reports, newest first, at most 100. */
export async function listFailedReports(database: Database, withinSeconds: number): Promise<readonly FailedReport[]> {
  return database.run(RECENT, [withinSeconds]);
}
