import type { CommandFailureCode } from '../operator-command/failure-code';
import type { PaymentFailure } from '../../payments/payment/payment-failure';
import type { ReviewOutcome } from '../../payments/inspection/review';
import type { RankedAccount } from '../../payments/connector-account/order-accounts';
import type { DisputeProblem } from '../../payments/dispute/dispute-problem';
import type { FindingKind } from '../reconciliation/finding';
import type { FindingFacts } from '../reconciliation/finding-facts';
import type { FindingStatus } from '../reconciliation/finding.machine';
import type { Money } from '../../platform/money/money';

/** Sources in the order of their entries at the same moment. */
export const TIMELINE_KINDS = [
  'call',
  'operator',
  'event',
  'ledger',
  'workflow',
  'connector',
  'webhook',
  'finding',
] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export interface WorkflowRun {
  workflowID: string;
  runID: string;
}

/** An entry of the audit log. */
export interface TimelineCall {
  occurredAt: Date;
  requestID: string;
  operation: string;
  caller: string;
  /** The HTTP status; null if the entry is no API call. */
  status: number | null;
  refusal: string | null;
}

/** The common fields of events' changes. */
export interface TimelineChange {
  changeType?: string;
  status?: string;
  paymentID?: string;
  refundID?: string;
  bindingID?: string;
  rule?: string;
  reason?: string;
  error?: PaymentFailure | null;
  failure?: PaymentFailure | null;
}

/** A command of an operator about the subject. */
export interface TimelineCommand {
  id: string;
  type: string;
  state: string;
  amountMinor: bigint | null;
  currency: string | null;
  reason: string;
  requesterName: string;
  requestedRole: string;
  requestedAt: Date;
  expiresAt: Date;
  deciderName: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  finishedAt: Date | null;
  failure: string | null;
  failureCode: CommandFailureCode | null;
}

export interface TimelineEvent {
  number: number;
  occurredAt: Date;
  changes: readonly TimelineChange[];
}

export interface TimelineTransfer {
  id: string;
  kind: string;
  debitAccountID: string;
  creditAccountID: string;
  amountMinor: bigint;
  currency: string;
  reason: string;
  createdAt: Date;
}

/** A request to a connector. Only payments, which may fail over, have attempt numbers. */
export interface TimelineConnectorAttempt {
  number: number | null;
  connector: string;
  operationID: string;
  reason: string;
  /** How the accounts were ranked, with the first attempt of a payment. */
  routing: readonly RankedAccount[] | null;
  /** The acquirer's fee, with the approved attempt. */
  fee: Money | null;
  outcome: string | null;
  answer: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** A difference between a connector and the database. */
export interface TimelineFinding {
  id: string;
  connector: string;
  kind: FindingKind;
  operationID: string;
  status: FindingStatus;
  facts: FindingFacts;
  currency: string | null;
  connectorMinor: bigint | null;
  recordedMinor: bigint | null;
  foundAt: Date;
  statusChangedAt: Date;
  resolution: string | null;
  resolvedBy: string | null;
}

/** A statement of an acquirer about a dispute. */
export interface TimelineDispute {
  account: string;
  disputeReference: string;
  event: string;
  stage: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  reasonCode: string | null;
  category: string | null;
  answerDueAt: Date | null;
  receivedAt: Date;
  state: string;
  problem: DisputeProblem | null;
}

/** A review of a payment before authorisation. */
export interface TimelineReview {
  rule: string;
  createdAt: Date;
  deadline: Date;
  /** Null while it is open. */
  outcome: ReviewOutcome | null;
  endedAt: Date | null;
  /** Who decided, and why. */
  operatorName: string | null;
  reason: string | null;
}

/** What an operator has noted. */
export interface TimelineNote {
  id: string;
  text: string;
  createdAt: Date;
  operatorName: string;
}

/** A webhook message with one attempt, or none yet. */
export interface TimelineDelivery {
  webhookID: string;
  eventID: bigint;
  eventType: string;
  occurredAt: Date;
  /** `pending`, `delivered` or `discarded`. */
  delivery: string;
  discardReason: string | null;
  finishedAt: Date | null;
  number: number | null;
  startedAt: Date | null;
  durationMs: number | null;
  status: number | null;
  error: string | null;
  answer: string | null;
}

/** A step of a workflow's history. */
export type WorkflowStep = WorkflowRun & { at: Date } & (
    | { step: 'started'; workflowType: string }
    | { step: 'activityStarted'; activity: string; attempt: number; lastFailure: string | null }
    | { step: 'activityCompleted'; activity: string; attempt: number }
    | { step: 'activityFailed'; activity: string; attempt: number; failure: string }
    | { step: 'activityRetrying'; activity: string; attempt: number; failure: string | null; nextAt: Date | null }
    | { step: 'timerStarted'; seconds: number; summary: string | null }
    | { step: 'timerFired'; seconds: number; summary: string | null }
    | { step: 'signalled'; signal: string }
    | { step: 'updated'; update: string }
    | { step: 'ended'; how: string; result: string | null; failure: string | null }
  );

/** The sources of a timeline. */
export interface TimelineSources {
  calls: readonly TimelineCall[];
  commands: readonly TimelineCommand[];
  events: readonly TimelineEvent[];
  transfers: readonly TimelineTransfer[];
  attempts: readonly TimelineConnectorAttempt[];
  steps: readonly WorkflowStep[];
  deliveries: readonly TimelineDelivery[];
  findings: readonly TimelineFinding[];
  disputes: readonly TimelineDispute[];
  notes: readonly TimelineNote[];
  reviews: readonly TimelineReview[];
}
