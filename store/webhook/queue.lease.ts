import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { QueueRef } from '../../domain/webhook/queue';
import { statement, type Database } from '../database';

/** Who drives a queue: the dispatcher, a workflow of its own, or that of its endpoint together with others. */
export type QueueState = 'ready' | 'retrying' | 'batched';

/** The message that is first in its queue, with what was tried so far. */
export interface WaitingMessage {
  eventID: bigint;
  /** The exact text that is signed and sent. */
  body: string;
  attemptCount: number;
  firstAttemptAt: Date | null;
  /** The replay by which an operator has it sent again. */
  replayID: string | null;
}

/**
 * A queue that somebody holds: only who knows the token can record an attempt, and after the lease somebody else may
 * hold it. Without `head` nothing is to be sent: the webhook was deleted, or what waits is not visible yet.
 */
export interface LeasedQueue extends QueueRef {
  token: string;
  partyID: string;
  url: string;
  isWebhookDeleted: boolean;
  /** Whether its messages carry the headers of Standard Webhooks. */
  hasStandardHeaders: boolean;
  head: WaitingMessage | undefined;
}

/**
 * A queue `q` by those that are given, `$1` and `$2`, before it is told which of them is meant: a plan that knows it only by what another
 * part of the statement finds looks for it among all that wait, where it was made while nothing did.
 */
export const MATCHES_KEYS = `q.webhook_id = ANY ($1::text[]) AND q.subject = ANY ($2::text[])`;

/** Longer than an exchange may take (10 s), so that a queue is not sent twice by two who are both alive. */
export const LEASE_SECONDS = 30;

interface LeasedRow extends QueueRef, HeadColumns {
  partyID: string;
  url: string;
  isWebhookDeleted: boolean;
  hasStandardHeaders: boolean;
}

/** The first message of a queue as it is read beside the queue: null in all columns where nothing waits. */
export type HeadColumns = { [Field in keyof WaitingMessage]: WaitingMessage[Field] | null };

/** The message, if there is one. */
export function readHead({ eventID, body, attemptCount, ...head }: HeadColumns): WaitingMessage | undefined {
  if (eventID === null || body === null || attemptCount === null) return undefined;
  const { firstAttemptAt, replayID } = head;
  return { eventID, body, attemptCount, firstAttemptAt, replayID };
}

/** Of a webhook that is paused nothing is sent; what waits of a deleted one is given up. */
const IS_SENT = `(w.paused_at IS NULL OR w.deleted_at IS NOT NULL)`;

const LEASED = `SELECT l.webhook_id AS "webhookID", l.subject, w.party_id AS "partyID", w.url, w.deleted_at IS NOT NULL AS "isWebhookDeleted",
     w.has_standard_headers AS "hasStandardHeaders", head.event_id AS "eventID", head.body, head.attempt_count AS "attemptCount",
     head.first_attempt_at AS "firstAttemptAt", head.replay_id AS "replayID"
   FROM leased l JOIN webhooks w ON w.id = l.webhook_id
   LEFT JOIN LATERAL (
     SELECT d.event_id, d.attempt_count, d.first_attempt_at, d.replay_id, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.webhook_id = l.webhook_id AND d.subject = l.subject AND d.status = 'pending'
     ORDER BY d.event_id LIMIT 1
   ) head ON true
   ORDER BY l.last_event_id`;

/**
 * Queues that are looked at for one lease, whatever waits: enough to fill it from whichever webhooks have work. Of each no more than its
 * party may have, nor than are chosen of all.
 */
const MAX_CANDIDATES = 2_048;

/**
 * Steps from webhook to webhook instead of from queue to queue, so that what one party has waiting costs the others
 * nothing, and takes in turns: each party's oldest, then each party's next; within a party in turns of its webhooks.
 * Twice as many as are asked for are chosen, because another worker may be leasing the same this moment.
 *
 * The first webhook is found as the next ones are, after none: by itself PostgreSQL would gather all that waits and sort it, where that was
 * planned for a few. A queue that was chosen is found again by where its row lies (`ctid`): a plan that was made while nothing waited has no other way
 * to go wrong by. A row that somebody has changed meanwhile lies elsewhere and is passed over: whoever changed it wakes the dispatcher.
 */
