/**
 * The receipt that settles a prepayment. None is owed for a payment without lines of a prepayment, or by an account that
 * issues no receipts. A pending or unknown one is asked for again.
 */
export type SettlementOutcome =
  | { kind: 'registered' | 'pending'; connectorReference: string }
  | { kind: 'refused'; connectorReference: string }
  | { kind: 'notOwed' | 'unknown' };
