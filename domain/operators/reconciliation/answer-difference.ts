import type { AnswerDifference } from './answer-fact';
import type { Finding } from './finding';
import type { OperationKind } from './operation';

/** An answer that contradicts its request. */
export interface ContradictedAnswer {
  operationID: string;
  operationKind: OperationKind;
  differences: readonly AnswerDifference[];
  requestedMinor: bigint | null;
  answeredMinor: bigint | null;
  currency: string | null;
  connectorReference?: string;
}

/** The acquirer's own fee is at most half of the amount, or one major unit for small amounts. */
export function isPlausibleFee(feeMinor: bigint, amountMinor: bigint): boolean {
  const ceiling = amountMinor / 2n > SMALL_FEE_MINOR ? amountMinor / 2n : SMALL_FEE_MINOR;
  return feeMinor >= 0n && feeMinor <= ceiling && feeMinor <= amountMinor;
}

const SMALL_FEE_MINOR = 100n;

export function toFinding({ operationID, operationKind, ...answer }: ContradictedAnswer, at: Date): Finding {
  return {
    kind: 'contradictedAnswer',
    operationID,
    operationKind,
    facts: {},
    currency: answer.currency,
    connectorMinor: answer.answeredMinor,
    recordedMinor: answer.requestedMinor,
    ...(answer.connectorReference !== undefined && { connectorReference: answer.connectorReference }),
    differences: answer.differences,
    at,
  };
}
