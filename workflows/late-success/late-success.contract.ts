import type { FindingKind } from '../../domain/reconciliation/finding';

/** What the workflow is started with. */
export interface LateSuccessInput {
  connector: string;
  operationID: string;
}

/** What the workflow needs of the world. */
export interface LateSuccessActivities {
  /** Looks the operation up, and writes what the connector has done although it failed here. Idempotent. */
  recordLateSuccess(input: LateSuccessInput): Promise<{ found: FindingKind | null }>;
}
