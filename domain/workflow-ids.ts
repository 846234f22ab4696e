/** Workflow ids are the entities' own ids: starting one twice is harmless, and an operator finds it by what he knows. */
export const workflowIDs = {
  /** The one of an installation that cancels what is overdue: an invoice has none of its own. See `idAtEngine`. */
  dueInvoices: () => 'invoices/due' as const,
  /** The one of an installation that ends authorisations of destinations. */
  destinationExpiry: () => 'destinations/expiry' as const,
  /** The one of an installation that forgets what is past its retention. */
  retention: () => 'retention/records' as const,
  /** The one that encrypts all that rests with a key. */
  encryption: (keyID: string) => `encryption/${keyID}` as const,
  /** One for each connector of an installation, which compares its operations with the record. */
  reconciliation: (connector: string) => `reconciliation/${connector}` as const,
  /** One for each operation that its connector reports after it failed here. */
  lateSuccess: (operationID: string) => `late-success/${operationID}` as const,
  payment: (invoiceID: string, paymentID: string) => `payment/${invoiceID}.${paymentID}` as const,
  refund: (invoiceID: string, paymentID: string, refundID: string) =>
    `refund/${invoiceID}.${paymentID}.${refundID}` as const,
  destination: (destinationID: string) => `destination/${destinationID}` as const,
  withdrawal: (withdrawalID: string) => `withdrawal/${withdrawalID}` as const,
  /** A report's number alone would be the number of another one where a namespace outlives or serves several records. */
  report: (identityID: string, reportID: number) => `report/${identityID}.${reportID}` as const,
  binding: (customerID: string, bindingID: string) => `binding/${customerID}.${bindingID}` as const,
  delivery: (webhookID: string, subject: string) => `webhook/${webhookID}/${subject}` as const,
  endpoint: (webhookID: string) => `webhook/${webhookID}` as const,
} as const;

const OF_AN_INSTALLATION: ReadonlySet<string> = new Set([
  workflowIDs.dueInvoices(),
  workflowIDs.destinationExpiry(),
  workflowIDs.retention(),
]);

/**
 * The id under which the engine knows a workflow. Entities' ids are theirs alone; what an installation has one of goes by its task
 * queue too, or installations that share a namespace would share it, and all but the first would have none.
 */
export function idAtEngine(workflowID: string, taskQueue: string): string {
  const isOfInstallation = OF_AN_INSTALLATION.has(workflowID) || workflowID.startsWith('reconciliation/');
  return isOfInstallation ? `${workflowID}/${taskQueue}` : workflowID;
}
