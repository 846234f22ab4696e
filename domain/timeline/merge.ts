import { amountText } from '../money/amount-text';
import { isLater, rfc3339Text } from '../rfc3339/rfc3339';
import {
  TIMELINE_KINDS,
  type FailureTree,
  type TimelineCall,
  type TimelineChange,
  type TimelineConnectorAttempt,
  type TimelineDelivery,
  type TimelineEntry,
  type TimelineEvent,
  type TimelineFinding,
  type TimelineSources,
  type TimelineTransfer,
} from './timeline';
import { stepEntry } from './workflow-words';

type DraftEntry = Omit<TimelineEntry, 'kind' | 'workflow'>;

/** Puts what all records tell into one order: by time, and at one moment from the call outwards. Nothing is left out. */
export function mergeTimeline(sources: TimelineSources): TimelineEntry[] {
  const of = (kind: TimelineEntry['kind'], told: DraftEntry): TimelineEntry => ({ ...told, kind, workflow: null });
  const entries = [
    ...sources.calls.map((call) => of(call.status === null ? 'operator' : 'call', entryOfCall(call))),
    ...sources.events.flatMap((event) => entryOfEvent(event).map((told) => of('event', told))),
    ...sources.transfers.map((transfer) => of('ledger', entryOfTransfer(transfer))),
    ...sources.steps.map(stepEntry),
    ...sources.attempts.flatMap((attempt) => entryOfAttempt(attempt).map((told) => of('connector', told))),
    ...entriesOfDeliveries(sources.deliveries).map((told) => of('webhook', told)),
    ...sources.findings.flatMap((finding) => entryOfFinding(finding).map((told) => of('finding', told))),
  ];
  return entries.sort(inOrder);
}

function inOrder(one: TimelineEntry, other: TimelineEntry): number {
  if (isLater(one.at, other.at)) return 1;
  if (isLater(other.at, one.at)) return -1;
  return TIMELINE_KINDS.indexOf(one.kind) - TIMELINE_KINDS.indexOf(other.kind);
}

function entryOfCall({ occurredAt, operation, caller, status, requestID, refusal }: TimelineCall): DraftEntry {
  const answered = status === null ? '' : `, answered ${status}`;
  const what = `${operation} by ${caller}${answered} (${status === null ? 'workflow' : 'request'} ${requestID})`;
  return { at: occurredAt, what, reason: refusal };
}

function entryOfEvent({ number, occurredAt, changes }: TimelineEvent): DraftEntry[] {
  return changes.map((change) => ({
    at: occurredAt,
    what: `${changeWords(change)} (event ${number})`,
    reason: getReason(change),
  }));
}

/** Changes of a withdrawal's status have no type of their own. */
function changeWords({ changeType = 'StatusChanged', status, paymentID, refundID, bindingID }: TimelineChange): string {
  const of = [
    paymentID === undefined ? undefined : `payment ${paymentID}`,
    refundID === undefined ? undefined : `refund ${refundID}`,
    bindingID === undefined ? undefined : `binding ${bindingID}`,
  ].filter((part) => part !== undefined);
  const subject = of.length > 0 ? ` of ${of.join(', ')}` : '';
  return `${changeType}${subject}${status === undefined ? '' : `: ${status}`}`;
}

function getReason({ error, failure, reason }: TimelineChange): string | null {
  const tree = error ?? failure;
  return tree ? buildPath(tree) : (reason ?? null);
}

function buildPath({ code, subError }: FailureTree): string {
  return subError ? `${code}:${buildPath(subError)}` : code;
}

const TRANSFER_WORDS: Readonly<Record<string, string>> = {
  posted: 'moved',
  pending: 'held',
  post: 'posted of a hold',
  void: 'hold given back',
};

function entryOfTransfer(transfer: TimelineTransfer): DraftEntry {
  const { id, kind, debitAccountID, creditAccountID, reason, createdAt } = transfer;
  const word = TRANSFER_WORDS[kind] ?? kind;
  const amount = kind === 'void' ? word : `${amountText(transfer)} ${word}`;
  return { at: createdAt, what: `${amount}: ${debitAccountID} → ${creditAccountID} (${id})`, reason };
}

function entryOfAttempt(attempt: TimelineConnectorAttempt): DraftEntry[] {
  const { number, connector, operationID, reason, outcome, answer, startedAt, endedAt } = attempt;
  const name = number === null ? operationID : `attempt ${number}`;
  const what =
    number === null ? `${operationID} goes to ${connector}` : `${name} goes to ${connector} (${operationID})`;
  const asked = { at: startedAt, what, reason };
  if (!endedAt) return [asked];
  return [asked, { at: endedAt, what: `${connector} ${outcome ?? 'ended'} ${name}`, reason: answer }];
}

/** What was found, and what became of it once it does not wait any more. */
function entryOfFinding(finding: TimelineFinding): DraftEntry[] {
  const { id, connector, kind, operationID, status, reason, foundAt, statusChangedAt, resolution, resolvedBy } =
    finding;
  const found = { at: foundAt, what: `${connector} differs, ${kind} of ${operationID} (finding ${id})`, reason };
  if (status === 'open' || status === 'repairing') return [found];
  const who = resolvedBy === null ? '' : ` by ${resolvedBy}`;
  return [found, { at: statusChangedAt, what: `finding ${id} ${status}${who}`, reason: resolution }];
}

/** A message without an attempt waits; one that was given up says so once, after its last attempt. */
function entriesOfDeliveries(deliveries: readonly TimelineDelivery[]): DraftEntry[] {
  const discarded = new Map(
    deliveries.filter((one) => one.delivery === 'discarded').map((one) => [`${one.webhookID} ${one.eventID}`, one]),
  );
  return [...deliveries.map(entryOfDelivery), ...[...discarded.values()].map(entryOfDiscard)];
}

function entryOfDelivery(delivery: TimelineDelivery): DraftEntry {
  const { number, startedAt, status, error, answer, durationMs } = delivery;
  if (number === null || !startedAt) {
    return { at: delivery.occurredAt, what: `${messageWords(delivery)}: no attempt yet`, reason: null };
  }
  const outcome = status === null ? 'no answer' : `answered ${status}`;
  const what = `${messageWords(delivery)}, attempt ${number}: ${outcome} in ${durationMs ?? 0} ms`;
  return { at: startedAt, what, reason: error ?? (status === 200 ? null : answer) };
}

function entryOfDiscard(delivery: TimelineDelivery): DraftEntry {
  const at = delivery.finishedAt ?? delivery.startedAt ?? delivery.occurredAt;
  return { at, what: `${messageWords(delivery)}: given up`, reason: delivery.discardReason };
}

function messageWords({ eventType, eventID, webhookID }: TimelineDelivery): string {
  return `${eventType} (message ${eventID}) to webhook ${webhookID}`;
}

/** A timeline as an operator reads it in a terminal: a line an entry. */
export function timelineLines(entries: readonly TimelineEntry[]): string[] {
  return entries.map(({ at, kind, what, reason }) => {
    const time = rfc3339Text(new Date(at.getTime())).padEnd(24);
    return `${time}  ${kind.padEnd(9)}  ${what}${reason === null ? '' : ` — ${reason}`}`;
  });
}
