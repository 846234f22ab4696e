import { LEASE_SECONDS } from './delivery/webhook/queue.lease';
import { OUTBOX_COLUMNS } from './platform/outbox/outbox.rows';
import { statement } from './postgres/database';
import { parameters } from './postgres/parameters';

const { $, values: appendValues } = parameters(
  'subjectType',
  'subjectID',
  'occurredAt',
  'eventNumber',
  'eventChanges',
  'partyID',
  'shopID',
  'identityID',
  'walletID',
  'messages',
  'hasTextualEventIDs',
  'commands',
  'origin',
  'traceparent',
  'leaseToken',
);

/** The number of the first parameter of `withAppended`'s writes. */
export const FIRST_WRITE_PARAMETER = Object.keys($).length + 1;

const SUBJECT = `${$.subjectType} || '/' || ${$.subjectID}`;

/**
 * One statement writes all that a change leaves behind: its event, its webhook messages with their deliveries and queues, its commands and its
 * audit entry. Messages are numbered under the subject's lock, so that number order is commit order. The upsert of a queue's row prevents a
 * concurrent drain from deleting it. With a lease token a new queue is leased at once, and its messages are returned; a queue that exists has
 * earlier messages, and keeps its owner.
 */
const APPENDED = `event AS (
     INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
     SELECT ${$.subjectType}, ${$.subjectID}, ${$.eventNumber}, ${$.occurredAt}, ${$.eventChanges}::jsonb
     WHERE ${$.eventNumber}::integer IS NOT NULL
   ), recipient AS NOT MATERIALIZED (
     SELECT id AS webhook_id, topic, delivered_types, paused_at IS NULL AS is_sent FROM webhooks
     WHERE deleted_at IS NULL AND is_active AND party_id = ${$.partyID}
       AND (shop_id IS NULL OR shop_id = ${$.shopID})
       AND (identity_id IS NULL OR identity_id = ${$.identityID})
       AND (wallet_id IS NULL OR wallet_id = ${$.walletID})
   ), wanted_message AS (
     SELECT message.* FROM jsonb_to_recordset(${$.messages}::jsonb) AS message (topic text, event_type text, content text, place integer)
     WHERE EXISTS (SELECT FROM recipient r WHERE r.topic = message.topic AND message.event_type = ANY (r.delivered_types))
     ORDER BY place
   ), numbered_message AS MATERIALIZED (
     SELECT nextval('webhook_event_ids') AS id, topic, event_type, content FROM wanted_message
   ), message AS MATERIALIZED (
     SELECT id, topic, event_type,
       '{"eventID":' || CASE WHEN ${$.hasTextualEventIDs} THEN '"' || id || '"' ELSE id::text END || ',' || substr(content, 2) AS body
     FROM numbered_message
   ), stored_message AS (
     INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, traceparent, body)
     SELECT id, topic, event_type, ${SUBJECT}, ${$.occurredAt}, ${$.traceparent}, body FROM message
   ), addressed AS MATERIALIZED (
     SELECT r.webhook_id, r.is_sent, m.id AS event_id, m.body
     FROM message m JOIN recipient r ON r.topic = m.topic AND m.event_type = ANY (r.delivered_types)
   ), delivery AS (
     INSERT INTO webhook_deliveries (webhook_id, subject, event_id)
     SELECT webhook_id, ${SUBJECT}, event_id FROM addressed
   ), command AS (
     INSERT INTO outbox (${OUTBOX_COLUMNS})
     SELECT given.command ->> 'workflowID', given.lane, ${$.partyID}, given.command
     FROM jsonb_to_recordset(${$.commands}::jsonb) AS given (lane text, command jsonb)
   ), audit_entry AS (
     INSERT INTO audit_log
       (subject_type, subject_id, event_number, occurred_at, payment_id, request_id, operation, caller, party_id, status,
        reason)
     SELECT ${$.subjectType}, ${$.subjectID}, ${$.eventNumber}, ${$.occurredAt}, o ->> 'paymentID', o ->> 'requestID', o ->> 'operation',
       o ->> 'caller', o ->> 'partyID', (o ->> 'status')::integer, o ->> 'reason'
     FROM (SELECT ${$.origin}::jsonb AS o) origin WHERE o IS NOT NULL
   ), queue AS (
     INSERT INTO webhook_queues (webhook_id, subject, last_event_id, lease_token, leased_until)
     SELECT webhook_id, ${SUBJECT}, max(event_id), CASE WHEN is_sent THEN ${$.leaseToken} END,
       CASE WHEN is_sent AND ${$.leaseToken} IS NOT NULL THEN now() + make_interval(secs => ${LEASE_SECONDS}) END
     FROM addressed GROUP BY webhook_id, is_sent ORDER BY webhook_id
     ON CONFLICT (webhook_id, subject) DO UPDATE SET last_event_id = EXCLUDED.last_event_id
     RETURNING webhook_id, (lease_token = ${$.leaseToken}) IS TRUE AS is_leased
   )
   SELECT EXISTS (SELECT FROM queue WHERE NOT is_leased) AS "hasDeliveries", w.id AS "webhookID", w.url,
     w.has_standard_headers AS "hasStandardHeaders", a.event_id AS "eventID", a.body
   FROM (SELECT) one LEFT JOIN (
     queue q JOIN webhooks w ON w.id = q.webhook_id JOIN addressed a ON a.webhook_id = q.webhook_id
   ) ON q.is_leased
   ORDER BY w.id, a.event_id`;

/** One row for each message of a leased queue, or one without a message. */
export interface Appended {
  hasDeliveries: boolean;
  webhookID: string | null;
  url: string | null;
  hasStandardHeaders: boolean | null;
  eventID: bigint | null;
  body: string | null;
}

export { appendValues };

/** Appends only. */
export const APPEND = statement<Appended>('append-change', `WITH ${APPENDED}`);

/**
 * The text of a statement that also writes the rows that the change is about: one round trip, plan and snapshot instead of two.
 * @param writes CTEs whose parameters begin at `FIRST_WRITE_PARAMETER`
 */
export function withAppended(writes: string): string {
  return `WITH ${writes}, ${APPENDED}`;
}
