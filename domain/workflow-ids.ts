/** Workflow ids are the entities' own ids: starting one twice is harmless, and an operator finds it by what he knows. */
export const workflowIDs = {
  invoice: (invoiceID: string): string => `invoice/${invoiceID}`,
  payment: (invoiceID: string, paymentID: string): string => `payment/${invoiceID}.${paymentID}`,
  refund: (invoiceID: string, paymentID: string, refundID: string): string =>
    `refund/${invoiceID}.${paymentID}.${refundID}`,
  destination: (destinationID: string): string => `destination/${destinationID}`,
  withdrawal: (withdrawalID: string): string => `withdrawal/${withdrawalID}`,
  /** A report's number alone would be the number of another one where a namespace outlives or serves several records. */
  report: (identityID: string, reportID: number): string => `report/${identityID}.${reportID}`,
  binding: (customerID: string, bindingID: string): string => `binding/${customerID}.${bindingID}`,
  delivery: (webhookID: string, subject: string): string => `webhook/${webhookID}/${subject}`,
} as const;
