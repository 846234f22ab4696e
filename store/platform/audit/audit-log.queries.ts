import type { TimelineCall } from '../../../domain/operators/timeline/timeline';
import { statement } from '../../postgres/database';
import { listBy } from '../../postgres/readers';

export interface RecordedAuditEntry extends TimelineCall {
  partyID: string | null;
  paymentID: string | null;
  eventNumber: number | null;
}

/** Bounds a timeline; more calls are found in the request log. */
export const MAX_ENTRIES = 1_000;

const LIST = statement<RecordedAuditEntry>(
  'audit-list',
  `SELECT occurred_at AS "occurredAt", request_id AS "requestID", operation, caller, party_id AS "partyID",
     payment_id AS "paymentID", event_number AS "eventNumber", status, refusal
   FROM audit_log WHERE subject_type = $1 AND subject_id = $2 ORDER BY occurred_at, id LIMIT ${MAX_ENTRIES}`,
);

export const listAuditEntries = listBy(LIST, 'type', 'id');
