import { present } from '../../domain/platform/fields/present';
import { amountToWire } from '../../domain/platform/money/money';
import { isPaymentFailurePath, paymentFailurePath } from '../../domain/payments/payment/payment-failure';
import { WITHDRAWAL_FAILURE_CODES } from '../../domain/wallets/withdrawal/withdrawal-failure';
import { isLater, rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import {
  TIMELINE_KINDS,
  type TimelineCall,
  type TimelineCommand,
  type TimelineConnectorAttempt,
  type TimelineDelivery,
  type TimelineDispute,
  type TimelineEvent,
  type TimelineFinding,
  type TimelineKind,
  type TimelineNote,
  type TimelineReview,
  type TimelineSources,
  type TimelineTransfer,
  type WorkflowRun,
  type WorkflowStep,
} from '../../domain/operators/timeline/timeline';
import type {
  CommandFact,
  DeliveryFact,
  FactAmount,
  StepFact,
  TimelineFact,
  TransferFact,
} from '../../domain/operators/timeline/facts';

/** An entry of an entity's timeline, which merges several sources from the request to the last webhook attempt. */
export interface MergedEntry {
  at: Date;
  kind: TimelineKind;
  fact: TimelineFact;
  /** The workflow run with more details. */
  workflow?: WorkflowRun;
  /** Entries of one group repeat each other. */
  group?: string;
  /** How many entries of the group before this one are not shown. */
  foldedCount?: number;
}

type DraftEntry = Omit<MergedEntry, 'kind'>;

/** Merges all sources into one list sorted by time, then by kind. */
export function mergeTimeline(sources: TimelineSources): MergedEntry[] {
  const { calls, commands, events, transfers, steps, attempts, disputes, deliveries, findings, notes, reviews } =
    sources;
  const entries: MergedEntry[] = [
    ...withKind('call', calls.filter(({ status }) => status !== null).map(toCall)),
    ...withKind('operator', calls.filter(({ status }) => status === null).map(toCall)),
    ...withKind('operator', commands.flatMap(toCommand)),
    ...withKind('operator', notes.map(toNote)),
    ...withKind('operator', reviews.flatMap(toReview)),
    ...withKind('event', events.flatMap(toChanges)),
    ...withKind('ledger', transfers.map(toTransfer)),
    ...withKind('workflow', steps.map(toStep)),
    ...withKind('connector', attempts.flatMap(toRequest)),
    ...withKind('connector', disputes.map(toDispute)),
    ...withKind('webhook', toDeliveries(deliveries)),
    ...withKind('finding', findings.flatMap(toFinding)),
  ];
  return entries.sort(compareEntries);
}

function withKind(kind: TimelineKind, drafts: readonly DraftEntry[]): MergedEntry[] {
  return drafts.map((draft) => ({ kind, ...draft }));
}

function compareEntries(one: MergedEntry, other: MergedEntry): number {
  if (isLater(one.at, other.at)) return 1;
  if (isLater(other.at, one.at)) return -1;
  return TIMELINE_KINDS.indexOf(one.kind) - TIMELINE_KINDS.indexOf(other.kind);
}

function toAmount(amountMinor: bigint | null, currency: string | null): FactAmount | null {
  return amountMinor === null || currency === null ? null : { amount: amountToWire(amountMinor), currency };
}

function toCall({ occurredAt, operation, caller, status, requestID, refusal }: TimelineCall): DraftEntry {
  const fact = { type: 'call' as const, operation, caller, requestID, ...present({ status, refusal }) };
  const group = status === null ? {} : { group: `call ${operation} ${caller} ${status} ${refusal}` };
  return { at: occurredAt, fact, ...group };
}

function toNote({ createdAt, operatorName, text }: TimelineNote): DraftEntry {
  return { at: createdAt, fact: { type: 'note', by: operatorName, text } };
}

function toReview({ rule, createdAt, deadline, outcome, endedAt, operatorName, reason }: TimelineReview): DraftEntry[] {
  const started = { type: 'review' as const, step: 'started' as const, rule, until: rfc3339Text(deadline) };
  const entries: DraftEntry[] = [{ at: createdAt, fact: started }];
  if (outcome === null || endedAt === null) return entries;
  const decided = present({ by: operatorName, text: reason });
  return [...entries, { at: endedAt, fact: { type: 'review', step: outcome, rule, ...decided } }];
}

/** The request, the decision of another operator, and the end. */
function toCommand(command: TimelineCommand): DraftEntry[] {
  const { id, type, state, requesterName, requestedRole, requestedAt } = command;
  const entry = (at: Date, step: CommandFact['step'], fields: object = {}): DraftEntry => ({
    at,
    fact: { type: 'command', commandID: id, command: type, step, ...present(fields) },
  });
  const amount = toAmount(command.amountMinor, command.currency);
  const entries = [
    entry(requestedAt, 'requested', { by: requesterName, role: requestedRole, amount, text: command.reason }),
  ];
  if (command.decidedAt && command.deciderName !== null) {
    const step = state === 'Rejected' ? 'rejected' : 'approved';
    entries.push(entry(command.decidedAt, step, { by: command.deciderName, text: command.decisionReason }));
  }
  if (command.finishedAt && (state === 'Succeeded' || state === 'Failed'))
    entries.push(
      entry(command.finishedAt, state === 'Succeeded' ? 'succeeded' : 'failed', {
        failure: command.failureCode ?? undefined,
        text: command.failureCode === null ? command.failure : undefined,
      }),
    );
  if (state === 'Expired') entries.push(entry(command.expiresAt, 'expired'));
  return entries;
}

/** Status changes of a withdrawal have no type. */
function toChanges({ number, occurredAt, changes }: TimelineEvent): DraftEntry[] {
  return changes.map((each) => {
    const { changeType: change = 'StatusChanged', status, paymentID, refundID, bindingID, rule } = each;
    const tree = each.error ?? each.failure;
    const why = tree ? { failure: paymentFailurePath(tree) } : { text: each.reason };
    const fields = present({ status, paymentID, refundID, bindingID, rule, ...why });
    return { at: occurredAt, fact: { type: 'change', event: number, change, ...fields } };
  });
}

/** A transfer as a fact. */
export function toTransfer(transfer: TimelineTransfer): { at: Date; fact: TransferFact } {
  const { id, kind, debitAccountID, creditAccountID, amountMinor, currency, reason, createdAt } = transfer;
  const amount = { amount: amountToWire(amountMinor), currency };
  const what = { transferID: id, transfer: kind, debitAccountID, creditAccountID, amount, purpose: reason };
  return { at: createdAt, fact: { type: 'transfer', ...what } };
}

function toStep(step: WorkflowStep): DraftEntry {
  const { at, workflowID, runID } = step;
  const fact: StepFact = { type: 'step', step: step.step, ...present(getStepFields(step)) };
  // The start and the end belong to their run; other steps repeat by the activity, the summary of the timer or the signal.
  const isBoundary = step.step === 'started' || step.step === 'ended';
  const subject = isBoundary ? runID : (fact.summary ?? fact.name ?? '');
  return { at, fact, workflow: { workflowID, runID }, group: `step ${workflowID} ${step.step} ${subject}` };
}

type StepFields = Omit<StepFact, 'type' | 'step'>;

function getStepFields(step: WorkflowStep): { [Name in keyof StepFields]?: StepFields[Name] | null } {
  switch (step.step) {
    case 'started':
      return { name: step.workflowType };
    case 'activityStarted':
      return { name: step.activity, attempt: step.attempt, previousFailure: step.lastFailure };
    case 'activityCompleted':
      return { name: step.activity, attempt: step.attempt };
    case 'activityFailed':
      return { name: step.activity, attempt: step.attempt, text: step.failure };
    case 'activityRetrying':
      return { name: step.activity, attempt: step.attempt, text: step.failure, nextAt: rfc3339Text(step.nextAt) };
    case 'timerStarted':
    case 'timerFired':
      return { seconds: step.seconds, summary: step.summary };
    case 'signalled':
      return { name: step.signal };
    case 'updated':
      return { name: step.update };
    case 'ended':
      return { name: step.how, result: step.result, text: step.failure };
  }
}

function isFailureCode(answer: string): boolean {
  return isPaymentFailurePath(answer) || WITHDRAWAL_FAILURE_CODES.some((code) => code === answer);
}

/** A request has a second entry for its answer. */
function toRequest(attempt: TimelineConnectorAttempt): DraftEntry[] {
  const { number, connector, operationID, reason, routing, fee, outcome, answer, startedAt, endedAt } = attempt;
  const request = { type: 'request' as const, connector, operationID, ...present({ attempt: number }) };
  const sent = { at: startedAt, fact: { ...request, cause: reason, ...present({ ranking: routing }) } };
  if (!endedAt) return [sent];
  const why = answer !== null && isFailureCode(answer) ? { failure: answer } : { text: answer };
  const ended = present({ fee: fee && toAmount(fee.amountMinor, fee.currency), ...why });
  return [sent, { at: endedAt, fact: { ...request, outcome: outcome ?? 'ended', ...ended } }];
}

/** What an acquirer states about a dispute, with its deadline and what came of it. */
function toDispute(dispute: TimelineDispute): DraftEntry {
  const { account, disputeReference: reference, event, stage, reasonCode, category, receivedAt, state } = dispute;
  const amount = toAmount(dispute.amountMinor, dispute.currency);
  const fields = {
    stage,
    amount,
    reasonCode,
    category,
    answerDueAt: rfc3339Text(dispute.answerDueAt),
    problem: dispute.problem,
  };
  return { at: receivedAt, fact: { type: 'dispute', account, reference, event, state, ...present(fields) } };
}

/** A closed finding has a second entry for its resolution. */
function toFinding(finding: TimelineFinding): DraftEntry[] {
  const { id, connector, kind, operationID, status, facts, currency, foundAt, statusChangedAt } = finding;
  const fact = { type: 'finding' as const, findingID: id, connector, finding: kind, operationID };
  const isOpen = status === 'open' || status === 'repairing';
  const amounts = present({
    connectorAmount: toAmount(finding.connectorMinor, currency),
    recordedAmount: toAmount(finding.recordedMinor, facts.recordedCurrency ?? currency),
  });
  const found: DraftEntry = {
    at: foundAt,
    fact: { ...fact, status: isOpen ? status : 'open', facts, ...amounts },
  };
  if (isOpen) return [found];
  const end = present({ by: finding.resolvedBy, text: finding.resolution });
  return [found, { at: statusChangedAt, fact: { ...fact, status, ...end } }];
}

/** A discarded message has one more entry after its last attempt. */
function toDeliveries(deliveries: readonly TimelineDelivery[]): DraftEntry[] {
  const discarded = new Map(
    deliveries.filter((one) => one.delivery === 'discarded').map((one) => [`${one.webhookID} ${one.eventID}`, one]),
  );
  return [...deliveries.map(toDelivery), ...[...discarded.values()].map(toDiscard)];
}

const describe = ({ webhookID, eventID, eventType }: TimelineDelivery, state: DeliveryFact['state']): DeliveryFact => ({
  ...{ type: 'delivery', state, webhookID, eventID: String(eventID), eventType },
});

function toDelivery(delivery: TimelineDelivery): DraftEntry {
  const { webhookID, eventID, number, startedAt, status, error, answer, durationMs } = delivery;
  if (number === null || !startedAt) return { at: delivery.occurredAt, fact: describe(delivery, 'waiting') };
  const text = error ?? (status === 200 ? null : answer);
  const fields = present({ attempt: number, status, durationMs, text });
  return {
    at: startedAt,
    fact: { ...describe(delivery, 'attempted'), ...fields },
    group: `delivery ${webhookID} ${eventID}`,
  };
}

function toDiscard(delivery: TimelineDelivery): DraftEntry {
  const at = delivery.finishedAt ?? delivery.startedAt ?? delivery.occurredAt;
  return { at, fact: { ...describe(delivery, 'discarded'), ...present({ discardReason: delivery.discardReason }) } };
}
