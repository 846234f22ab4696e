import { statement, type Database } from '../database';
import type { Subject } from '../change-log';

/** One entry as it is kept. */
export interface RecordedAuditEntry {
  occurredAt: Date;
  requestID: string;
  operation: string;
  caller: string;
  partyID: string | null;
  paymentID: string | null;
  /** The event that the call led to. */
  eventNumber: number | null;
  /** What was answered; null for what is no call of an API. */
  status: number | null;
  refusal: string | null;
}

/** More than anybody reads; who calls without end is found in the log of requests. */
export const MAX_ENTRIES = 1_000;

const LIST = statement<RecordedAuditEntry>(
  'audit-list',
  `SELECT occurred_at AS "occurredAt", request_id AS "requestID", operation, caller, party_id AS "partyID",
     payment_id AS "paymentID", event_number AS "eventNumber", status, refusal
   FROM audit_log WHERE subject_type = $1 AND subject_id = $2 ORDER BY occurred_at, id LIMIT ${MAX_ENTRIES}`,
);

/** Who asked for what of a subject, the oldest first. */
export async function listAuditEntries(database: Database, { type, id }: Subject): Promise<RecordedAuditEntry[]> {
  return database.run(LIST, [type, id]);
}
