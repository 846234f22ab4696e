import { formatAmount } from '../money/amount-text';
import { paymentFailurePath } from '../payment/payment-failure';
import { isLater, rfc3339Text } from '../rfc3339/rfc3339';
import {
  TIMELINE_KINDS,
  type TimelineCall,
  type TimelineChange,
  type TimelineCommand,
  type TimelineConnectorAttempt,
  type TimelineDelivery,
  type TimelineDispute,
  type TimelineEntry,
  type TimelineEvent,
  type TimelineFinding,
  type TimelineSources,
  type TimelineTransfer,
} from './timeline';
import { stepEntry } from './workflow-words';

type DraftEntry = Omit<TimelineEntry, 'kind' | 'workflow'>;

/** Merges all sources into one list sorted by time, then by kind. */
export function mergeTimeline(sources: TimelineSources): TimelineEntry[] {
  const toEntry = (kind: TimelineEntry['kind'], entry: DraftEntry): TimelineEntry => ({
    ...entry,
    kind,
    workflow: null,
  });
  const entries = [
    ...sources.calls.map((call) => toEntry(call.status === null ? 'operator' : 'call', toCallEntry(call))),
    ...sources.commands.flatMap((command) => toCommandEntries(command).map((entry) => toEntry('operator', entry))),
    ...sources.events.flatMap((event) => toEventEntries(event).map((entry) => toEntry('event', entry))),
    ...sources.transfers.map((transfer) => toEntry('ledger', toTransferEntry(transfer))),
    ...sources.steps.map(stepEntry),
    ...sources.attempts.flatMap((attempt) => toAttemptEntries(attempt).map((entry) => toEntry('connector', entry))),
    ...sources.disputes.map((dispute) => toEntry('connector', toDisputeEntry(dispute))),
    ...toDeliveryEntries(sources.deliveries).map((entry) => toEntry('webhook', entry)),
    ...sources.findings.flatMap((finding) => toFindingEntries(finding).map((entry) => toEntry('finding', entry))),
  ];
  return entries.sort(compareEntries);
}

function compareEntries(one: TimelineEntry, other: TimelineEntry): number {
  if (isLater(one.at, other.at)) return 1;
  if (isLater(other.at, one.at)) return -1;
  return TIMELINE_KINDS.indexOf(one.kind) - TIMELINE_KINDS.indexOf(other.kind);
}

function toCallEntry({ occurredAt, operation, caller, status, requestID, refusal }: TimelineCall): DraftEntry {
  const answered = status === null ? '' : `, answered ${status}`;
  const what = `${operation} by ${caller}${answered} (${status === null ? 'workflow' : 'request'} ${requestID})`;
  const group = status === null ? {} : { group: `call ${operation} ${caller} ${status} ${refusal}` };
  return { at: occurredAt, what, reason: refusal, ...group };
}

/** The request, the decision of another operator, and the end. */
function toCommandEntries(command: TimelineCommand): DraftEntry[] {
  const { id, type, state, amountMinor, currency, requesterName, requestedRole, requestedAt, reason } = command;
  const amount = amountMinor === null || currency === null ? '' : ` of ${formatAmount({ amountMinor, currency })}`;
  const requested = `${requesterName} (${requestedRole}) requests ${type}${amount} (command ${id})`;
  const entries: DraftEntry[] = [{ at: requestedAt, what: requested, reason }];
  if (command.decidedAt && command.deciderName !== null) {
    const word = state === 'Rejected' ? 'rejects' : 'approves';
    const what = `${command.deciderName} ${word} ${type} (command ${id})`;
    entries.push({ at: command.decidedAt, what, reason: command.decisionReason });
  }
  if (command.finishedAt && (state === 'Succeeded' || state === 'Failed')) {
    entries.push({ at: command.finishedAt, what: `${type} ${state} (command ${id})`, reason: command.failure });
  }
  if (state === 'Expired')
    entries.push({ at: command.expiresAt, what: `${type} expires without approval (command ${id})`, reason: null });
  return entries;
}

function toEventEntries({ number, occurredAt, changes }: TimelineEvent): DraftEntry[] {
  return changes.map((change) => ({
    at: occurredAt,
    what: `${describeChange(change)} (event ${number})`,
    reason: getReason(change),
  }));
}

/** Status changes of a withdrawal have no type. */
function describeChange({
  changeType = 'StatusChanged',
  status,
  paymentID,
  refundID,
  bindingID,
}: TimelineChange): string {
  const parts = [
    paymentID === undefined ? undefined : `payment ${paymentID}`,
    refundID === undefined ? undefined : `refund ${refundID}`,
    bindingID === undefined ? undefined : `binding ${bindingID}`,
  ].filter((part) => part !== undefined);
  const subject = parts.length > 0 ? ` of ${parts.join(', ')}` : '';
  return `${changeType}${subject}${status === undefined ? '' : `: ${status}`}`;
}

