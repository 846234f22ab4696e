import { Refusal } from '../../domain/errors/refusal';
import { statement, type Database } from '../database';

/** What an operator did. */
export interface OperatorAction {
  id: bigint;
  occurredAt: Date;
  /** `operator/NAME` from a shell, `operatorKey/ID` over HTTP, `operator` for a workflow that was started by hand. */
  caller: string;
  operation: string;
  subjectType: string;
  subjectID: string;
  reason: string | null;
  requestID: string;
}

const LIST = statement<OperatorAction>(
  'audit-list-actions',
  `SELECT id, occurred_at AS "occurredAt", caller, operation, subject_type AS "subjectType", subject_id AS "subjectID", reason,
     request_id AS "requestID"
   FROM audit_log
   WHERE caller LIKE 'operator%' AND id < $2 AND ($3::text IS NULL OR subject_type = $3)
     AND ($4::text IS NULL OR subject_id = $4) AND ($5::text IS NULL OR caller = $5)
   ORDER BY id DESC LIMIT $1`,
);

/** Which actions: all, or those about one thing, or one operator's; from a place on. */
export interface ActionsRequest {
  subjectType?: string | undefined;
  subjectID?: string | undefined;
  caller?: string | undefined;
  limit: number;
  /** The id of the last action of the page before. */
  after?: string | undefined;
}

const NEWEST = '9223372036854775807';

/** What operators did, the newest first. @throws Refusal badToken */
export async function listOperatorActions(database: Database, request: ActionsRequest): Promise<OperatorAction[]> {
  const { subjectType, subjectID, caller, limit, after = NEWEST } = request;
  if (!/^\d{1,19}$/.test(after)) throw new Refusal('badToken', 'the continuation token is none of this listing');
  return database.run(LIST, [limit, after, subjectType ?? null, subjectID ?? null, caller ?? null]);
}
