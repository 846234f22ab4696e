import { defineQuery } from '@temporalio/workflow';

/** Deleted rows by table. */
export type DeletedRows = Record<string, number>;

/** The result of the query `state`. */
export interface RetentionState {
  /** Since the last continue-as-new. */
  deleted: DeletedRows;
  /** When no expired rows were left, ISO 8601. */
  doneAt: string | null;
}

/** Activities of the retention workflow. */
export interface RetentionActivities {
  /** Deletes a batch of expired rows of each table. Idempotent. */
  deleteExpired(): Promise<{ deleted: DeletedRows; hasMore: boolean }>;
}

export const stateQuery = defineQuery<RetentionState>('state');