function getReason({ error, failure, reason }: TimelineChange): string | null {
  const tree = error ?? failure;
  return tree ? paymentFailurePath(tree) : (reason ?? null);
}

const TRANSFER_WORDS: Readonly<Record<string, string>> = {
  posted: 'moved',
  pending: 'held',
  post: 'posted from a hold',
  void: 'hold released',
};

function toTransferEntry(transfer: TimelineTransfer): DraftEntry {
  const { id, kind, debitAccountID, creditAccountID, reason, createdAt } = transfer;
  const word = TRANSFER_WORDS[kind] ?? kind;
  const amount = kind === 'void' ? word : `${formatAmount(transfer)} ${word}`;
  return { at: createdAt, what: `${amount}: ${debitAccountID} → ${creditAccountID} (${id})`, reason };
}

function toAttemptEntries(attempt: TimelineConnectorAttempt): DraftEntry[] {
  const { number, connector, operationID, reason, outcome, answer, startedAt, endedAt } = attempt;
  const name = number === null ? operationID : `attempt ${number}`;
  const what =
    number === null ? `${operationID} goes to ${connector}` : `${name} goes to ${connector} (${operationID})`;
  const started = { at: startedAt, what, reason };
  if (!endedAt) return [started];
  return [started, { at: endedAt, what: `${connector} ${outcome ?? 'ended'} ${name}`, reason: answer }];
}

/** What an acquirer states about a dispute, with its deadline and what came of it. */
function toDisputeEntry(dispute: TimelineDispute): DraftEntry {
  const { account, disputeReference, event, stage, amountMinor, currency, answerDueAt, receivedAt, state } = dispute;
  const at = stage === null ? '' : ` at ${stage}`;
  const amount = amountMinor === null || currency === null ? '' : `, ${formatAmount({ amountMinor, currency })}`;
  const due = answerDueAt === null ? '' : `, evidence due ${rfc3339Text(answerDueAt)}`;
  const what = `${account} states dispute ${disputeReference} ${event}${at}${amount}${due} (${state})`;
  const reasons = [dispute.reasonCode, dispute.category, dispute.why].filter((part) => part !== null);
  return { at: receivedAt, what, reason: reasons.length === 0 ? null : reasons.join(': ') };
}

/** A closed finding has a second entry for its resolution. */
function toFindingEntries(finding: TimelineFinding): DraftEntry[] {
  const { id, connector, kind, operationID, status, reason, foundAt, statusChangedAt, resolution, resolvedBy } =
    finding;
  const found = { at: foundAt, what: `${connector} differs, ${kind} of ${operationID} (finding ${id})`, reason };
  if (status === 'open' || status === 'repairing') return [found];
  const who = resolvedBy === null ? '' : ` by ${resolvedBy}`;
  return [found, { at: statusChangedAt, what: `finding ${id} ${status}${who}`, reason: resolution }];
}

/** A discarded message has one more entry after its last attempt. */
function toDeliveryEntries(deliveries: readonly TimelineDelivery[]): DraftEntry[] {
  const discarded = new Map(
    deliveries.filter((one) => one.delivery === 'discarded').map((one) => [`${one.webhookID} ${one.eventID}`, one]),
  );
  return [...deliveries.map(toDeliveryEntry), ...[...discarded.values()].map(toDiscardEntry)];
}

function toDeliveryEntry(delivery: TimelineDelivery): DraftEntry {
  const { number, startedAt, status, error, answer, durationMs } = delivery;
  if (number === null || !startedAt) {
    return { at: delivery.occurredAt, what: `${describeMessage(delivery)}: no attempt yet`, reason: null };
  }
  const outcome = status === null ? 'no answer' : `answered ${status}`;
  const what = `${describeMessage(delivery)}, attempt ${number}: ${outcome} in ${durationMs ?? 0} ms`;
  const group = `delivery ${delivery.webhookID} ${delivery.eventID}`;
  const { webhookID, eventID } = delivery;
  const reason = error ?? (status === 200 ? null : answer);
  return { at: startedAt, what, reason, group, attempt: { webhookID, eventID, number } };
}

function toDiscardEntry(delivery: TimelineDelivery): DraftEntry {
  const at = delivery.finishedAt ?? delivery.startedAt ?? delivery.occurredAt;
  return { at, what: `${describeMessage(delivery)}: discarded`, reason: delivery.discardReason };
}

function describeMessage({ eventType, eventID, webhookID }: TimelineDelivery): string {
  return `${eventType} (message ${eventID}) to webhook ${webhookID}`;
}

/** Formats a timeline for a terminal, one line per entry. */
export function formatTimeline(entries: readonly TimelineEntry[]): string[] {
  return entries.map(({ at, kind, what, reason, foldedCount }) => {
    const time = rfc3339Text(new Date(at.getTime())).padEnd(24);
    const folded = foldedCount === undefined ? '' : ` [${foldedCount} more like this before]`;
    return `${time}  ${kind.padEnd(9)}  ${what}${reason === null ? '' : ` — ${reason}`}${folded}`;
  });
}
