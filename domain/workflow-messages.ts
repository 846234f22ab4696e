/**
 * Workflow types and signals, shared by transactions and workflows, so that a command in the outbox cannot name an unknown
 * one.
 */
export const workflowTypes = {
  dueInvoices: 'dueInvoices',
  /** Of an earlier version, which started one for each invoice. Nobody starts it any more; those that began come to their end. */
  invoice: 'invoice',
  payment: 'payment',
  refund: 'refund',
  binding: 'binding',
  createChargeback: 'createChargeback',
  acceptChargeback: 'acceptChargeback',
  rejectChargeback: 'rejectChargeback',
  cancelChargeback: 'cancelChargeback',
  reopenChargeback: 'reopenChargeback',
  destination: 'destination',
  destinationExpiry: 'destinationExpiry',
  withdrawal: 'withdrawal',
  deposit: 'deposit',
  depositRevert: 'depositRevert',
  depositAdjustment: 'depositAdjustment',
  report: 'report',
  delivery: 'delivery',
  endpoint: 'endpoint',
  retention: 'retention',
  reencryption: 'reencryption',
  reconciliation: 'reconciliation',
  lateSuccess: 'lateSuccess',
} as const;

export const signals = {
  /** To the due date workflow: an invoice is due before the next scheduled check. */
  dueDateComesEarlier: 'dueDateComesEarlier',
  /** To a payment: the hold was captured or cancelled. */
  holdDecided: 'holdDecided',
  /** To a payment, a binding or a withdrawal: the user has finished the interaction. */
  interactionEnded: 'interactionEnded',
  /** To a destination: an operator approves it. */
  destinationApproved: 'approve',
  /** To the authorisation expiry workflow: one ends before the next scheduled check. */
  authorisationEndsSoon: 'authorisationEndsSoon',
  /** To the workflow of a queue or an endpoint: its state in the database has changed. */
  queueChanged: 'queueChanged',
} as const;

/** The activity header with the party of its workflow. */
export const PARTY_HEADER = 'holdfast-party-id';

/** Operators' updates to the workflow of a queue or an endpoint. */
export const updates = {
  retryNow: 'retryNow',
  discard: 'discard',
} as const;

/** The task queue of deliveries to failing endpoints. */
export function deliveryTaskQueue(taskQueue: string): string {
  return `${taskQueue}-deliveries`;
}

/** The task queue of report files. */
export function reportTaskQueue(taskQueue: string): string {
  return `${taskQueue}-reports`;
}

/**
 * Activities whose names in the engine are not their names in the code: they were renamed, and a history that waits for a
 * capture for a week goes on under the name that it began with. New workflows use the same name, so that none of them pays
 * for a marker that tells the two apart.
 */
const ACTIVITY_TYPES: Readonly<Record<string, string>> = {
  captureOrVoid: 'decideAndCarryOut',
  captureOrVoidAfterLookUp: 'carryOutAfterLookUp',
  expireAuthorisation: 'giveUpAuthorisation',
  expireVerification: 'giveUpVerification',
};

/** The name of an activity in the engine. */
export function activityType(name: string): string {
  return ACTIVITY_TYPES[name] ?? name;
}

/** Failure types that activities report to workflows. */
export const failureTypes = {
  /** A defect in the code or the data. */
  defect: 'Defect',
} as const;
