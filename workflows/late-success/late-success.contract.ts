import type { FindingKind } from '../../domain/reconciliation/finding';

/** Input of a late-success workflow. */
export interface LateSuccessInput {
  connector: string;
  operationID: string;
}

/** Activities of late-success workflows. */
export interface LateSuccessActivities {
  /** Looks the operation up and records a late success. Idempotent. */
  recordLateSuccess(input: LateSuccessInput): Promise<{ found: FindingKind | null }>;
}
