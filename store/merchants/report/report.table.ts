import type { Report } from '../../../domain/merchants/report/report';

/** Ids are sequential and stay far below 2^53. */
export type StoredReport = Omit<Report, 'id' | 'files'> & { id: bigint; files: Report['files'] | null };

export const REPORT = `r.id, r.party_id AS "partyID", r.identity_id AS "identityID", r.shop_id AS "shopID",
  coalesce(r.identity_id, r.scope_id) AS "scopeID", r.type, r.document_id AS "documentID", r.from_time AS "fromTime", r.to_time AS "toTime",
  r.created_at AS "createdAt", r.status, r.ordered_by AS "orderedBy", r.rows_total AS "rowsTotal",
  r.rows_done AS "rowsDone", r.expires_at AS "expiresAt",
  (SELECT jsonb_agg(jsonb_build_object('id', f.id, 'format', f.format) ORDER BY f.format)
   FROM report_files f WHERE f.report_id = r.id AND r.status = 'created') AS files`;

export function fromReportRow(row: StoredReport): Report {
  return { ...row, id: Number(row.id), files: row.files ?? [] };
}