const LEASE = statement<LeasedRow>(
  'queue-lease',
  `WITH RECURSIVE waiting AS (
     SELECT '' AS webhook_id
     UNION ALL
     SELECT next.webhook_id FROM waiting s CROSS JOIN LATERAL (
       SELECT q.webhook_id FROM webhook_queues q
       WHERE q.state = 'ready' AND (q.leased_until IS NULL OR q.leased_until < now()) AND q.webhook_id > s.webhook_id
       ORDER BY q.webhook_id LIMIT 1
     ) next
   ), candidate AS (
     SELECT q.tid, q.last_event_id, coalesce(p.room, $5::integer) AS room,
       row_number() OVER (PARTITION BY w.party_id ORDER BY q.place, q.last_event_id) AS turn
     FROM waiting s JOIN webhooks w ON w.id = s.webhook_id AND w.id <> ALL ($6::text[]) AND ${IS_SENT}
     LEFT JOIN unnest($3::text[], $4::integer[]) AS p (party_id, room) ON p.party_id = w.party_id
     CROSS JOIN LATERAL (
       SELECT r.ctid AS tid, r.last_event_id, row_number() OVER (ORDER BY r.last_event_id) AS place
       FROM webhook_queues r
       WHERE r.state = 'ready' AND (r.leased_until IS NULL OR r.leased_until < now()) AND r.webhook_id = s.webhook_id
       ORDER BY r.last_event_id
       LIMIT least(coalesce(p.room, $5::integer), 2 * $1::integer, greatest(1, ${MAX_CANDIDATES} / (SELECT count(*) FROM waiting)))
     ) q
   ), chosen AS (
     SELECT * FROM candidate WHERE turn <= room ORDER BY turn, last_event_id LIMIT 2 * $1::integer
   ), due AS MATERIALIZED (
     SELECT r.ctid AS tid FROM chosen c JOIN webhook_queues r ON r.ctid = c.tid
     WHERE r.state = 'ready' AND (r.leased_until IS NULL OR r.leased_until < now())
     ORDER BY c.turn, c.last_event_id LIMIT $1::integer FOR UPDATE OF r SKIP LOCKED
   ), leased AS (
     UPDATE webhook_queues q SET lease_token = $2, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE q.ctid = ANY (ARRAY(SELECT tid FROM due))
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** How many queues may be leased now. */
export interface LeaseLimits {
  perParty: ReadonlyMap<string, number>;
  /** Of a party that is not named. */
  defaultPerParty: number;
  /** Webhooks of which none may be leased. */
  exceptWebhooks: readonly string[];
}

/** Takes up to `limit` ready queues, in turns of parties and the longest waiting of each first. */
export async function leaseQueues(
  database: Database,
  { limit, token, limits }: { limit: number; token: string; limits: LeaseLimits },
): Promise<LeasedQueue[]> {
  const { perParty, defaultPerParty, exceptWebhooks } = limits;
  const parties = [[...perParty.keys()], [...perParty.values()]];
  const rows = await database.run(LEASE, [limit, token, ...parties, defaultPerParty, exceptWebhooks]);
  return rows.map((row) => leasedQueue(row, token));
}

const TAKE = statement<LeasedRow>(
  'queue-take',
  `WITH leased AS (
     UPDATE webhook_queues q SET lease_token = $3, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     FROM webhooks w
     WHERE q.webhook_id = $1 AND q.subject = $2 AND q.state = 'retrying' AND w.id = q.webhook_id AND ${IS_SENT}
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** Takes a queue in trouble from whoever held it before: only its workflow does, so the newest attempt is the right one. */
export async function takeRetryingQueue(
  database: Database,
  { webhookID, subject }: QueueRef,
  token: string,
): Promise<LeasedQueue | undefined> {
  const [row] = await database.run(TAKE, [webhookID, subject, token]);
  return row && leasedQueue(row, token);
}

/** The oldest that is due comes first. */
const TAKE_DUE = statement<LeasedRow>(
  'queue-take-due',
  `WITH due AS (
     SELECT ctid AS tid FROM webhook_queues
     WHERE webhook_id = $1 AND state = 'batched' AND retry_at <= $2 AND (leased_until IS NULL OR leased_until < now())
       AND EXISTS (SELECT FROM webhooks w WHERE w.id = $1 AND ${IS_SENT})
     ORDER BY retry_at LIMIT $3 FOR UPDATE SKIP LOCKED
   ), leased AS (
     UPDATE webhook_queues q SET lease_token = $4, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE q.ctid = ANY (ARRAY(SELECT tid FROM due))
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** Takes up to `limit` queues of an endpoint that is attempted in batches: those that are due for longest. */
export async function takeDueQueues(
  database: Database,
  { webhookID, now, limit, token }: { webhookID: string; now: Date; limit: number; token: string },
): Promise<LeasedQueue[]> {
  const rows = await database.run(TAKE_DUE, [webhookID, rfc3339Text(now), limit, token]);
  return rows.map((row) => leasedQueue(row, token));
}

const TAKE_BATCHED = statement<LeasedRow>(
  'queue-take-batched',
  `WITH leased AS (
     UPDATE webhook_queues q SET lease_token = $3, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     FROM webhooks w
     WHERE q.webhook_id = $1 AND q.subject = $2 AND q.state = 'batched' AND (q.leased_until IS NULL OR q.leased_until < now())
       AND w.id = q.webhook_id AND ${IS_SENT}
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** Takes one queue out of those that are attempted in batches, due or not, unless an attempt is under way. */
export async function takeBatchedQueue(
  database: Database,
  { webhookID, subject }: QueueRef,
  token: string,
): Promise<LeasedQueue | undefined> {
  const [row] = await database.run(TAKE_BATCHED, [webhookID, subject, token]);
  return row && leasedQueue(row, token);
}

const HEAD = statement<WaitingMessage>(
  'queue-head',
  `SELECT d.event_id AS "eventID", e.body, d.attempt_count AS "attemptCount", d.first_attempt_at AS "firstAttemptAt",
     d.replay_id AS "replayID"
   FROM webhook_queues q
   JOIN webhooks w ON w.id = q.webhook_id AND ${IS_SENT}
   JOIN webhook_deliveries d ON d.webhook_id = q.webhook_id AND d.subject = q.subject AND d.status = 'pending'
   JOIN webhook_events e ON e.id = d.event_id
   WHERE q.webhook_id = $1 AND q.subject = $2 AND q.lease_token = $3
   ORDER BY d.event_id LIMIT 1`,
);

/** The first message of a queue under lease: for when it was added while the statement before was running. */
export async function findHead(database: Database, queue: LeasedQueue): Promise<WaitingMessage | undefined> {
  const [message] = await database.run(HEAD, [queue.webhookID, queue.subject, queue.token]);
  return message;
}

const REVOKED = 'lost/';

/**
 * Assigned to a queue `q`: what whoever holds it sends now counts as not sent, and nobody else has it before he gives it back, or his
 * lease is over. He may be in the middle of many messages.
 */
export const REVOKE_LEASE = `lease_token = '${REVOKED}' || replace(q.lease_token, '${REVOKED}', '')`;

/** Queues of one subject are locked in the order in which a change of it locks them: by their webhooks. */
const RELEASE = statement(
  'queue-release',
  `WITH held AS MATERIALIZED (
     SELECT webhook_id, subject, last_event_id = 0 AS is_empty FROM webhook_queues q
     WHERE ${MATCHES_KEYS} AND (webhook_id, subject) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND lease_token = ANY ($3::text[])
     ORDER BY webhook_id, subject FOR UPDATE
   ), emptied AS (
     DELETE FROM webhook_queues q USING held h
     WHERE ${MATCHES_KEYS} AND h.is_empty AND q.webhook_id = h.webhook_id AND q.subject = h.subject
   )
   UPDATE webhook_queues q SET lease_token = NULL, leased_until = NULL
   FROM held h WHERE ${MATCHES_KEYS} AND NOT h.is_empty AND q.webhook_id = h.webhook_id AND q.subject = h.subject`,
);

/** Gives queues back in which more waits, or that were taken away: one of which all was discarded goes, unless more has come since. */
export async function releaseQueues(database: Database, queues: readonly LeasedQueue[]): Promise<void> {
  if (queues.length === 0) return;
  await database.run(RELEASE, [
    queues.map(({ webhookID }) => webhookID),
    queues.map(({ subject }) => subject),
    queues.flatMap(({ token }) => [token, REVOKED + token]),
  ]);
}

function leasedQueue(row: LeasedRow, token: string): LeasedQueue {
  const { webhookID, subject, partyID, url, isWebhookDeleted, hasStandardHeaders } = row;
  const queue = { webhookID, subject, partyID, url, isWebhookDeleted, hasStandardHeaders };
  return { ...queue, token, head: isWebhookDeleted ? undefined : readHead(row) };
}
