import type { Report, ReportFormat } from '../../../domain/merchants/report/report';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database } from '../../postgres/database';

const FIX_LINES = statement<{ linesSha256: string | null }>(
  'settlement-document-lines',
  `UPDATE settlement_documents SET lines_sha256 = coalesce(lines_sha256, $2) WHERE id = $1 RETURNING lines_sha256 AS "linesSha256"`,
);

/** A finished file of a document. */
export interface DocumentFile {
  format: ReportFormat;
  sha256: string;
  /** Of the ids and amounts of its lines; absent for documents without lines. */
  linesSha256?: string | undefined;
}

/** Puts the checksum of a document's file into the audit chain. @throws Error if the lines are not those of its first file */
export async function recordDocumentFile(
  database: Database,
  { id, documentID, partyID }: Pick<Report, 'id' | 'documentID' | 'partyID'>,
  { format, sha256, linesSha256 }: DocumentFile,
): Promise<void> {
  if (documentID === null) return;
  await database.transaction(async (tx) => {
    const [fixed] = await database.run(FIX_LINES, [documentID, linesSha256 ?? null], tx);
    if (fixed?.linesSha256 !== (linesSha256 ?? null))
      throw new Error(`${documentID} is of a closed period, but its lines have changed`);
    const request = { requestID: `report/${id}`, operation: 'buildReport', caller: 'platform', status: null };
    const origin = { ...request, partyID, paymentID: null, isNoted: false };
    const after = { reportID: id, format, sha256 };
    await auditWithin(database, origin, [{ type: 'settlementDocument', id: documentID, before: null, after }], tx);
  });
}
