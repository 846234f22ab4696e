import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { QueueRef, QueueStatus } from '../../../domain/delivery/webhook/queue';
import { statement, type Database } from '../../postgres/database';

interface QueueRow {
  url: string;
  partyID: string;
  eventID: bigint;
  attemptCount: number;
  waitingCount: number;
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  status: number | null;
  error: string | null;
  isWebhookDeleted: boolean;
  isPaused: boolean;
}

const STATUS = statement<QueueRow>(
  'queue-status',
  `SELECT w.url, w.party_id AS "partyID", w.deleted_at IS NOT NULL AS "isWebhookDeleted",
     w.paused_at IS NOT NULL AS "isPaused", head.event_id AS "eventID",
     head.attempt_count AS "attemptCount", head.first_attempt_at AS "firstAttemptAt",
     a.started_at AS "lastAttemptAt", a.status, a.error, waiting.count AS "waitingCount"
   FROM webhook_queues q JOIN webhooks w ON w.id = q.webhook_id
   JOIN LATERAL (
     SELECT * FROM webhook_deliveries d
     WHERE d.webhook_id = q.webhook_id AND d.subject = q.subject AND d.status = 'pending' ORDER BY d.event_id LIMIT 1
   ) head ON true
   LEFT JOIN webhook_attempts a ON a.webhook_id = q.webhook_id AND a.event_id = head.event_id
     AND a.number = head.attempt_count
   JOIN LATERAL (
     SELECT count(*)::integer AS count FROM webhook_deliveries d
     WHERE d.webhook_id = q.webhook_id AND d.subject = q.subject AND d.status = 'pending'
   ) waiting ON true
   WHERE q.webhook_id = $1 AND q.subject = $2 AND q.state = 'retrying'`,
);

const WHY_GONE = statement<{ isBatched: boolean; isPaused: boolean; isDiscarded: boolean }>(
  'queue-why-gone',
  `SELECT w.paused_at IS NOT NULL AS "isPaused",
     EXISTS (SELECT FROM webhook_queues q WHERE q.webhook_id = w.id AND q.subject = $2 AND q.state = 'batched') AS "isBatched",
     (SELECT d.status = 'discarded' FROM webhook_deliveries d
      WHERE d.webhook_id = w.id AND d.subject = $2 ORDER BY d.event_id DESC LIMIT 1) IS TRUE AS "isDiscarded"
   FROM webhooks w WHERE w.id = $1`,
);

async function whyGone(database: Database, { webhookID, subject }: QueueRef): Promise<QueueStatus> {
  const [row] = await database.run(WHY_GONE, [webhookID, subject]);
  if (row?.isPaused) return { kind: 'gone', isPaused: true };
  if (row?.isBatched) return { kind: 'gone', isBatched: true };
  return row?.isDiscarded ? { kind: 'gone', isDiscarded: true } : { kind: 'gone' };
}

/** Reads where a queue that a workflow drives stands. Gone: the dispatcher has it, or nothing waits. */
export async function readQueueStatus(database: Database, { webhookID, subject }: QueueRef): Promise<QueueStatus> {
  const [row] = await database.run(STATUS, [webhookID, subject]);
  if (!row || (row.isPaused && !row.isWebhookDeleted)) return whyGone(database, { webhookID, subject });
  if (row.isWebhookDeleted) return { kind: 'webhookDeleted' };
  if (!row.firstAttemptAt || !row.lastAttemptAt) return { kind: 'due' };
  const { url, partyID, eventID, attemptCount, waitingCount, firstAttemptAt, lastAttemptAt, status, error } = row;
  return {
    kind: 'retrying',
    snapshot: {
      host: new URL(url).host,
      partyID,
      eventID: String(eventID),
      attemptCount,
      waitingCount,
      firstAttemptAt: rfc3339Text(firstAttemptAt),
      lastAttemptAt: rfc3339Text(lastAttemptAt),
      lastOutcome: status === null ? (error ?? 'no answer') : `status ${status}`,
    },
  };
}
