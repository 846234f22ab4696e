/** Input of the workflow that sends the second receipt of a prepayment. */
export interface SettlementReceiptInput {
  invoiceID: string;
}

export type SettlementReceiptResult = 'registered' | 'refused' | 'notOwed';

/** Activities of a settlement receipt. */
export interface SettlementReceiptActivities {
  /** Sends the receipt of a fulfilled invoice's payment, or finds it. A refused one is listed for operators. Idempotent. */
  settlePrepayment(input: SettlementReceiptInput): Promise<{ result: SettlementReceiptResult }>;
}
