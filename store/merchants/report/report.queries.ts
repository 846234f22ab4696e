import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { requireRow } from '../../postgres/require-row';
import {
  MAX_LISTED_REPORTS,
  assertListSize,
  type Report,
  type ReportFormat,
  type ReportType,
} from '../../../domain/merchants/report/report';
import { lookup, statement, type Database } from '../../postgres/database';
import { findByID, getBy } from '../../postgres/readers';
import { REPORT, fromReportRow, type StoredReport } from './report.table';

const FIND = lookup<StoredReport>(
  'report-find',
  `SELECT ${REPORT} FROM reports r WHERE id = $1 AND identity_id = $2 AND party_id = $3`,
);

/** A report of a party's own identity. @throws Refusal notFound */
export async function getReport(
  database: Database,
  { reportID, identityID, partyID }: { reportID: number; identityID: string; partyID: string },
): Promise<Report> {
  return fromReportRow(requireRow(await database.run(FIND, [reportID, identityID, partyID]), 'Report'));
}

const FIND_ANY = statement<StoredReport>('report-find-any', `SELECT ${REPORT} FROM reports r WHERE id = $1`);

/** A report of any party: not for callers. @throws Refusal notFound */
export async function findReport(database: Database, reportID: number): Promise<Report> {
  return fromReportRow(requireRow(await database.run(FIND_ANY, [reportID]), 'Report'));
}

const LIST = statement<StoredReport>(
  'report-list',
  `SELECT ${REPORT} FROM reports r
   WHERE identity_id = $1 AND party_id = $2 AND created_at >= $3 AND created_at < $4 AND ($5::text IS NULL OR type = $5)
   ORDER BY created_at, id LIMIT ${MAX_LISTED_REPORTS + 1}`,
);

/** Reports of a party's own identity that were ordered within a period, oldest first. @throws Refusal reportTooLarge */
export async function listReports(
  database: Database,
  filters: { identityID: string; partyID: string; fromTime: Date; toTime: Date; type?: ReportType | undefined },
): Promise<Report[]> {
  const { identityID, partyID, fromTime, toTime, type = null } = filters;
  const values = [identityID, partyID, rfc3339Text(fromTime), rfc3339Text(toTime), type];
  const rows = await database.run(LIST, values);
  assertListSize(rows.length);
  return rows.map(fromReportRow);
}

export interface StoredReportFile {
  format: ReportFormat;
  reportID: bigint;
  type: ReportType;
}

const FILE = `SELECT f.format, f.report_id AS "reportID", r.type FROM report_files f
   JOIN reports r ON r.id = f.report_id`;
const FIND_FILE = lookup<StoredReportFile>('report-file-find', `${FILE} WHERE f.id = $1 AND r.party_id = $2`);

/** A file of a party's own report. @throws Refusal notFound */
export const getReportFile = getBy(FIND_FILE, 'File', 'fileID', 'partyID');

const FIND_ANY_FILE = statement<StoredReportFile>('report-file-find-any', `${FILE} WHERE f.id = $1`);

/** A file of any party: for the bearer of a link. */
export const findReportFile = findByID(FIND_ANY_FILE);
