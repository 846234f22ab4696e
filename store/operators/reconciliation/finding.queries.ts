import type { FindingKind } from '../../../domain/operators/reconciliation/finding';
import type { FindingStatus } from '../../../domain/operators/reconciliation/finding.machine';
import { statement, type Database } from '../../postgres/database';
import { getByID, listByID } from '../../postgres/readers';
import { FINDING, isFrom, type RecordedFinding } from './findings';

interface KindCount {
  kind: FindingKind;
  count: number;
}

const OPEN_BY_KIND = statement<KindCount>(
  'reconciliation-open-by-kind',
  `SELECT kind, count(*)::integer AS count FROM reconciliation_findings
   WHERE connector = $1 AND status = 'open' GROUP BY kind ORDER BY kind`,
);

export async function countOpenFindings(
  database: Database,
  connector: string,
): Promise<Partial<Record<FindingKind, number>>> {
  const rows = await database.run(OPEN_BY_KIND, [connector]);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

const REPAIRS = statement<{ count: number }>(
  'reconciliation-repair-count',
  `SELECT count(*)::integer AS count FROM reconciliation_findings WHERE connector = $1 AND ${isFrom('repair')}`,
);

export async function countRepairs(database: Database, connector: string): Promise<number> {
  const [row] = await database.run(REPAIRS, [connector]);
  return row?.count ?? 0;
}

const LIST = statement<RecordedFinding>(
  'reconciliation-finding-list',
  `SELECT ${FINDING} FROM reconciliation_findings f
   WHERE ($1::text IS NULL OR f.connector = $1) AND f.status = ANY ($2::text[]) AND f.id < coalesce($3, 'z')
   ORDER BY f.id DESC LIMIT $4`,
);

export interface FindingsRequest {
  connector?: string | undefined;
  statuses: readonly FindingStatus[];
  after?: string | undefined;
  limit: number;
}

export async function listFindings(
  database: Database,
  { connector, statuses, after, limit }: FindingsRequest,
): Promise<RecordedFinding[]> {
  return database.run(LIST, [connector ?? null, statuses, after ?? null, limit]);
}

const FIND = statement<RecordedFinding>(
  'reconciliation-finding',
  `SELECT ${FINDING} FROM reconciliation_findings f WHERE f.id = $1`,
);

/** @throws Refusal notFound */
export const getFinding = getByID(FIND, 'Finding');

const LIST_BY_SUBJECTS = statement<RecordedFinding>(
  'reconciliation-findings-of-subjects',
  `SELECT ${FINDING} FROM reconciliation_findings f WHERE f.subject = ANY ($1::text[]) ORDER BY f.found_at, f.id LIMIT 2000`,
);

export const listSubjectFindings = listByID<RecordedFinding, readonly string[]>(LIST_BY_SUBJECTS);
