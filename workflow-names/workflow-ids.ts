interface AnswerToStage {
  invoiceID: string;
  paymentID: string;
  chargebackID: string;
  round: number;
  stage: string;
  answer: string;
}

/** Workflow ids are derived from entity ids, so that starting a workflow is idempotent and operators can find it. */
export const workflowIDs = {
  /** Cancels overdue invoices; one per installation, see `idAtEngine`. */
  dueInvoices: () => 'invoices/due' as const,
  /** Ends authorisations of destinations; one per installation. */
  destinationExpiry: () => 'destinations/expiry' as const,
  /** Deletes rows past their retention; one per installation. */
  retention: () => 'retention/records' as const,
  /** Encrypts all stored secrets with a key. */
  encryption: (keyID: string) => `encryption/${keyID}` as const,
  /** Finds and erases the personal data of a person. */
  erasure: (erasureID: string) => `erasure/${erasureID}` as const,
  /** Compares a connector's operations with the database; one per connector and installation. */
  reconciliation: (connector: string) => `reconciliation/${connector}` as const,
  /** One per operation that its connector reports after it failed here. */
  lateSuccess: (operationID: string) => `late-success/${operationID}` as const,
  /** One per statement of an acquirer about a dispute. */
  dispute: (noticeID: string) => `dispute/${noticeID}` as const,
  /** One per answer to a stage of a dispute. */
  disputeAnswer: ({ invoiceID, paymentID, chargebackID, round, stage, answer }: AnswerToStage) =>
    `dispute-answer/${invoiceID}.${paymentID}.${chargebackID}/${round}.${stage}.${answer}` as const,
  /** One per fulfilled invoice with a prepayment. */
  settlementReceipt: (invoiceID: string) => `settlement-receipt/${invoiceID}` as const,
  payment: (invoiceID: string, paymentID: string) => `payment/${invoiceID}.${paymentID}` as const,
  operatorCommand: (commandID: string) => `command/${commandID}` as const,
  refund: (invoiceID: string, paymentID: string, refundID: string) =>
    `refund/${invoiceID}.${paymentID}.${refundID}` as const,
  destination: (destinationID: string) => `destination/${destinationID}` as const,
  withdrawal: (withdrawalID: string) => `withdrawal/${withdrawalID}` as const,
  /** The identity, or a random id, is included because a namespace may serve several databases that count reports separately. */
  report: (scopeID: string, reportID: number) => `report/${scopeID}.${reportID}` as const,
  /** One per report that an acquirer announces. */
  reportDownload: (account: string, name: string) => `report-download/${account}/${name}` as const,
  /** Closes batches of a shop; a schedule appends its time. */
  settlementClose: (shopID: string, currency: string) => `settlement-close/${shopID}.${currency}` as const,
  payout: (payoutID: string) => `settlement/${payoutID}` as const,
  /** One per change of a contract's bank account. */
  bankAccountNotice: (contractID: string, version: number) => `bank-account-notice/${contractID}.${version}` as const,
  binding: (customerID: string, bindingID: string) => `binding/${customerID}.${bindingID}` as const,
  delivery: (webhookID: string, subject: string) => `webhook/${webhookID}/${subject}` as const,
  endpoint: (webhookID: string) => `webhook/${webhookID}` as const,
} as const;

const SINGLETONS: ReadonlySet<string> = new Set([
  workflowIDs.dueInvoices(),
  workflowIDs.destinationExpiry(),
  workflowIDs.retention(),
]);

/**
 * Returns a workflow's id in Temporal. Singletons of an installation include its task queue, so that installations can
 * share a namespace.
 */
export function idAtEngine(workflowID: string, taskQueue: string): string {
  const isSingleton = SINGLETONS.has(workflowID) || workflowID.startsWith('reconciliation/');
  return isSingleton ? `${workflowID}/${taskQueue}` : workflowID;
}
