import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database, type Transaction } from '../../postgres/database';
import {
  MATCHES_KEYS,
  LEASE_SECONDS,
  readHead,
  type HeadColumns,
  type LeasedQueue,
  type QueueState,
  type WaitingMessage,
} from './queue.lease';

/** An attempt to deliver a message. */
export interface QueueAttempt {
  startedAt: Date;
  durationMs: number;
  /** The HTTP status of the response, if there was one. */
  status: number | null;
  /** The error code if there was no response; never part of the message. */
  error: string | null;
  /** The first kilobyte of the response. */
  answer: string | null;
}

/** A delivered message and the queue under whose lease it was sent. */
export interface DeliveredMessage {
  queue: LeasedQueue;
  message: WaitingMessage;
  attempt: QueueAttempt;
}

/**
 * The state of a queue after a delivery. `lost`: the lease was lost, nothing was recorded, and the message is sent again. `next` may be missing
 * although messages wait: they were added concurrently.
 */
export type DeliveryResult = { kind: 'lost' } | { kind: 'empty' } | { kind: 'more'; next: WaitingMessage | undefined };

interface RecordedRow extends HeadColumns {
  place: bigint;
  isEmpty: boolean;
}

/**
 * SQL that follows `held` queues and `delivered` messages: inserts the attempts, deletes empty queues and renews the leases of others.
 * @param matchesKeys selects queues `q` by the parameters, as `MATCHES_KEYS`
 */
export const advanceQueues = (matchesKeys: string): string => `attempt AS (
     INSERT INTO webhook_attempts (webhook_id, event_id, number, started_at, duration_ms, status, answer, replay_id)
     SELECT webhook_id, event_id, attempt_count, started_at, duration_ms, 200, answer, replay_id FROM delivered
   ), emptied AS (
     DELETE FROM webhook_queues q USING held h
     WHERE ${matchesKeys} AND h.is_empty AND q.webhook_id = h.webhook_id AND q.subject = h.subject
   ), kept AS (
     UPDATE webhook_queues q SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS}) FROM held h
     WHERE ${matchesKeys} AND NOT h.is_empty AND q.webhook_id = h.webhook_id AND q.subject = h.subject
   )`;

/**
 * Records many queues in one statement, since commit and round trip are most of the cost. A queue is deleted only if the delivered message is
 * its last; a concurrent message has moved `last_event_id`, which the lock makes visible. SKIP LOCKED prevents deadlocks with transactions of
 * payments; skipped queues are recorded one by one. LATERAL looks each queue up by its key: a join planned on an empty table reads all rows.
 */
function recordText(lock: 'wait' | 'skip'): string {
  return `WITH given AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::integer[], $7::text[])
       WITH ORDINALITY AS g (webhook_id, subject, event_id, token, started_at, duration_ms, answer, place)
   ), held AS MATERIALIZED (
     SELECT g.*, q.last_event_id = g.event_id AS is_empty
     FROM given g CROSS JOIN LATERAL (
       SELECT last_event_id FROM webhook_queues WHERE webhook_id = g.webhook_id AND subject = g.subject AND lease_token = g.token
       LIMIT 1 FOR UPDATE ${lock === 'skip' ? 'SKIP LOCKED' : ''}
     ) q
   ), delivered AS (
     UPDATE webhook_deliveries d
     SET status = 'delivered', attempt_count = d.attempt_count + 1,
       first_attempt_at = coalesce(d.first_attempt_at, h.started_at),
       finished_at = h.started_at + make_interval(secs => h.duration_ms / 1000.0)
     FROM held h
     WHERE d.webhook_id = h.webhook_id AND d.subject = h.subject AND d.event_id = h.event_id
     RETURNING d.webhook_id, d.event_id, d.attempt_count, d.replay_id, h.started_at, h.duration_ms, h.answer
   ), ${advanceQueues(MATCHES_KEYS)}
   SELECT h.place, h.is_empty AS "isEmpty", n.event_id AS "eventID", n.body, n.attempt_count AS "attemptCount",
     n.first_attempt_at AS "firstAttemptAt", n.replay_id AS "replayID"
   FROM held h LEFT JOIN LATERAL (
     SELECT d.event_id, d.attempt_count, d.first_attempt_at, d.replay_id, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     JOIN webhooks w ON w.id = d.webhook_id AND w.paused_at IS NULL
     WHERE NOT h.is_empty AND d.webhook_id = h.webhook_id AND d.subject = h.subject AND d.event_id > h.event_id
       AND d.status = 'pending'
     ORDER BY d.event_id LIMIT 1
   ) n ON true`;
}

const RECORD_MANY = statement<RecordedRow>('delivery-record-many', recordText('skip'));
const RECORD_ONE = statement<RecordedRow>('delivery-record-one', recordText('wait'));

/**
 * Records delivered messages under the leases of their queues.
 * @returns the state of each queue, in the given order
 */
export async function recordDelivered(
  database: Database,
  given: readonly DeliveredMessage[],
): Promise<DeliveryResult[]> {
  const [single] = given;
  if (!single) return [];
  if (given.length === 1) return [await recordOne(database, single)];
  const rows = await database.run(RECORD_MANY, columns(given));
  const byPlace = new Map(rows.map((row) => [Number(row.place), recorded(row)]));
  return Promise.all(given.map(async (delivered, index) => byPlace.get(index + 1) ?? recordOne(database, delivered)));
}

