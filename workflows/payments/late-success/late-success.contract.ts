import type { FindingKind } from '../../../domain/operators/reconciliation/finding';

/** Input of a late-success workflow. */
export interface LateSuccessInput {
  connector: string;
  operationID: string;
  /** Whether the connector has not confirmed yet that the operation of a failed payment is voided. */
  isUnvoided?: true;
}

/** Activities of late-success workflows. */
export interface LateSuccessActivities {
  /** Voids the operation if that is not confirmed, looks it up and records a late success. Idempotent. */
  recordLateSuccess(input: LateSuccessInput): Promise<{ found: FindingKind | null }>;
}
