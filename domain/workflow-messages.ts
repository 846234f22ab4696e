/**
 * The names under which transactions and workflows know each other: workflow types and signals. Both sides take them
 * from here, so that a command in the outbox cannot name what no workflow has.
 */
export const workflowTypes = {
  dueInvoices: 'dueInvoices',
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
  /** To the workflow of due dates: an invoice waits for a date that comes before it would look again. */
  dueDateComesEarlier: 'dueDateComesEarlier',
  /** To a payment: somebody decided to capture or to cancel the hold. */
  holdDecided: 'holdDecided',
  /** To a payment, a binding or a withdrawal: whom the connector asked has finished. */
  interactionEnded: 'interactionEnded',
  /** To a destination: an operator finds it good. */
  destinationApproved: 'approve',
  /** To the workflow that ends authorisations: one ends before it would look again. */
  authorisationEndsSoon: 'authorisationEndsSoon',
  /** To the workflow of a queue or an endpoint: a queue was given to it, taken from it or filled again; it looks at the record. */
  queueChanged: 'queueChanged',
} as const;

/** In which header of an activity its workflow says whose it is. */
export const PARTY_HEADER = 'holdfast-party-id';

/** What operators decide about deliveries in trouble, at the workflow of a queue or of an endpoint. */
export const updates = {
  retryNow: 'retryNow',
  discard: 'discard',
} as const;

/** The task queue on which messages to endpoints in trouble are sent, beside the one of everything else. */
export function deliveryTaskQueue(taskQueue: string): string {
  return `${taskQueue}-deliveries`;
}

/** The task queue on which the files of reports are built. */
export function reportTaskQueue(taskQueue: string): string {
  return `${taskQueue}-reports`;
}

/** Types of failures by which activities tell workflows what they could not know otherwise. */
export const failureTypes = {
  /** Nothing that is known to happen: a mistake in the code, or in what was recorded. */
  defect: 'Defect',
} as const;
