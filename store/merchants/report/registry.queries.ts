import { requireRow } from '../../postgres/require-row';
import type { Report } from '../../../domain/merchants/report/report';
import { statement, type Database } from '../../postgres/database';
import { REPORT, fromReportRow, type StoredReport } from './report.table';

const MAX_ID = '9223372036854775807';

const LIST_OF_PARTY = statement<StoredReport>(
  'registry-list-party',
  `SELECT ${REPORT} FROM reports r
   WHERE party_id = $1 AND identity_id IS NULL AND ($2 OR ordered_by IS NULL) AND id < $3 ORDER BY id DESC LIMIT $4`,
);
const LIST_OF_OPERATOR = statement<StoredReport>(
  'registry-list-operator',
  `SELECT ${REPORT} FROM reports r WHERE ordered_by = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);

interface RegistryPage {
  /** The id of the last registry of the previous page. */
  after?: number | undefined;
  limit: number;
}

/** Registries of a party, newest first; for the party without those that operators ordered. */
export async function listRegistriesOfParty(
  database: Database,
  { partyID, isForOperators, after, limit }: RegistryPage & { partyID: string; isForOperators: boolean },
): Promise<Report[]> {
  const rows = await database.run(LIST_OF_PARTY, [partyID, isForOperators, after ?? MAX_ID, limit]);
  return rows.map(fromReportRow);
}

/** Registries that an operator ordered, newest first. */
export async function listRegistriesOfOperator(
  database: Database,
  { operatorID, after, limit }: RegistryPage & { operatorID: string },
): Promise<Report[]> {
  const rows = await database.run(LIST_OF_OPERATOR, [operatorID, after ?? MAX_ID, limit]);
  return rows.map(fromReportRow);
}

const FIND_FILE = statement<{ fileID: string }>(
  'registry-find-file',
  `SELECT f.id AS "fileID" FROM report_files f JOIN reports r ON r.id = f.report_id
   WHERE r.id = $1 AND f.format = $2 AND r.identity_id IS NULL AND r.status = 'created'`,
);

/** The file of a registry of any party: for operators. @throws Refusal notFound */
export async function getRegistryFileID(
  database: Database,
  { registryID, format }: { registryID: number; format: string },
): Promise<string> {
  return requireRow(await database.run(FIND_FILE, [registryID, format]), 'File').fileID;
}
