import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import type { WithdrawalChange } from '../domain/wallets/withdrawal/withdrawal';
import type { WebhookMessage } from '../webhook-messages/message';
import type { LeasedQueue, WaitingMessage } from './delivery/webhook/queue.lease';
import type { Origin } from './platform/audit/origin';
import type { BoundStatement } from './postgres/database';
import { APPEND, appendValues, type Appended } from './append-change';
import type { RecordedCustomerChange } from './payments/customer/customer.events';
import type { RecordedInvoiceChange } from './payments/invoice/invoice.events';
import { outboxRows } from './platform/outbox/outbox.rows';
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
  /** What Temporal UI shows beside the summary: amount, shop, method. */
  memo?: Record<string, string>;
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

export interface ChangeResult {
  hasCommands: boolean;
  /** Whether messages wait for a lease. */
  hasDeliveries: boolean;
  /** For the dispatcher of this process. */
  leased?: readonly LeasedQueue[];
}

/**
 * Appends a change's event, webhook messages, commands and audit entry in the transaction of the change.
 * @param write a statement by `withAppended`, with the values of its writes
 * @param leaseToken of the dispatcher of this process, which gets the new queues
 */
export function appendChangeStatement(
  change: Change,
  origin?: Origin,
  { write = { ...APPEND, values: [] }, leaseToken }: { write?: BoundStatement<Appended>; leaseToken?: string } = {},
): BoundStatement<Appended> {
  if (origin) origin.isNoted = true;
  return { ...write, values: [...changeValues(change, origin, leaseToken), ...write.values] };
}

/** A payment created by the call takes its id from the event. */
function originValue({ paymentID, ...origin }: Origin, { event }: Change): string {
  const made = event?.changes.flatMap((change) => ('paymentID' in change ? [change.paymentID] : []))[0];
  return JSON.stringify({ ...origin, paymentID: paymentID ?? made ?? null });
}

export function changeResult(change: Change, rows: readonly Appended[], leaseToken?: string): ChangeResult {
  const hasCommands = (change.commands ?? []).length > 0;
  const hasDeliveries = rows[0]?.hasDeliveries ?? false;
  return { hasCommands, hasDeliveries, ...(leaseToken && { leased: leasedQueues(change, leaseToken, rows) }) };
}

/** Rows of one queue follow each other. */
function leasedQueues({ subject, recipients }: Change, token: string, rows: readonly Appended[]): LeasedQueue[] {
  const messagesOf = new Map<string, WaitingMessage[]>();
  for (const { webhookID, eventID, body } of rows) {
    if (webhookID === null || eventID === null || body === null) continue;
    const message = { eventID, body, attemptCount: 0, firstAttemptAt: null, replayID: null };
    messagesOf.set(webhookID, [...(messagesOf.get(webhookID) ?? []), message]);
  }
  return [...messagesOf].map(([webhookID, [head, ...following]]) => {
    const { url, hasStandardHeaders } = rows.find((row) => row.webhookID === webhookID) ?? {};
    const queue = { webhookID, subject: `${subject.type}/${subject.id}`, partyID: recipients.partyID, token };
    const webhook = { url: url ?? '', isWebhookDeleted: false, hasStandardHeaders: hasStandardHeaders ?? false };
    return { ...queue, ...webhook, head, following };
  });
}

function changeValues(change: Change, origin?: Origin, leaseToken?: string): unknown[] {
  const { subject, recipients, event } = change;
  const occurredAt = rfc3339Text(change.occurredAt);
  const messages = (change.messages ?? []).map(({ topic, eventType, ...content }, place) => ({
    topic,
    event_type: eventType,
    place,
    content: JSON.stringify({ occuredAt: occurredAt, topic, eventType, ...content }),
  }));
  return appendValues({
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
    leaseToken: leaseToken ?? null,
  });
}

/** `eventID` is an integer in the payments document and a string in the wallets document. */
function hasTextualEventIds(type: SubjectType): boolean {
  return type === 'withdrawal' || type === 'destination';
}
