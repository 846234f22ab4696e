import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import { advanceQueues, type QueueAttempt } from './attempt.record';
import type { LeasedQueue, WaitingMessage } from './queue.lease';

/** Messages that are sent one by one and recorded together. */
export const MAX_RUN = 20;

const FOLLOWING = statement<WaitingMessage>(
  'queue-following',
  `SELECT d.event_id AS "eventID", e.body, d.attempt_count AS "attemptCount", d.first_attempt_at AS "firstAttemptAt",
     d.replay_id AS "replayID"
   FROM webhook_queues q
   JOIN webhooks w ON w.id = q.webhook_id AND w.paused_at IS NULL AND w.deleted_at IS NULL
   JOIN webhook_deliveries d ON d.webhook_id = q.webhook_id AND d.subject = q.subject AND d.status = 'pending'
   JOIN webhook_events e ON e.id = d.event_id
   WHERE q.webhook_id = $1 AND q.subject = $2 AND q.lease_token = $3 AND d.event_id > $4
   ORDER BY d.event_id LIMIT ${MAX_RUN}`,
);

/** Reads the messages of a leased queue after an event, up to `MAX_RUN`; none of a paused webhook. */
export async function listFollowing(
  database: Database,
  queue: LeasedQueue,
  eventID: bigint,
): Promise<WaitingMessage[]> {
  return database.run(FOLLOWING, [queue.webhookID, queue.subject, queue.token, String(eventID)]);
}

/** Deletes the queue only if the last message is its last, which the lock makes visible. */
const RECORD_RUN = statement<{ isEmpty: boolean }>(
  'delivery-record-run',
  `WITH held AS MATERIALIZED (
     SELECT webhook_id, subject, last_event_id = $4 AS is_empty FROM webhook_queues
     WHERE webhook_id = $1 AND subject = $2 AND lease_token = $3 FOR UPDATE
   ), delivered AS (
     UPDATE webhook_deliveries d
     SET status = 'delivered', attempt_count = d.attempt_count + 1,
       first_attempt_at = coalesce(d.first_attempt_at, g.started_at),
       finished_at = g.started_at + make_interval(secs => g.duration_ms / 1000.0)
     FROM held h, unnest($5::bigint[], $6::timestamptz[], $7::integer[], $8::text[])
       AS g (event_id, started_at, duration_ms, answer)
     WHERE d.webhook_id = h.webhook_id AND d.subject = h.subject AND d.event_id = g.event_id
     RETURNING d.webhook_id, d.event_id, d.attempt_count, d.replay_id, g.started_at, g.duration_ms, g.answer
   ), ${advanceQueues('q.webhook_id = $1 AND q.subject = $2')}
   SELECT is_empty AS "isEmpty" FROM held`,
);

export interface TakenMessage {
  message: WaitingMessage;
  attempt: QueueAttempt;
}

/** Records delivered messages of one queue in order. `lost`: the lease was lost, nothing was recorded, and all are sent again. */
export async function recordRun(
  database: Database,
  queue: LeasedQueue,
  taken: readonly TakenMessage[],
): Promise<'lost' | 'empty' | 'more'> {
  const last = taken.at(-1);
  if (!last) return 'more';
  const [row] = await database.run(RECORD_RUN, [
    queue.webhookID,
    queue.subject,
    queue.token,
    String(last.message.eventID),
    taken.map(({ message }) => String(message.eventID)),
    taken.map(({ attempt }) => rfc3339Text(attempt.startedAt)),
    taken.map(({ attempt }) => attempt.durationMs),
    taken.map(({ attempt }) => attempt.answer),
  ]);
  if (!row) return 'lost';
  return row.isEmpty ? 'empty' : 'more';
}
