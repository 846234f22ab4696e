import { defineQuery } from '@temporalio/workflow';
import type { FindingKind } from '../../../domain/operators/reconciliation/finding';
import type { Pass } from '../../../domain/operators/reconciliation/passes';

/** Input of a reconciliation workflow. */
export interface ReconciliationInput {
  connector: string;
}

/** The result of one step: a compared window, or none was due. */
export interface ReconciliationLook {
  /** Absent if no window was due. */
  compared?: { pass: Pass; from: string; to: string; operationCount: number; findingCount: number };
  /** Pending repairs. */
  repairCount: number;
  /** Open findings by kind. */
  open: Partial<Record<FindingKind, number>>;
  /** ISO 8601: when the next window is due. */
  nextAt: string;
  /** Whether an operator ended the reconciliation. */
  isEnded?: boolean;
}

/** The result of the query `state`. */
export interface ReconciliationSnapshot {
  /** Since the last continue-as-new. */
  windowCount: number;
  operationCount: number;
  repairedCount: number;
  look: ReconciliationLook | null;
}

/** Idempotent activities of reconciliation workflows. */
export interface ReconciliationActivities {
  /** Compares the next due window and records differences. Fails retryably if the connector is unavailable. */
  compareNextWindow(input: ReconciliationInput): Promise<ReconciliationLook>;
  /** Repairs a batch of certain findings; returns how many were repaired and how many remain. */
  repairFindings(input: ReconciliationInput): Promise<{ repairedCount: number; leftCount: number }>;
}

export const stateQuery = defineQuery<ReconciliationSnapshot>('state');
