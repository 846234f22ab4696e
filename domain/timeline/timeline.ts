/**
 * What happened to a payment, a refund, a withdrawal or whatever else webhooks tell of, from the request to the last webhook
 * attempt: one list in the order of time, put together of what several records know.
 */
export interface TimelineEntry {
  at: Date;
  kind: TimelineKind;
  /** What happened, in words. */
  what: string;
  /** Why, where there is a reason. */
  reason: string | null;
  /** The workflow that knows more of it. */
  workflow: WorkflowRun | null;
}

/** Who knows of it. Of what happened at the same moment the earlier of this list is told first. */
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

/** One run of a workflow. */
export interface WorkflowRun {
  workflowID: string;
  runID: string;
}

/** Who asked for what, as the audit log keeps it. */
export interface TimelineCall {
  occurredAt: Date;
  requestID: string;
  operation: string;
  caller: string;
  status: number | null;
  refusal: string | null;
}

/** An event's change, in as much as all of them have it. */
export interface TimelineChange {
  changeType?: string;
  status?: string;
  paymentID?: string;
  refundID?: string;
  bindingID?: string;
  reason?: string;
  error?: FailureTree | null;
  failure?: FailureTree | null;
}

/** An error with what narrows it down. */
export interface FailureTree {
  code: string;
  subError?: FailureTree;
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

/** A connector that was asked for something: a payment may go from one to the next, all else goes to one, and has no number. */
export interface TimelineConnectorAttempt {
  number: number | null;
  connector: string;
  operationID: string;
  reason: string;
  outcome: string | null;
  answer: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** A difference between a connector and the record. */
export interface TimelineFinding {
  id: string;
  connector: string;
  kind: string;
  operationID: string;
  status: string;
  reason: string;
  foundAt: Date;
  statusChangedAt: Date;
  resolution: string | null;
  resolvedBy: string | null;
}

/** A message to a webhook, with one attempt to deliver it or none yet. */
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

/** One thing that a workflow's history tells. */
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

/** All that is known, as each record tells it. */
export interface TimelineSources {
  calls: readonly TimelineCall[];
  events: readonly TimelineEvent[];
  transfers: readonly TimelineTransfer[];
  attempts: readonly TimelineConnectorAttempt[];
  steps: readonly WorkflowStep[];
  deliveries: readonly TimelineDelivery[];
  findings: readonly TimelineFinding[];
}
