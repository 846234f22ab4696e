import { defineQuery } from '@temporalio/workflow';
import type { FindingKind } from '../../domain/reconciliation/finding';
import type { Pass } from '../../domain/reconciliation/passes';

/** What the workflow of a connector is started with. */
export interface ReconciliationInput {
  connector: string;
}

/** What one look has come to: a window compared, or none was due. */
export interface ReconciliationLook {
  /** Missing where no window was due. */
  compared?: { pass: Pass; from: string; to: string; operationCount: number; findingCount: number };
  /** How many findings are about to be repaired. */
  repairCount: number;
  /** How many wait for an operator, by kind. */
  open: Partial<Record<FindingKind, number>>;
  /** ISO 8601: when the next window is due. */
  nextAt: string;
  /** An operator has ended it: nothing is compared any more. */
  isEnded?: boolean;
}

/** What the workflow answers to the query `state`. */
export interface ReconciliationState {
  /** Since it was continued as new. */
  windowCount: number;
  operationCount: number;
  repairedCount: number;
  look: ReconciliationLook | null;
}

/** A look, by the engine's time (ISO 8601). */
export interface ReconciliationTask extends ReconciliationInput {
  asOf: string;
}

/** What the workflow needs of the world. All of it is harmless when repeated. */
export interface ReconciliationActivities {
  /** Compares the next window that is due, and writes what differs. Fails, retryably, where the connector is away. */
  compareNextWindow(task: ReconciliationTask): Promise<ReconciliationLook>;
  /** Repairs a batch of what is certain. Answers how many were, and how many are left. */
  repairFindings(task: ReconciliationTask): Promise<{ repairedCount: number; leftCount: number }>;
}

export const stateQuery = defineQuery<ReconciliationState>('state');
