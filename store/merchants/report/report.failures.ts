import { statement, type Database } from '../../postgres/database';
import { listByID } from '../../postgres/readers';

const COUNT = statement<{ failedAttempts: number }>(
  'report-count-failure',
  `UPDATE reports SET failed_attempts = failed_attempts + 1, failure = $2 WHERE id = $1 AND status = 'pending'
   RETURNING failed_attempts AS "failedAttempts"`,
);

/** About half a minute with their delays; storage errors do not resolve sooner. */
const MAX_FAILED_ATTEMPTS = 6;
/** A file that waits longer is not built any more. */
const MAX_HOURS = 12;
const MAX_REASON_LENGTH = 300;

/** Counts a failed attempt to write a report's files, and keeps the reason. @returns whether it was the last one */
export async function countFailedAttempt(database: Database, reportID: number, reason: string): Promise<boolean> {
  const [row] = await database.run(COUNT, [reportID, reason.slice(0, MAX_REASON_LENGTH)]);
  return (row?.failedAttempts ?? 0) >= MAX_FAILED_ATTEMPTS;
}

const IS_LOST = statement<{ isLost: boolean }>(
  'report-is-lost',
  `SELECT failed_attempts >= ${MAX_FAILED_ATTEMPTS} OR created_at < now() - interval '${MAX_HOURS} hours' AS "isLost"
   FROM reports WHERE id = $1`,
);

/** Whether its files failed too often, or could not be built in time. */
export async function isReportLost(database: Database, reportID: number): Promise<boolean> {
  const [row] = await database.run(IS_LOST, [reportID]);
  return row?.isLost ?? false;
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
export const listFailedReports = listByID<FailedReport, number>(RECENT);
