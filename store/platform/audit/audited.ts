import type { AuditedType } from '../../../domain/operators/audit/audited-type';
import { statement, type Database, type Transaction } from '../../postgres/database';
import type { Origin } from './origin';

export interface AuditedSubject {
  type: AuditedType;
  id: string;
  /** As a person gave it. */
  reason?: string | undefined;
  /** The changed fields and their values, or facts of the action; null before a creation. */
  before?: object | null;
  after?: object;
}

const INSERT = statement(
  'audit-insert-action',
  `INSERT INTO audit_log
     (subject_type, subject_id, payment_id, occurred_at, request_id, operation, caller, party_id, status, reason, before, after)
   SELECT s.type, s.id, $7, now(), $2, $3, $4, $5, $6, s.reason, nullif(s.before, 'null'), s.after
   FROM jsonb_to_recordset($1::jsonb) AS s (type text, id text, reason text, before jsonb, after jsonb)`,
);

/** Writes the actor in the transaction of the change. Writes nothing without an origin (automatic actions, tests). */
export async function auditWithin(
  database: Database,
  origin: Origin | undefined,
  subjects: readonly AuditedSubject[],
  tx: Transaction,
): Promise<void> {
  if (!origin || subjects.length === 0) return;
  origin.isNoted = true;
  const { requestID, operation, caller, partyID, paymentID, status } = origin;
  const values = [JSON.stringify(subjects), requestID, operation, caller, partyID, status, paymentID];
  await database.run(INSERT, values, tx);
}
