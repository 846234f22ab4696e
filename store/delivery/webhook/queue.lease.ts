import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { QueueRef } from '../../../domain/delivery/webhook/queue';
import { Database, QUEUE_SETTINGS, statement } from '../../postgres/database';
import { parameters } from '../../postgres/parameters';

/** The owner of a queue: the dispatcher, a workflow of its own, or the workflow of the endpoint. */
export type QueueState = 'ready' | 'retrying' | 'batched';

/** The first message of a queue and its attempts so far. */
export interface WaitingMessage {
  eventID: bigint;
  /** The exact text that is signed and sent. */
  body: string;
  attemptCount: number;
  firstAttemptAt: Date | null;
  /** The replay that sends the message again. */
  replayID: string | null;
}

/**
 * A leased queue; attempts are recorded only under its token. `head` is undefined if the webhook was deleted or no message is visible yet;
 * `following` is what waits behind it, as far as the lease has read.
 */
export interface LeasedQueue extends QueueRef {
  token: string;
  partyID: string;
  url: string;
  isWebhookDeleted: boolean;
  hasStandardHeaders: boolean;
  head: WaitingMessage | undefined;
  following: readonly WaitingMessage[];
}

/** Finds queues `q` by the parameters. Plans made on an empty table read all rows if a queue is known only from another part of the statement. */
export const MATCHES_KEYS = `q.webhook_id = ANY ($1::text[]) AND q.subject = ANY ($2::text[])`;

const CONNECTIONS = 4;

/**
 * Leases and records of deliveries do not wait for the disk: a crash of PostgreSQL may undo those of its last second. Then messages that were
 * delivered are sent again, in their order; no message is sent before an earlier one of its subject was delivered.
 */
export function openDeliveryDatabase(url: string): Database {
  return new Database({ url, poolSize: CONNECTIONS, settings: QUEUE_SETTINGS });
}

/** Longer than a delivery (10 s), so that live owners never send a queue twice. */
export const LEASE_SECONDS = 30;

interface LeasedRow extends QueueRef, HeadColumns {
  partyID: string;
  url: string;
  isWebhookDeleted: boolean;
  hasStandardHeaders: boolean;
}

/** The columns of the first message; all null if there is none. */
export type HeadColumns = { [Field in keyof WaitingMessage]: WaitingMessage[Field] | null };

export function readHead({ eventID, body, attemptCount, ...head }: HeadColumns): WaitingMessage | undefined {
  if (eventID === null || body === null || attemptCount === null) return undefined;
  const { firstAttemptAt, replayID } = head;
  return { eventID, body, attemptCount, firstAttemptAt, replayID };
}

/** Paused webhooks get nothing; messages of deleted ones are discarded. */
const IS_SENT = `(w.paused_at IS NULL OR w.deleted_at IS NOT NULL)`;

/** The messages of a queue that its lease reads: those of one change are sent and recorded together. */
const LEASED_MESSAGES = 2;

const LEASED = `SELECT l.webhook_id AS "webhookID", l.subject, w.party_id AS "partyID", w.url, w.deleted_at IS NOT NULL AS "isWebhookDeleted",
     w.has_standard_headers AS "hasStandardHeaders", head.event_id AS "eventID", head.body, head.attempt_count AS "attemptCount",
     head.first_attempt_at AS "firstAttemptAt", head.replay_id AS "replayID"
   FROM leased l JOIN webhooks w ON w.id = l.webhook_id
   LEFT JOIN LATERAL (
     SELECT d.event_id, d.attempt_count, d.first_attempt_at, d.replay_id, e.body
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.webhook_id = l.webhook_id AND d.subject = l.subject AND d.status = 'pending'
     ORDER BY d.event_id LIMIT ${LEASED_MESSAGES}
   ) head ON true
   ORDER BY l.last_event_id, l.webhook_id, head.event_id`;

/** Bounds the rows that one lease reads. */
const MAX_CANDIDATES = 2_048;

