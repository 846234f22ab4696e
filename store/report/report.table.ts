import type { Report } from '../../domain/report/report';

/** Ids are sequential and stay far below 2^53. */
export type StoredReport = Omit<Report, 'id' | 'fileIDs'> & { id: bigint; fileIDs: string[] | null };

export const REPORT = `r.id, r.party_id AS "partyID", r.identity_id AS "identityID", r.type, r.from_time AS "fromTime",
  r.to_time AS "toTime", r.created_at AS "createdAt", r.status,
  (SELECT array_agg(f.id ORDER BY f.format) FROM report_files f WHERE f.report_id = r.id AND r.status = 'created')
    AS "fileIDs"`;

export function fromReportRow(row: StoredReport): Report {
  return { ...row, id: Number(row.id), fileIDs: row.fileIDs ?? [] };
}
