/**
 * Workflow types and signals, shared by transactions and workflows, so that a command in the outbox cannot name an unknown
 * one.
 */
export const workflowTypes = {
  dueInvoices: 'dueInvoices',
  operatorCommand: 'operatorCommand',
  payment: 'payment',
  refund: 'refund',
  binding: 'binding',
  destination: 'destination',
  destinationExpiry: 'destinationExpiry',
  withdrawal: 'withdrawal',
  report: 'report',
  registry: 'registry',
  reportDownload: 'reportDownload',
  delivery: 'delivery',
  endpoint: 'endpoint',
  retention: 'retention',
  reencryption: 'reencryption',
  erasure: 'erasure',
  reconciliation: 'reconciliation',
  lateSuccess: 'lateSuccess',
  dispute: 'dispute',
  disputeAnswer: 'disputeAnswer',
  settlementReceipt: 'settlementReceipt',
  settlementClose: 'settlementClose',
  payout: 'payout',
  bankAccountNotice: 'bankAccountNotice',
} as const;

export const signals = {
  /** To the due date workflow: an invoice is due before the next scheduled check. */
  dueDateComesEarlier: 'dueDateComesEarlier',
  /** To a payment: the hold was captured or cancelled. */
  holdDecided: 'holdDecided',
  /** To a payment: an operator has decided its review. */
  reviewDecided: 'reviewDecided',
  /** To a payment, a binding or a withdrawal: the user has finished the interaction. */
  interactionEnded: 'interactionEnded',
  /** To a destination: an operator approves it. */
  destinationApproved: 'approve',
  /** To the authorisation expiry workflow: one ends before the next scheduled check. */
  authorisationEndsSoon: 'authorisationEndsSoon',
  /** To a payout: its status has changed. */
  payoutChanged: 'payoutChanged',
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

export function reportTaskQueue(taskQueue: string): string {
  return `${taskQueue}-reports`;
}

/** Failure types that activities report to workflows. */
export const failureTypes = {
  /** A defect in the code or the data. */
  defect: 'Defect',
  /** The platform did not start the workflow. */
  startedByHand: 'StartedByHand',
  /** The database contradicts the input of the workflow. */
  inputContradicted: 'InputContradicted',
  /** The step is not due by the database's time. */
  notDue: 'NotDue',
} as const;
