/** The idempotency key of a payout at its connector. */
export function payoutOperationID(payoutID: string): string {
  return `payout/${payoutID}/payOut`;
}
