import { statement, type Database, type Transaction } from '../database';
import type { Origin } from './origin';

/** What an operator's command was about, and why he gave it. */
export interface AuditedSubject {
  /** `webhook`, `apiKey`, `party`: the kind of the thing, as its commands are called. */
  type: string;
  id: string;
  reason?: string | undefined;
}

const INSERT = statement(
  'audit-insert-action',
  `INSERT INTO audit_log
     (subject_type, subject_id, occurred_at, request_id, operation, caller, party_id, status, reason)
   SELECT s.type, s.id, now(), $2, $3, $4, $5, $6, s.reason
   FROM jsonb_to_recordset($1::jsonb) AS s (type text, id text, reason text)`,
);

/**
 * Writes who did it, within the transaction that does it, so that the row stands if and only if the change does. Where nobody asked
 * (the platform acts by itself, or a test) nothing is written.
 */
export async function auditWithin(
  database: Database,
  origin: Origin | undefined,
  subjects: readonly AuditedSubject[],
  tx: Transaction,
): Promise<void> {
  if (!origin || subjects.length === 0) return;
  origin.isNoted = true;
  const { requestID, operation, caller, partyID, status } = origin;
  await database.run(INSERT, [JSON.stringify(subjects), requestID, operation, caller, partyID, status], tx);
}
