/** Workflow ids are the entities' own ids: starting one twice is harmless, and an operator finds it by what he knows. */
export const workflowIDs = {
  /** The one that cancels what is overdue: an invoice has none of its own. */
  dueInvoices: () => 'invoices/due' as const,
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
