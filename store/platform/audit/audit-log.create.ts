import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import type { SubjectType } from '../../change-log';
import type { Origin } from './origin';

/** A call that changed nothing, or an operator's action that changes no entity. */
export interface AuditEntry extends Omit<Origin, 'isNoted'> {
  subjectType: SubjectType;
  subjectID: string;
  occurredAt: Date;
  refusal: string | null;
}

/** Skips calls about entities of another party: a caller must not write into a history that it cannot see. */
const INSERT = statement(
  'audit-insert',
  `INSERT INTO audit_log
     (subject_type, subject_id, payment_id, occurred_at, request_id, operation, caller, party_id, status, refusal)
   SELECT g.subject_type, g.subject_id, g.payment_id, g.occurred_at, g.request_id, g.operation, g.caller, g.party_id,
     g.status, g.refusal
   FROM jsonb_to_recordset($1::jsonb) AS g (subject_type text, subject_id text, payment_id text, occurred_at timestamptz,
     request_id text, operation text, caller text, party_id text, status integer, refusal text)
   WHERE g.party_id IS NULL
     OR (g.subject_type = 'invoice'
       AND EXISTS (SELECT 1 FROM invoices i WHERE i.id = g.subject_id AND i.party_id = g.party_id))
     OR (g.subject_type = 'customer'
       AND EXISTS (SELECT 1 FROM customers c WHERE c.id = g.subject_id AND c.party_id = g.party_id))
     OR (g.subject_type = 'destination'
       AND EXISTS (SELECT 1 FROM destinations d WHERE d.id = g.subject_id AND d.party_id = g.party_id))`,
);

export async function insertAuditEntries(database: Database, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    subject_type: entry.subjectType,
    subject_id: entry.subjectID,
    payment_id: entry.paymentID,
    occurred_at: rfc3339Text(entry.occurredAt),
    request_id: entry.requestID,
    operation: entry.operation,
    caller: entry.caller,
    party_id: entry.partyID,
    status: entry.status,
    refusal: entry.refusal,
  }));
  await database.run(INSERT, [JSON.stringify(rows)]);
}
