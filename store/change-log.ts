import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import type { WithdrawalChange } from '../domain/wallets/withdrawal/withdrawal';
import type { WebhookMessage } from '../webhook-messages/message';
import type { Origin } from './platform/audit/origin';
import { statement, type BoundStatement, type Statement } from './postgres/database';
import { parameters } from './postgres/parameters';
import type { RecordedCustomerChange } from './payments/customer/customer.events';
import type { RecordedInvoiceChange } from './payments/invoice/invoice.events';
import { OUTBOX_COLUMNS, outboxRows } from './platform/outbox/outbox.rows';
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

/** `tryBefore` of a step without a deadline. */
export const ALWAYS = '9999-12-31T00:00:00Z';

export interface Change {
  subject: Subject;
  recipients: Recipients;
  occurredAt: Date;
  event?: RecordedEvent;
  messages?: readonly WebhookMessage[];
  commands?: readonly Command[];
}

const { $, values } = parameters(
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
);

/** The number of the first parameter of `appendingStatement`'s writes. */
export const FIRST_WRITE_PARAMETER = Object.keys($).length + 1;

const SUBJECT = `${$.subjectType} || '/' || ${$.subjectID}`;

/**
 * One statement writes all that a change leaves behind: its event, its webhook messages with their deliveries and queues, its commands and its
 * audit entry. Messages are numbered under the subject's lock, so that number order is commit order. The upsert of a queue's row prevents a
 * concurrent drain from deleting it.
 */
const APPENDED = `event AS (
     INSERT INTO events (subject_type, subject_id, number, occurred_at, changes)
     SELECT ${$.subjectType}, ${$.subjectID}, ${$.eventNumber}, ${$.occurredAt}, ${$.eventChanges}::jsonb
     WHERE ${$.eventNumber}::integer IS NOT NULL
   ), recipient AS NOT MATERIALIZED (
     SELECT id AS webhook_id, topic, delivered_types FROM webhooks
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
   ), stored_message AS (
     INSERT INTO webhook_events (id, topic, event_type, subject, occurred_at, traceparent, body)
     SELECT id, topic, event_type, ${SUBJECT}, ${$.occurredAt}, ${$.traceparent},
       '{"eventID":' || CASE WHEN ${$.hasTextualEventIDs} THEN '"' || id || '"' ELSE id::text END || ',' || substr(content, 2)
     FROM numbered_message
   ), addressed AS (
     SELECT r.webhook_id, m.id AS event_id
     FROM numbered_message m JOIN recipient r ON r.topic = m.topic AND m.event_type = ANY (r.delivered_types)
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
     INSERT INTO webhook_queues (webhook_id, subject, last_event_id)
     SELECT webhook_id, ${SUBJECT}, max(event_id) FROM addressed GROUP BY webhook_id ORDER BY webhook_id
     ON CONFLICT (webhook_id, subject) DO UPDATE SET last_event_id = EXCLUDED.last_event_id
   )
   SELECT EXISTS (SELECT FROM addressed) AS "hasSubscribers"`;

interface Appended {
  hasSubscribers: boolean;
}

const APPEND = statement<Appended>('append-change', `WITH ${APPENDED}`);

/**
 * Declares a statement that also writes the rows that the change is about: one round trip, plan and snapshot instead of two.
 * @param writes CTEs whose parameters begin at `FIRST_WRITE_PARAMETER`
 */
export function appendingStatement(name: string, writes: string): Statement<Appended> {
  return statement<Appended>(name, `WITH ${writes}, ${APPENDED}`);
}

export interface ChangeResult {
  hasCommands: boolean;
  hasSubscribers: boolean;
}

/**
 * Appends a change's event, webhook messages, commands and audit entry in the transaction of the change.
 * @param write an `appendingStatement` with the values of its writes
 */
export function appendChangeStatement(
  change: Change,
  origin?: Origin,
  write: BoundStatement<Appended> = { ...APPEND, values: [] },
): BoundStatement<Appended> {
  if (origin) origin.isNoted = true;
  return { ...write, values: [...changeValues(change, origin), ...write.values] };
}

/** A payment created by the call takes its id from the event. */
function originValue({ paymentID, ...origin }: Origin, { event }: Change): string {
  const made = event?.changes.flatMap((change) => ('paymentID' in change ? [change.paymentID] : []))[0];
  return JSON.stringify({ ...origin, paymentID: paymentID ?? made ?? null });
}

export function changeResult(change: Change, [row]: readonly Appended[]): ChangeResult {
  return { hasCommands: (change.commands ?? []).length > 0, hasSubscribers: row?.hasSubscribers ?? false };
}

function changeValues(change: Change, origin?: Origin): unknown[] {
  const { subject, recipients, event } = change;
  const occurredAt = rfc3339Text(change.occurredAt);
  const messages = (change.messages ?? []).map(({ topic, eventType, ...content }, place) => ({
    topic,
    event_type: eventType,
    place,
    content: JSON.stringify({ occuredAt: occurredAt, topic, eventType, ...content }),
  }));
  return values({
    subjectType: subject.type,
    subjectID: subject.id,
    occurredAt,
    eventNumber: event?.number ?? null,
    eventChanges: JSON.stringify(event?.changes ?? []),
    partyID: recipients.partyID,
    shopID: recipients.shopID ?? null,
    identityID: recipients.identityID ?? null,
    walletID: recipients.walletID ?? null,
    messages: JSON.stringify(messages),
    hasTextualEventIDs: hasTextualEventIds(subject.type),
    commands: outboxRows(change.commands ?? []),
    origin: origin ? originValue(origin, change) : null,
    traceparent: currentTrace() ?? null,
  });
}

/** `eventID` is an integer in the payments document and a string in the wallets document. */
function hasTextualEventIds(type: SubjectType): boolean {
  return type === 'withdrawal' || type === 'destination';
}
