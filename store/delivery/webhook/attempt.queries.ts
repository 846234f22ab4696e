import type { QueueAttempt } from './attempt.record';
import { Refusal, notFound } from '../../../domain/platform/errors/refusal';
import { statement, type Database } from '../../postgres/database';

/** An attempt in the listing for operators. */
export interface ListedAttempt extends QueueAttempt {
  eventID: bigint;
  number: number;
  topic: string;
  eventType: string;
  subject: string;
  /** The replay that sent the message; null for the first delivery. */
  replayID: string | null;
}

const FIND_ANY_WEBHOOK = statement('attempts-webhook', 'SELECT id FROM webhooks WHERE id = $1');

const ATTEMPT = `SELECT a.event_id AS "eventID", a.number, e.topic, e.event_type AS "eventType", e.subject,
     a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.status, a.error, a.answer, a.replay_id AS "replayID"`;

const PAGE = `(a.event_id, a.number) < ($3::bigint, $4::integer) ORDER BY a.event_id DESC, a.number DESC LIMIT $2`;

const LIST_ATTEMPTS = statement<ListedAttempt>(
  'delivery-attempt-list',
  `${ATTEMPT} FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id
   WHERE a.webhook_id = $1 AND ${PAGE}`,
);

const LIST_ATTEMPTS_OF_SUBJECT = statement<ListedAttempt>(
  'delivery-attempt-list-subject',
  `${ATTEMPT} FROM webhook_deliveries d
   JOIN webhook_attempts a ON a.webhook_id = d.webhook_id AND a.event_id = d.event_id
   JOIN webhook_events e ON e.id = d.event_id
   WHERE d.webhook_id = $1 AND d.subject = $5 AND ${PAGE}`,
);

/** Selects attempts of a webhook, or of its messages about one subject. */
export interface AttemptsRequest {
  webhookID: string;
  subject?: string | undefined;
  limit: number;
  /** As `attemptPlace` of the last attempt of the page before. */
  after?: string | undefined;
}

const PLACE = /^(\d{1,18})\.(\d{1,9})$/;
const BEGINNING = ['9223372036854775807', '2147483647'];

/** Returns the cursor after an attempt. */
export function attemptPlace({ eventID, number }: Pick<ListedAttempt, 'eventID' | 'number'>): string {
  return `${eventID}.${number}`;
}

/**
 * Lists attempts of a webhook, or of one subject, the newest message and attempt first. Includes deleted webhooks.
 * @throws Refusal notFound, badToken
 */
export async function listAttempts(database: Database, request: AttemptsRequest): Promise<ListedAttempt[]> {
  const { webhookID, subject, limit, after } = request;
  const found = await database.run(FIND_ANY_WEBHOOK, [webhookID]);
  if (found.length === 0) throw notFound('Webhook');
  const place = after === undefined ? BEGINNING : PLACE.exec(after)?.slice(1);
  if (!place) throw new Refusal('badToken', 'the continuation token is none of this listing');
  return subject === undefined
    ? database.run(LIST_ATTEMPTS, [webhookID, limit, ...place])
    : database.run(LIST_ATTEMPTS_OF_SUBJECT, [webhookID, limit, ...place, subject]);
}
