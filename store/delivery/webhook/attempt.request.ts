import { requireRow } from '../../postgres/require-row';
import type { AttemptRef } from '../../../domain/delivery/webhook/queue';
import type { Origin } from '../../platform/audit/origin';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database } from '../../postgres/database';
import { withoutQuery } from './webhook.overview';

/** What was sent in an attempt; signatures are not stored. */
export interface RecordedRequest {
  url: string;
  /** The exact text that was signed and sent, unless personal data in it were erased since. */
  body: string;
  startedAt: Date;
  replayID: string | null;
  /** Whether messages of the webhook have the headers of Standard Webhooks now. */
  hasStandardHeaders: boolean;
  isTraced: boolean;
}

const FIND = statement<RecordedRequest>(
  'attempt-find-request',
  `SELECT w.url, e.body, a.started_at AS "startedAt", a.replay_id AS "replayID",
     w.has_standard_headers AS "hasStandardHeaders", e.traceparent IS NOT NULL AS "isTraced"
   FROM webhook_attempts a JOIN webhooks w ON w.id = a.webhook_id JOIN webhook_events e ON e.id = a.event_id
   WHERE a.webhook_id = $1 AND a.event_id = $2 AND a.number = $3`,
);

/** Reads the request of an attempt, also of a deleted webhook. @throws Refusal notFound */
export async function findAttemptRequest(
  database: Database,
  { webhookID, eventID, number }: AttemptRef,
): Promise<RecordedRequest> {
  const request = requireRow(await database.run(FIND, [webhookID, String(eventID), number]), 'Delivery attempt');
  return { ...request, url: withoutQuery(request.url) };
}

/** Records that an operator reads a body with personal data. */
export async function auditAttemptRequest(
  database: Database,
  { webhookID, eventID, number }: AttemptRef,
  origin: Origin,
): Promise<void> {
  const after = { eventID: String(eventID), attempt: number };
  await database.transaction((tx) => auditWithin(database, origin, [{ type: 'webhook', id: webhookID, after }], tx));
}
