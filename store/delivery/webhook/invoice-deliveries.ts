import { statement } from '../../postgres/database';
import { listBy } from '../../postgres/readers';

/** An attempt to deliver a message. */
export interface StoredDeliveryAttempt {
  number: number;
  startedAt: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

/** A message about an invoice to one of its party's webhooks, with its latest attempts. */
export interface StoredInvoiceDelivery {
  eventID: bigint;
  eventType: string;
  occurredAt: Date;
  webhookID: string;
  url: string;
  status: string;
  attemptCount: number;
  body: string;
  /** The newest first. */
  attempts: StoredDeliveryAttempt[];
}

export const MAX_DELIVERIES = 100;
const MAX_ATTEMPTS = 10;

const MESSAGES = `SELECT d.event_id AS "eventID", e.event_type AS "eventType", e.occurred_at AS "occurredAt", w.id AS "webhookID", w.url,
     d.status, d.attempt_count AS "attemptCount", e.body, coalesce((
       SELECT jsonb_agg(jsonb_build_object('number', a.number, 'startedAt', to_char(a.started_at AT TIME ZONE 'UTC',
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error, 'answer', a.answer)
         ORDER BY a.number DESC)
       FROM (SELECT t.* FROM webhook_attempts t WHERE t.webhook_id = d.webhook_id AND t.event_id = d.event_id
             ORDER BY t.number DESC LIMIT ${MAX_ATTEMPTS}) a), '[]') AS attempts
   FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id JOIN webhook_events e ON e.id = d.event_id
   WHERE w.party_id = $1 AND w.deleted_at IS NULL`;
const NEWEST_FIRST = `ORDER BY d.event_id DESC, w.id LIMIT ${MAX_DELIVERIES}`;

const LIST = statement<StoredInvoiceDelivery>(
  'invoice-delivery-list',
  `${MESSAGES} AND d.subject = 'invoice/' || $2::text ${NEWEST_FIRST}`,
);

/** The subjects are read first, as an array: else a webhook without failures might be searched by all events of the platform. */
const LIST_FAILING = statement<StoredInvoiceDelivery>(
  'webhook-failing-list',
  `${MESSAGES} AND w.id = $2 AND d.webhook_id = $2 AND d.status = 'pending' AND d.attempt_count > 0
     AND d.subject = ANY (ARRAY(SELECT q.subject FROM webhook_queues q WHERE q.webhook_id = $2 AND q.state <> 'ready'
       ORDER BY q.last_event_id DESC LIMIT ${MAX_DELIVERIES})) ${NEWEST_FIRST}`,
);

/** The newest messages about an invoice to webhooks of its party. */
export const listInvoiceDeliveries = listBy(LIST, 'partyID', 'invoiceID');

/** The newest messages that a webhook of the party has refused or not answered, and that are tried again. */
export const listFailingDeliveries = listBy(LIST_FAILING, 'partyID', 'webhookID');