const IS_READY = `q.state = 'ready' AND (q.leased_until IS NULL OR q.leased_until < now())`;

const { $, values } = parameters('limit', 'token', 'parties', 'freeOfParties', 'freeOfOthers', 'exceptWebhooks');

/**
 * Leases in turns: the oldest queue of each party, then the next of each; within a party in turns of its webhooks. The steps:
 *
 * - `waiting`: the webhooks with a ready queue. The recursion jumps from each to the next in the index, so that a long queue of one costs the others
 *   nothing; it finds the first webhook like the others, because a plain query would sort all waiting rows.
 * - `webhook`: those that get messages, each with the number of queues that its party may have now.
 * - `oldest`: the oldest queues of each webhook, by their place. Rows are known by `ctid` from here on, the only path that a plan made on an empty
 *   table finds without reading all rows.
 * - `candidate`: their turns within the party.
 * - `chosen`: twice as many as wanted, because another worker may lease the same at once.
 * - `due`: the wanted ones, locked. A row that changed concurrently is skipped: its writer notifies the dispatcher.
 */
const LEASE = statement<LeasedRow>(
  'queue-lease',
  `WITH RECURSIVE waiting AS (
     SELECT '' AS webhook_id
     UNION ALL
     SELECT next.webhook_id FROM waiting CROSS JOIN LATERAL (
       SELECT q.webhook_id FROM webhook_queues q
       WHERE ${IS_READY} AND q.webhook_id > waiting.webhook_id
       ORDER BY q.webhook_id LIMIT 1
     ) next
   ), webhook AS (
     SELECT w.id, w.party_id, coalesce(party.free, ${$.freeOfOthers}::integer) AS free
     FROM waiting JOIN webhooks w ON w.id = waiting.webhook_id AND w.id <> ALL (${$.exceptWebhooks}::text[]) AND ${IS_SENT}
     LEFT JOIN unnest(${$.parties}::text[], ${$.freeOfParties}::integer[]) AS party (id, free) ON party.id = w.party_id
   ), oldest AS (
     SELECT w.party_id, w.free, q.* FROM webhook w CROSS JOIN LATERAL (
       SELECT q.ctid AS tid, q.last_event_id, row_number() OVER (ORDER BY q.last_event_id) AS place
       FROM webhook_queues q
       WHERE ${IS_READY} AND q.webhook_id = w.id
       ORDER BY q.last_event_id
       LIMIT least(w.free, 2 * ${$.limit}::integer, greatest(1, ${MAX_CANDIDATES} / (SELECT count(*) FROM waiting)))
     ) q
   ), candidate AS (
     SELECT tid, last_event_id, free, row_number() OVER (PARTITION BY party_id ORDER BY place, last_event_id) AS turn FROM oldest
   ), chosen AS (
     SELECT * FROM candidate WHERE turn <= free ORDER BY turn, last_event_id LIMIT 2 * ${$.limit}::integer
   ), due AS MATERIALIZED (
     SELECT q.ctid AS tid FROM chosen c JOIN webhook_queues q ON q.ctid = c.tid
     WHERE ${IS_READY}
     ORDER BY c.turn, c.last_event_id LIMIT ${$.limit}::integer FOR UPDATE OF q SKIP LOCKED
   ), leased AS (
     UPDATE webhook_queues q SET lease_token = ${$.token}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     WHERE q.ctid = ANY (ARRAY(SELECT tid FROM due))
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** How many queues may be leased now. */
export interface LeaseLimits {
  perParty: ReadonlyMap<string, number>;
  /** For other parties. */
  defaultPerParty: number;
  /** Webhooks of which none may be leased. */
  exceptWebhooks: readonly string[];
}

/** Leases up to `limit` ready queues, in turns of parties, the longest waiting first. */
export async function leaseQueues(
  database: Database,
  { limit, token, limits }: { limit: number; token: string; limits: LeaseLimits },
): Promise<LeasedQueue[]> {
  const { perParty, defaultPerParty, exceptWebhooks } = limits;
  const rows = await database.run(
    LEASE,
    values({
      limit,
      token,
      parties: [...perParty.keys()],
      freeOfParties: [...perParty.values()],
      freeOfOthers: defaultPerParty,
      exceptWebhooks,
    }),
  );
  return leasedQueues(rows, token);
}

const LEASE_RETRYING = statement<LeasedRow>(
  'queue-lease-retrying',
  `WITH leased AS (
     UPDATE webhook_queues q SET lease_token = $3 || '/' || $4, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
     FROM webhooks w
     WHERE q.webhook_id = $1 AND q.subject = $2 AND q.state = 'retrying' AND coalesce(q.retry_at, $5) <= $5
       AND (q.leased_until IS NULL OR q.leased_until < now() OR starts_with(q.lease_token, $3 || '/'))
       AND w.id = q.webhook_id AND ${IS_SENT}
     RETURNING q.webhook_id, q.subject, q.last_event_id
   )
   ${LEASED}`,
);

/** A step of a workflow, which takes over the lease of its own earlier attempt. */
export interface LeasingStep {
  owner: string;
  attempt: number;
  now: Date;
}

/** Leases a failing queue whose next attempt is due by the database: an activity may be called by any client of Temporal. */
export async function leaseRetryingQueue(
  database: Database,
  { webhookID, subject }: QueueRef,
  { owner, attempt, now }: LeasingStep,
): Promise<LeasedQueue | undefined> {
  const rows = await database.run(LEASE_RETRYING, [webhookID, subject, owner, String(attempt), rfc3339Text(now)]);
  return leasedQueues(rows, `${owner}/${attempt}`)[0];
}

/** Leases the longest due first. */
const LEASE_DUE = statement<LeasedRow>(
  'queue-lease-due',
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

/** Leases up to `limit` due queues of an endpoint. */
export async function leaseDueQueues(
  database: Database,
  { webhookID, now, limit, token }: { webhookID: string; now: Date; limit: number; token: string },
): Promise<LeasedQueue[]> {
  const rows = await database.run(LEASE_DUE, [webhookID, rfc3339Text(now), limit, token]);
  return leasedQueues(rows, token);
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

/** Reads the first message of a leased queue that was added during the statement before. */
export async function findHead(database: Database, queue: LeasedQueue): Promise<WaitingMessage | undefined> {
  const [message] = await database.run(HEAD, [queue.webhookID, queue.subject, queue.token]);
  return message;
}

const REVOKED = 'lost/';

/** Revokes the lease of a queue `q`: its owner can no longer record attempts, and no other owner gets it until it is released or the lease expires. */
export const REVOKE_LEASE = `lease_token = '${REVOKED}' || replace(q.lease_token, '${REVOKED}', '')`;

/** Locks queues in the order of changes of their subject: by webhook. */
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

/** Releases queues, also those whose lease was revoked. Deletes a queue whose messages were all discarded. */
export async function releaseQueues(database: Database, queues: readonly LeasedQueue[]): Promise<void> {
  if (queues.length === 0) return;
  await database.run(RELEASE, [
    queues.map(({ webhookID }) => webhookID),
    queues.map(({ subject }) => subject),
    queues.flatMap(({ token }) => [token, REVOKED + token]),
  ]);
}

/** Rows of one queue follow each other. */
function leasedQueues(rows: readonly LeasedRow[], token: string): LeasedQueue[] {
  const queues: (LeasedQueue & { following: WaitingMessage[] })[] = [];
  for (const row of rows) {
    const { webhookID, subject, partyID, url, isWebhookDeleted, hasStandardHeaders } = row;
    const message = isWebhookDeleted ? undefined : readHead(row);
    const last = queues.at(-1);
    if (last?.webhookID === webhookID && last.subject === subject) {
      if (message) last.following.push(message);
      continue;
    }
    const queue = { webhookID, subject, partyID, url, isWebhookDeleted, hasStandardHeaders };
    queues.push({ ...queue, token, head: message, following: [] });
  }
  return queues;
}
