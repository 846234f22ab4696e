import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import type { WithdrawalChange } from '../domain/withdrawal/withdrawal';
import type { WebhookMessage } from '../webhooks/messages/message';
import type { Origin } from './audit/origin';
import { statement, type BoundStatement } from './database';
import type { RecordedCustomerChange } from './customer/customer.events';
import type { RecordedInvoiceChange } from './invoice/invoice.events';
import { OUTBOX_COLUMNS, outboxRows } from './outbox/outbox.rows';
import { currentTrace } from './trace-context';

/** The thing whose history is one queue: everything about it is numbered and delivered in the order it committed. */
export type SubjectType = 'invoice' | 'customer' | 'withdrawal' | 'destination';

export interface Subject {
  type: SubjectType;
  id: string;
}

/** One event as the polling API shows it: a number within its subject and one or more changes that committed together. */
export interface RecordedEvent {
  number: number;
  changes: readonly (RecordedInvoiceChange | RecordedCustomerChange | WithdrawalChange)[];
}

/** Who receives webhook messages: webhooks of the party's shop, or of the party's identity (and wallet). */
export interface Recipients {
  partyID: string;
  shopID?: string;
  identityID?: string;
  walletID?: string;
}

/** A message to the workflow engine, delivered at least once after the commit. */
export type Command =
  | StartCommand
  | { kind: 'signal'; workflowID: string; signal: string; args: readonly unknown[]; traceparent?: string }
  | SignalWithStartCommand;

/** Signals a workflow, and starts it where it does not run. */
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
  /** Only ids, money (as strings) and dates: histories are public to operators. */
  args: readonly unknown[];
  searchAttributes?: Record<string, string>;
  summary?: string;
  /** Whether a workflow that has ended is started anew; otherwise the command is then done. */
  mayRunAgain?: boolean;
  /** The trace that it belongs to, where one is traced: noted as it is written. */
  traceparent?: string;
}

/** What one transition leaves behind, beside the entity's own row. */
export interface Change {
  subject: Subject;
  recipients: Recipients;
  occurredAt: Date;
  event?: RecordedEvent;
  messages?: readonly WebhookMessage[];
  commands?: readonly Command[];
}

/**
 * Webhook messages get their numbers here, under the lock of their subject, so that number order is commit order.
 * Only messages that somebody subscribed to are kept. The queue's row is locked by the upsert, which makes a drainer
 * that is about to delete it see the new message.
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
       (subject_type, subject_id, event_number, occurred_at, payment_id, request_id, operation, caller, party_id, status)
     SELECT $1, $2, $4, $3, o ->> 'paymentID', o ->> 'requestID', o ->> 'operation', o ->> 'caller', o ->> 'partyID',
       (o ->> 'status')::integer
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

/** Who has to be woken once a change is committed. */
export interface ChangeResult {
  /** Whether there are commands for the workflow engine. */
  hasCommands: boolean;
  /** Whether a webhook is subscribed to it. */
  hasSubscribers: boolean;
}

/**
 * Appends a change's event, its webhook messages, its commands and who asked for it: committed with the writes that change the
 * entity.
 */
export function appendChangeStatement(change: Change, origin?: Origin): BoundStatement<{ hasSubscribers: boolean }> {
  if (origin) origin.isNoted = true;
  return {
    ...APPEND,
    values: [...changeValues(change), origin ? originValue(origin, change) : null, currentTrace() ?? null],
  };
}

/** A payment that a call has just made is named by its event. */
function originValue({ paymentID, ...origin }: Origin, { event }: Change): string {
  const made = event?.changes.flatMap((change) => ('paymentID' in change ? [change.paymentID] : []))[0];
  return JSON.stringify({ ...origin, paymentID: paymentID ?? made ?? null });
}

/** What the rows of `changeStatement` say. */
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

/** The two event documents differ: `eventID` is an integer for payments and a string for wallets. */
function hasTextualEventIds(type: SubjectType): boolean {
  return type === 'withdrawal' || type === 'destination';
}
