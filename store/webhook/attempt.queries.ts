import { Refusal, notFound } from '../../domain/errors/refusal';
import { statement, type Database } from '../database';

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
  /** The replay by which the message was sent again; null the first time. */
  replayID: string | null;
}

const FIND_ANY_WEBHOOK = statement('attempts-webhook', 'SELECT id FROM webhooks WHERE id = $1');

const ATTEMPT = `SELECT a.event_id AS "eventID", a.number, e.topic, e.event_type AS "eventType", e.subject,
     a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.status, a.error, a.answer, a.replay_id AS "replayID"`;

/** A page begins after the last attempt of the one before. */
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

/** Which attempts: of a webhook, or of its messages about one subject; from a place on. */
export interface AttemptsRequest {
  webhookID: string;
  subject?: string | undefined;
  limit: number;
  /** As `attemptPlace` of the last attempt of the page before. */
  after?: string | undefined;
}

const PLACE = /^(\d{1,18})\.(\d{1,9})$/;
/** Behind every attempt. */
const BEGINNING = ['9223372036854775807', '2147483647'];

/** Where a listing goes on: after this attempt. */
export function attemptPlace({ eventID, number }: Pick<ListedAttempt, 'eventID' | 'number'>): string {
  return `${eventID}.${number}`;
}

/**
 * The attempts of a webhook's newest messages, or of those about one subject; the newest message and attempt first. Of a deleted
 * webhook too. @throws Refusal notFound, badToken
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
