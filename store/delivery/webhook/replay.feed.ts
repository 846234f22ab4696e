import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { statement } from '../../postgres/database';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { queueChanged } from './delivery.commands';
import { REVOKE_LEASE, type QueueState } from './queue.lease';
import { IN_RANGE } from './replay.order';

/** Subjects of one webhook that are replayed concurrently: fewer than the twenty connections of a host, so that new messages are not delayed. */
const MAX_CONCURRENT_SUBJECTS = 8;

interface NextSubject {
  replayID: string;
  webhookID: string;
  isDeleted: boolean;
  /** Whether the plan is empty. */
  isDone: boolean;
  /** Null at the limit, or if the plan is empty. */
  subject: string | null;
  fromEventID: bigint;
  toEventID: bigint;
  fromTime: Date | null;
  toTime: Date | null;
  eventTypes: string[] | null;
}

/** Failing queues count against the limit, so the plan of a dead endpoint waits. */
const NEXT = statement<NextSubject>(
  'replay-next',
  `SELECT r.id AS "replayID", r.webhook_id AS "webhookID", w.deleted_at IS NOT NULL AS "isDeleted", s.subject,
     NOT EXISTS (
       SELECT FROM webhook_replay_subjects p WHERE p.replay_id = r.id AND p.webhook_id = r.webhook_id
     ) AS "isDone",
     r.from_event_id AS "fromEventID", r.to_event_id AS "toEventID", r.from_time AS "fromTime", r.to_time AS "toTime",
     r.event_types AS "eventTypes"
   FROM webhook_replays r JOIN webhooks w ON w.id = r.webhook_id AND (w.paused_at IS NULL OR w.deleted_at IS NOT NULL)
   LEFT JOIN LATERAL (
     SELECT p.subject, p.first_event_id FROM webhook_replay_subjects p
     WHERE p.replay_id = r.id AND p.webhook_id = r.webhook_id AND w.deleted_at IS NULL
     ORDER BY p.first_event_id, p.subject
     LIMIT greatest(0, ${MAX_CONCURRENT_SUBJECTS} - (
       SELECT count(*) FROM webhook_queues q WHERE q.webhook_id = r.webhook_id AND q.replay_id IS NOT NULL
     ))
   ) s ON true
   WHERE r.finished_at IS NULL ORDER BY r.created_at, s.first_event_id`,
);

/** Takes a subject from the plan; another worker does not find it. */
const TAKE = statement<{ subject: string }>(
  'replay-take',
  `DELETE FROM webhook_replay_subjects WHERE replay_id = $1 AND webhook_id = $2 AND subject = $3 RETURNING subject`,
);

/** Revokes the current lease so that ordering is preserved. */
const OPEN_QUEUE = statement<{ state: QueueState }>(
  'replay-open',
  `INSERT INTO webhook_queues AS q (webhook_id, subject, last_event_id, replay_id) VALUES ($1, $2, 0, $3)
   ON CONFLICT (webhook_id, subject) DO UPDATE SET ${REVOKE_LEASE}, replay_id = EXCLUDED.replay_id
   RETURNING q.state`,
);

const PUT_BACK = statement<{ eventID: bigint }>(
  'replay-put-back',
  `UPDATE webhook_deliveries d
   SET status = 'pending', first_attempt_at = NULL, finished_at = NULL, discard_reason = NULL, replay_id = $8
   FROM webhook_events e WHERE e.id = d.event_id AND d.webhook_id = $1 AND ${IN_RANGE} RETURNING d.event_id AS "eventID"`,
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

const FINISH = statement(
  'replay-finish',
  `WITH left_over AS (DELETE FROM webhook_replay_subjects WHERE replay_id = $1 AND webhook_id = $2)
   UPDATE webhook_replays SET finished_at = now(), is_cancelled = $3
   WHERE id = $1 AND webhook_id = $2 AND finished_at IS NULL`,
);

/**
 * Queues the next planned subjects of all replays, up to their limit. After a crash another worker continues.
 * @returns how many subjects were queued
 */
export async function feedReplays(store: Store): Promise<number> {
  const next = await store.database.run(NEXT, []);
  let fedCount = 0;
  const batched = new Set<string>();
  for (const planned of next) {
    const { replayID, webhookID, subject, isDeleted, isDone } = planned;
    if (isDeleted || isDone) await store.database.run(FINISH, [replayID, webhookID, isDeleted]);
    else if (subject !== null) {
      const state = await putBack(store, planned, subject);
      if (state === 'batched') batched.add(webhookID);
      if (state) fedCount++;
    }
  }
  // One signal for all subjects, because each costs the workflow a read; it also polls.
  await appendCommands(
    store.database,
    [...batched].map((webhookID) => queueChanged(workflowIDs.endpoint(webhookID))),
  );
  if (fedCount > 0) {
    store.wakeUp.send('deliveries');
    store.wakeUp.send('outbox');
  }
  return fedCount;
}

/**
 * One subject a transaction, so that two queues are never locked together.
 * @returns the owner of the queue; undefined if another worker was faster
 */
async function putBack(store: Store, planned: NextSubject, subject: string): Promise<QueueState | undefined> {
  const { database } = store;
  const { replayID, webhookID, fromEventID, toEventID, fromTime, toTime, eventTypes } = planned;
  return database.transaction(async (tx) => {
    const [taken] = await database.run(TAKE, [replayID, webhookID, subject], tx);
    if (!taken) return undefined;
    const [opened] = await database.run(OPEN_QUEUE, [webhookID, subject, replayID], tx);
    const times = [fromTime, toTime].map((time) => (time ? rfc3339Text(time) : null));
    const range = [String(fromEventID), String(toEventID), ...times, eventTypes, subject];
    await database.run(PUT_BACK, [webhookID, ...range, replayID], tx);
    await database.run(CLOSE_QUEUE, [webhookID, subject], tx);
    if (opened?.state === 'retrying') {
      await appendCommands(database, [queueChanged(workflowIDs.delivery(webhookID, subject))], tx);
    }
    return opened?.state;
  });
}