async function recordOne(database: Database, delivered: DeliveredMessage): Promise<DeliveryResult> {
  const [row] = await database.run(RECORD_ONE, columns([delivered]));
  return row ? recorded(row) : { kind: 'lost' };
}

function recorded({ isEmpty, ...head }: RecordedRow): DeliveryResult {
  return isEmpty ? { kind: 'empty' } : { kind: 'more', next: readHead(head) };
}

function columns(given: readonly DeliveredMessage[]): unknown[] {
  return [
    given.map(({ queue }) => queue.webhookID),
    given.map(({ queue }) => queue.subject),
    given.map(({ message }) => String(message.eventID)),
    given.map(({ queue }) => queue.token),
    given.map(({ attempt }) => rfc3339Text(attempt.startedAt)),
    given.map(({ attempt }) => attempt.durationMs),
    given.map(({ attempt }) => attempt.answer),
  ];
}

/** A failed message and the time of its next attempt; null after the last one. */
export interface FailedMessage extends DeliveredMessage {
  firstAttemptAt: Date;
  retryAt: Date | null;
}

/**
 * Moves a queue of the dispatcher to a workflow of its own, or to the workflow of the endpoint if that has queues already or the limit of
 * workflows is reached. A queue of a workflow keeps its owner. While the webhook is paused the queue stays with the dispatcher.
 */
const RECORD_FAILED = statement<FailedQueue>(
  'delivery-record-refused',
  `WITH held AS MATERIALIZED (
     SELECT webhook_id, subject, state FROM webhook_queues
     WHERE webhook_id = $1 AND subject = $2 AND lease_token = $4 FOR UPDATE
   ), tried AS (
     UPDATE webhook_deliveries d SET attempt_count = d.attempt_count + 1, first_attempt_at = $10
     FROM held h WHERE d.webhook_id = h.webhook_id AND d.subject = h.subject AND d.event_id = $3
     RETURNING d.webhook_id, d.event_id, d.attempt_count, d.replay_id
   ), attempt AS (
     INSERT INTO webhook_attempts (webhook_id, event_id, number, started_at, duration_ms, status, error, answer, replay_id)
     SELECT webhook_id, event_id, attempt_count, $5, $6, $7, $8, $9, replay_id FROM tried
   ), batched AS MATERIALIZED (
     SELECT CASE WHEN h.state = 'ready' THEN (
       SELECT min(b.retry_at) FROM webhook_queues b WHERE b.webhook_id = h.webhook_id AND b.state = 'batched'
     ) END AS next_at FROM held h
   ), passed AS MATERIALIZED (
     SELECT h.webhook_id, h.subject, coalesce($11, now()) AS retry_at, CASE
       WHEN h.state <> 'ready' THEN h.state
       WHEN EXISTS (SELECT FROM webhooks w WHERE w.id = h.webhook_id AND w.paused_at IS NOT NULL) THEN 'ready'
       WHEN b.next_at IS NOT NULL OR $12 <= (
         SELECT count(*) FROM (
           SELECT FROM webhook_queues r WHERE r.webhook_id = h.webhook_id AND r.state = 'retrying' LIMIT $12
         ) few
       ) THEN 'batched' ELSE 'retrying' END AS state
     FROM held h CROSS JOIN batched b
   ), kept AS (
     UPDATE webhook_queues q SET state = p.state, retry_at = p.retry_at, lease_token = NULL, leased_until = NULL
     FROM passed p WHERE q.webhook_id = $1 AND q.subject = $2
   )
   SELECT h.state AS "stateBefore", p.state, coalesce(b.next_at > p.retry_at, true) AS "isNextOfBatch",
     w.party_id AS "partyID", w.shop_id AS "shopID"
   FROM held h CROSS JOIN passed p CROSS JOIN batched b JOIN webhooks w ON w.id = h.webhook_id`,
);

/** The owner of a queue before and after a failure. */
export interface FailedQueue {
  stateBefore: QueueState;
  state: QueueState;
  /** Whether no other queue of the batch is due earlier. */
  isNextOfBatch: boolean;
  partyID: string;
  shopID: string | null;
}

/**
 * Records a failed delivery; the next attempt is made by a workflow.
 * @returns undefined if the lease was lost: nothing was recorded
 */
export async function recordFailed(
  database: Database,
  { queue, message, attempt, firstAttemptAt, retryAt, maxWorkflows }: FailedMessage & { maxWorkflows: number },
  tx: Transaction,
): Promise<FailedQueue | undefined> {
  const [row] = await database.run(
    RECORD_FAILED,
    [
      queue.webhookID,
      queue.subject,
      String(message.eventID),
      queue.token,
      rfc3339Text(attempt.startedAt),
      attempt.durationMs,
      attempt.status,
      attempt.error,
      attempt.answer,
      rfc3339Text(firstAttemptAt),
      rfc3339Text(retryAt) ?? null,
      maxWorkflows,
    ],
    tx,
  );
  return row;
}
