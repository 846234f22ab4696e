import type { QueueRef } from '../../domain/webhook/queue';
import { notFound } from '../../domain/errors/refusal';
import { workflowIDs } from '../../domain/workflow-ids';
import { statement, type Database } from '../database';
import { appendCommands } from '../outbox/outbox';
import type { Store } from '../store';
import { queueChanged } from './delivery.commands';

/** Which messages an operator wants to be sent again: those about one subject, those of a range, or both. */
export interface ReplayRequest {
  webhookID: string;
  subject?: string;
  fromEventID?: bigint;
  toEventID?: bigint;
}

const FIND_WEBHOOK = statement('replay-webhook', 'SELECT id FROM webhooks WHERE id = $1 AND deleted_at IS NULL');

const FIND_ANY_WEBHOOK = statement('attempts-webhook', 'SELECT id FROM webhooks WHERE id = $1');

const CHOSEN = `webhook_id = $1 AND event_id >= $3 AND event_id <= $4 AND status <> 'pending'`;

const FIND_SUBJECTS = statement<{ subject: string }>(
  'replay-subjects',
  `SELECT subject FROM webhook_deliveries WHERE ${CHOSEN} AND ($2::text IS NULL OR subject = $2)
   GROUP BY subject ORDER BY min(event_id)`,
);

/** Whoever drives the queue loses it: what he is sending now counts as not sent, and order is kept. */
const OPEN_QUEUE = statement<{ state: string }>(
  'replay-open',
  `INSERT INTO webhook_queues AS q (webhook_id, subject, last_event_id) VALUES ($1, $2, 0)
   ON CONFLICT (webhook_id, subject) DO UPDATE SET lease_token = NULL, leased_until = NULL RETURNING q.state`,
);

const PUT_BACK = statement(
  'replay-put-back',
  `UPDATE webhook_deliveries SET status = 'pending', first_attempt_at = NULL, finished_at = NULL, discard_reason = NULL
   WHERE ${CHOSEN} AND subject = $2 RETURNING event_id`,
);

const CLOSE_QUEUE = statement(
  'replay-close',
  `WITH waiting AS (
     SELECT max(event_id) AS last_event_id FROM webhook_deliveries
     WHERE webhook_id = $1 AND subject = $2 AND status = 'pending'
   ), emptied AS (
     DELETE FROM webhook_queues q USING waiting w
     WHERE q.webhook_id = $1 AND q.subject = $2 AND w.last_event_id IS NULL
   )
   UPDATE webhook_queues q SET last_event_id = w.last_event_id, retry_at = now() FROM waiting w
   WHERE q.webhook_id = $1 AND q.subject = $2 AND w.last_event_id IS NOT NULL`,
);

const LARGEST_ID = 9_223_372_036_854_775_807n;

/**
 * Sends messages again that were delivered or discarded, in their order and before what waits already.
 * @throws Refusal notFound for a webhook that does not exist or was deleted
 */
export async function replayMessages(
  store: Store,
  request: ReplayRequest,
): Promise<{ subjectCount: number; messageCount: number }> {
  const { webhookID, subject, fromEventID = 0n, toEventID = LARGEST_ID } = request;
  const [webhook] = await store.database.run(FIND_WEBHOOK, [webhookID]);
  if (!webhook) throw notFound('Webhook');
  const range = [String(fromEventID), String(toEventID)];
  const subjects = await store.database.run(FIND_SUBJECTS, [webhookID, subject ?? null, ...range]);
  let messageCount = 0;
  let isBatched = false;
  for (const found of subjects) {
    const replayed = await replaySubject(store, { webhookID, subject: found.subject }, range);
    messageCount += replayed.messageCount;
    isBatched ||= replayed.isBatched;
  }
  // Once for all subjects: each signal costs the one workflow as much as a look. Should it be lost, the workflow looks by itself.
  if (isBatched) await appendCommands(store.database, [queueChanged(workflowIDs.endpoint(webhookID))]);
  store.wakeUp.send('deliveries');
  store.wakeUp.send('outbox');
  return { subjectCount: subjects.length, messageCount };
}

/** One subject a transaction: two queues are never locked together. */
async function replaySubject(
  store: Store,
  queue: QueueRef,
  range: readonly string[],
): Promise<{ messageCount: number; isBatched: boolean }> {
  const { database } = store;
  const ref = [queue.webhookID, queue.subject];
  return database.transaction(async (tx) => {
    const [opened] = await database.run(OPEN_QUEUE, ref, tx);
    const messages = await database.run(PUT_BACK, [...ref, ...range], tx);
    await database.run(CLOSE_QUEUE, ref, tx);
    if (opened?.state === 'retrying') {
      const workflowID = workflowIDs.delivery(queue.webhookID, queue.subject);
      await appendCommands(database, [queueChanged(workflowID)], tx);
    }
    return { messageCount: messages.length, isBatched: opened?.state === 'batched' };
  });
}

/** One attempt as an operator sees it. */
export interface ListedAttempt {
  eventID: bigint;
  number: number;
  topic: string;
  eventType: string;
  subject: string;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

const ATTEMPT = `SELECT a.event_id AS "eventID", a.number, e.topic, e.event_type AS "eventType", e.subject,
     a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.status, a.error, a.answer`;

const LIST_ATTEMPTS = statement<ListedAttempt>(
  'delivery-attempt-list',
  `${ATTEMPT} FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id
   WHERE a.webhook_id = $1 ORDER BY a.event_id DESC, a.number DESC LIMIT $2`,
);

const LIST_ATTEMPTS_OF_SUBJECT = statement<ListedAttempt>(
  'delivery-attempt-list-subject',
  `${ATTEMPT} FROM webhook_deliveries d
   JOIN webhook_attempts a ON a.webhook_id = d.webhook_id AND a.event_id = d.event_id
   JOIN webhook_events e ON e.id = d.event_id
   WHERE d.webhook_id = $1 AND d.subject = $3 ORDER BY a.event_id DESC, a.number DESC LIMIT $2`,
);

/**
 * The attempts of a webhook's newest messages, or of those about one subject; the newest message and attempt first. Of a deleted
 * webhook too. @throws Refusal notFound
 */
export async function listAttempts(
  database: Database,
  { webhookID, subject, limit }: { webhookID: string; subject?: string; limit: number },
): Promise<ListedAttempt[]> {
  const found = await database.run(FIND_ANY_WEBHOOK, [webhookID]);
  if (found.length === 0) throw notFound('Webhook');
  return subject === undefined
    ? database.run(LIST_ATTEMPTS, [webhookID, limit])
    : database.run(LIST_ATTEMPTS_OF_SUBJECT, [webhookID, limit, subject]);
}
