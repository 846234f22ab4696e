import { defineQuery } from '@temporalio/workflow';

/** How many rows of each table were deleted. */
export type DeletedRows = Record<string, number>;

/** What the workflow answers to the query `state`. */
export interface RetentionState {
  /** Since it was continued as new. */
  deleted: DeletedRows;
  /** When nothing was left that is past its time, ISO 8601. */
  doneAt: string | null;
}

/** What the workflow needs of the world. */
export interface RetentionActivities {
  /** Deletes a batch of what is past its retention, of each table. Harmless when repeated. */
  deleteExpired(): Promise<{ deleted: DeletedRows; hasMore: boolean }>;
}

export const stateQuery = defineQuery<RetentionState>('state');
