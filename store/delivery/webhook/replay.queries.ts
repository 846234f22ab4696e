import { notFound } from '../../../domain/platform/errors/refusal';
import { auditWithin } from '../../platform/audit/audited';
import { statement } from '../../postgres/database';
import type { Store } from '../../store';

/** Progress of a replay at one webhook. */
export interface ReplayRow {
  replayID: string;
  webhookID: string;
  partyID: string;
  subjectCount: number;
  messageCount: number;
  createdAt: Date;
  plannedCount: number;
  /** Subjects that are queued or failing. */
  underWayCount: number;
  isCancelled: boolean;
}

const READ = statement<ReplayRow>(
  'replay-read',
  `SELECT r.id AS "replayID", r.webhook_id AS "webhookID", w.party_id AS "partyID", r.subject_count AS "subjectCount",
     r.message_count AS "messageCount", r.created_at AS "createdAt", r.is_cancelled AS "isCancelled",
     p.count AS "plannedCount", q.count AS "underWayCount"
   FROM webhook_replays r JOIN webhooks w ON w.id = r.webhook_id
   JOIN LATERAL (
     SELECT count(*)::integer AS count FROM webhook_replay_subjects s WHERE s.replay_id = r.id AND s.webhook_id = r.webhook_id
   ) p ON true
   JOIN LATERAL (
     SELECT count(*)::integer AS count FROM webhook_queues u WHERE u.webhook_id = r.webhook_id AND u.replay_id = r.id
   ) q ON true
   WHERE r.id = $1 ORDER BY r.webhook_id`,
);

/** Reads the progress of a replay by webhook. @throws Refusal notFound */
export async function readReplay({ database }: Store, replayID: string): Promise<ReplayRow[]> {
  const found = await database.run(READ, [replayID]);
  if (found.length === 0) throw notFound('Replay');
  return found;
}

const CANCEL = statement<{ webhookID: string }>(
  'replay-cancel',
  `WITH left_over AS (DELETE FROM webhook_replay_subjects WHERE replay_id = $1)
   UPDATE webhook_replays SET finished_at = now(), is_cancelled = true
   WHERE id = $1 AND finished_at IS NULL RETURNING webhook_id AS "webhookID"`,
);

/** Cancels the planned rest of a replay; queued messages are sent. @throws Refusal notFound */
export async function cancelReplay(store: Store, replayID: string): Promise<ReplayRow[]> {
  const { database } = store;
  await readReplay(store, replayID);
  await database.transaction(async (tx) => {
    const cancelled = await database.run(CANCEL, [replayID], tx);
    const after = { replayID };
    const subjects = cancelled.map(({ webhookID }) => ({ type: 'webhook', id: webhookID, after }) as const);
    await auditWithin(database, store.origin, subjects, tx);
  });
  return readReplay(store, replayID);
}
