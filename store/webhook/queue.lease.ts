import { statement, type Database } from '../database';
import type { QueueRef } from './discard';

/** The message that is first in its queue, with what was tried so far. */
export interface WaitingMessage {
  eventID: bigint;
  /** The exact text that is signed and sent. */
  body: string;
  attemptCount: number;
  firstAttemptAt: Date | null;
}

/**
 * A queue that somebody holds: only who knows the token can record an attempt, and after the lease somebody else may
 * hold it. Without `head` nothing is to be sent: the webhook was deleted, or what waits is not visible yet.
 */
export interface LeasedQueue extends QueueRef {
  token: string;
  url: string;
  isWebhookDeleted: boolean;
  head: WaitingMessage | undefined;
}

/** Longer than an exchange may take (10 s), so that a queue is not sent twice by two who are both alive. */
export const LEASE_SECONDS = 30;

interface LeasedRow extends QueueRef {
  url: string;
  isWebhookDeleted: boolean;
  eventID: bigint | null;
  body: string;
  attemptCount: number;
  firstAttemptAt: Date | null;
}

const LEASED = `SELECT l.webhook_id AS "webhookID", l.subject, w.url, w.deleted_at IS NOT NULL AS "isWebhookDeleted",
     head.event_id AS "eventID", head.body, head.attempt_count AS "attemptCount",
     head.first_attempt_at AS "firstAttemptAt"
   FROM leased l JOIN webhooks w ON w.id = l.webhook_id
   LEFT JOIN LATERAL (
     SELECT d.event_id, d.attempt_count, d.first_attempt_at, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.webhook_id = l.webhook_id AND d.subject = l.subject AND d.status = 'pending'
     ORDER BY d.event_id LIMIT 1
   ) head ON true
   ORDER BY l.last_event_id`;

const LEASE = statement(
  'queue-lease',
  `WITH leased AS (
     UPDATE webhook_queues q SET lease_token = $2, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     FROM (
       SELECT webhook_id, subject FROM webhook_queues
       WHERE state = 'ready' AND (leased_until IS NULL OR leased_until < now()) AND webhook_id <> ALL ($3::text[])
       ORDER BY last_event_id LIMIT $1 FOR UPDATE SKIP LOCKED
     ) due
     WHERE q.webhook_id = due.webhook_id AND q.subject = due.subject
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** Takes up to `limit` ready queues, the longest waiting first, save those of the webhooks that have enough to do. */
export async function leaseQueues(
  database: Database,
  lease: { limit: number; token: string; exceptWebhookIDs: readonly string[] },
): Promise<LeasedQueue[]> {
  const rows = await database.run<LeasedRow>(LEASE, [lease.limit, lease.token, [...lease.exceptWebhookIDs]]);
  return rows.map((row) => leasedQueue(row, lease.token));
}

const TAKE = statement(
  'queue-take',
  `WITH leased AS (
     UPDATE webhook_queues SET lease_token = $3, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE webhook_id = $1 AND subject = $2 AND state = 'retrying'
     RETURNING webhook_id, subject, last_event_id
   )
   ${LEASED}`,
);

/** Takes a queue in trouble from whoever held it before: only its workflow does, so the newest attempt is the right one. */
export async function takeRetryingQueue(
  database: Database,
  { webhookID, subject }: QueueRef,
  token: string,
): Promise<LeasedQueue | undefined> {
  const [row] = await database.run<LeasedRow>(TAKE, [webhookID, subject, token]);
  return row && leasedQueue(row, token);
}

const HEAD = statement(
  'queue-head',
  `SELECT d.event_id AS "eventID", e.body, d.attempt_count AS "attemptCount", d.first_attempt_at AS "firstAttemptAt"
   FROM webhook_queues q
   JOIN webhook_deliveries d ON d.webhook_id = q.webhook_id AND d.subject = q.subject AND d.status = 'pending'
   JOIN webhook_events e ON e.id = d.event_id
   WHERE q.webhook_id = $1 AND q.subject = $2 AND q.lease_token = $3
   ORDER BY d.event_id LIMIT 1`,
);

/** The first message of a queue under lease: for when it was announced while the statement before was running. */
export async function findHead(database: Database, queue: LeasedQueue): Promise<WaitingMessage | undefined> {
  const [message] = await database.run<WaitingMessage>(HEAD, [queue.webhookID, queue.subject, queue.token]);
  return message;
}

const RELEASE = statement(
  'queue-release',
  `UPDATE webhook_queues SET lease_token = NULL, leased_until = NULL
   WHERE (webhook_id, subject) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND lease_token = ANY ($3::text[])`,
);

/** Gives queues back that were not begun. */
export async function releaseQueues(database: Database, queues: readonly LeasedQueue[]): Promise<void> {
  if (queues.length === 0) return;
  await database.run(RELEASE, [
    queues.map(({ webhookID }) => webhookID),
    queues.map(({ subject }) => subject),
    queues.map(({ token }) => token),
  ]);
}

function leasedQueue({ eventID, body, attemptCount, firstAttemptAt, ...queue }: LeasedRow, token: string): LeasedQueue {
  const head = eventID === null ? undefined : { eventID, body, attemptCount, firstAttemptAt };
  return { ...queue, token, head: queue.isWebhookDeleted ? undefined : head };
}
