import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import type { WithdrawalChange } from '../domain/withdrawal/withdrawal';
import type { WebhookMessage } from '../webhooks/messages/message';
import type { Origin } from './audit/origin';
import { statement, type BoundStatement } from './postgres/database';
import type { RecordedCustomerChange } from './customer/customer.events';
import type { RecordedInvoiceChange } from './invoice/invoice.events';
import { OUTBOX_COLUMNS, outboxRows } from './outbox/outbox.rows';
import { currentTrace } from './trace-context';

/** The kind of an entity whose events are numbered and delivered in commit order. */
export type SubjectType = 'invoice' | 'customer' | 'withdrawal' | 'destination' | 'payout';

export interface Subject {
  type: SubjectType;
  id: string;
}

/** One event of the polling API: its number within the subject and the changes that committed together. */
export interface RecordedEvent {
  number: number;
  changes: readonly (RecordedInvoiceChange | RecordedCustomerChange | WithdrawalChange)[];
}

/** Selects webhooks of the party's shop, or of its identity and wallet. */
export interface Recipients {
  partyID: string;
  shopID?: string;
  identityID?: string;
  walletID?: string;
}

/** A message to Temporal, delivered at least once after the commit. */
export type Command =
  | StartCommand
  | { kind: 'signal'; workflowID: string; signal: string; args: readonly unknown[]; traceparent?: string }
  | SignalWithStartCommand;

export interface SignalWithStartCommand extends Omit<StartCommand, 'kind'> {
  kind: 'signalWithStart';
  signal: string;
  signalArgs: readonly unknown[];
  mayRunAgain: boolean;
}

export interface StartCommand {
  kind: 'start';
  workflowID: string;
  workflowType: string;
  /** Only ids, amounts (as strings) and dates, because operators can read histories. */
  args: readonly unknown[];
  searchAttributes?: Record<string, string>;
  summary?: string;
  /** Whether a closed workflow is started again; otherwise the command is then done. */
  mayRunAgain?: boolean;
  /** ISO 8601: until then the dispatcher makes the first attempt of the step itself, and delivers its result. */
  tryBefore?: string;
  traceparent?: string;
}

export interface Change {
  subject: Subject;
  recipients: Recipients;
  occurredAt: Date;
  event?: RecordedEvent;
  messages?: readonly WebhookMessage[];
  commands?: readonly Command[];
}

/**
 * Numbers webhook messages under the subject's lock, so that number order is commit order. The upsert of the queue's
 * row prevents a concurrent drain from deleting it.
 */
const APPEND = statement<{ hasSubscribers: boolean }>(
  'append-change',
  `WITH event AS (
     INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
     SELECT $1, $2, $4, $3, $5::jsonb WHERE $4::integer IS NOT NULL
   ), numbered AS MATERIALIZED (
     SELECT nextval('webhook_event_ids') AS id, a.topic, a.event_type, a.content
     FROM (
       SELECT * FROM jsonb_to_recordset($6::jsonb) AS given (topic text, event_type text, content text, place integer)
       WHERE EXISTS (
         SELECT 1 FROM webhooks w WHERE ${matches('given')}
       )
       ORDER BY place
     ) a
   ), message AS (
     INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, traceparent, body)
     SELECT id, topic, event_type, $1 || '/' || $2, $3, $14,
       '{"eventID":' || CASE WHEN $11 THEN '"' || id || '"' ELSE id::text END || ',' || substr(content, 2)
     FROM numbered
   ), addressed AS (
     SELECT w.id AS webhook_id, a.id AS event_id FROM numbered a JOIN webhooks w ON ${matches('a')}
   ), delivery AS (
     INSERT INTO webhook_deliveries (webhook_id, subject, event_id)
     SELECT webhook_id, $1 || '/' || $2, event_id FROM addressed
   ), commanded AS (
     INSERT INTO outbox (${OUTBOX_COLUMNS})
     SELECT command ->> 'workflowID', lane, $7, command
     FROM jsonb_to_recordset($12::jsonb) AS waiting (lane text, command jsonb)
   ), audited AS (
     INSERT INTO audit_log
       (subject_type, subject_id, event_number, occurred_at, payment_id, request_id, operation, caller, party_id, status,
        reason)
     SELECT $1, $2, $4, $3, o ->> 'paymentID', o ->> 'requestID', o ->> 'operation', o ->> 'caller', o ->> 'partyID',
       (o ->> 'status')::integer, o ->> 'reason'
     FROM (SELECT $13::jsonb AS o) origin WHERE o IS NOT NULL
   ), queue AS (
     INSERT INTO webhook_queues (webhook_id, subject, last_event_id)
     SELECT webhook_id, $1 || '/' || $2, max(event_id) FROM addressed GROUP BY webhook_id ORDER BY webhook_id
     ON CONFLICT (webhook_id, subject) DO UPDATE SET last_event_id = EXCLUDED.last_event_id
   )
   SELECT EXISTS (SELECT 1 FROM addressed) AS "hasSubscribers"`,
);

function matches(message: string): string {
  return `w.deleted_at IS NULL AND w.is_active AND w.party_id = $7
    AND (w.shop_id IS NULL OR w.shop_id = $8)
    AND (w.identity_id IS NULL OR w.identity_id = $9)
    AND (w.wallet_id IS NULL OR w.wallet_id = $10)
    AND w.topic = ${message}.topic AND ${message}.event_type = ANY (w.delivered_types)`;
}

export interface ChangeResult {
  hasCommands: boolean;
  hasSubscribers: boolean;
}

/** Appends a change's event, webhook messages, commands and audit entry in the transaction of the change. */
export function appendChangeStatement(change: Change, origin?: Origin): BoundStatement<{ hasSubscribers: boolean }> {
  if (origin) origin.isNoted = true;
  return {
    ...APPEND,
    values: [...changeValues(change), origin ? originValue(origin, change) : null, currentTrace() ?? null],
  };
}

/** A payment created by the call takes its id from the event. */
function originValue({ paymentID, ...origin }: Origin, { event }: Change): string {
  const made = event?.changes.flatMap((change) => ('paymentID' in change ? [change.paymentID] : []))[0];
  return JSON.stringify({ ...origin, paymentID: paymentID ?? made ?? null });
}

export function changeResult(change: Change, [row]: readonly { hasSubscribers: boolean }[]): ChangeResult {
  return { hasCommands: (change.commands ?? []).length > 0, hasSubscribers: row?.hasSubscribers ?? false };
}

function changeValues(change: Change): unknown[] {
  const { subject, recipients } = change;
  const occurredAt = rfc3339Text(change.occurredAt);
  const messages = (change.messages ?? []).map(({ topic, eventType, ...content }, place) => ({
    topic,
    event_type: eventType,
    place,
    content: JSON.stringify({ occuredAt: occurredAt, topic, eventType, ...content }),
  }));
  return [
    subject.type,
    subject.id,
    occurredAt,
    change.event?.number ?? null,
    JSON.stringify(change.event?.changes ?? []),
    JSON.stringify(messages),
    recipients.partyID,
    recipients.shopID ?? null,
    recipients.identityID ?? null,
    recipients.walletID ?? null,
    hasTextualEventIds(subject.type),
    outboxRows(change.commands ?? []),
  ];
}

/** `eventID` is an integer in the payments document and a string in the wallets document. */
function hasTextualEventIds(type: SubjectType): boolean {
  return type === 'withdrawal' || type === 'destination';
}
