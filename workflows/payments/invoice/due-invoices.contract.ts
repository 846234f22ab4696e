import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../../workflow-names/workflow-messages';

/** The outlook after all due invoices were cancelled. */
export interface DueOutlook {
  /** The next check, ISO 8601; null without unpaid invoices. It may be past if rows are locked. */
  nextAt: string | null;
  /** Unpaid invoices; an estimate above a thousand. */
  waitingCount: number;
  /** Failed cancellations, which are retried, and the first of them. */
  failingCount: number;
  failing: string[];
}

/** The result of a batch. */
export interface DueLook {
  cancelledCount: number;
  /** Absent after a full batch, when more may be due now. */
  outlook?: DueOutlook;
}

/** The result of the query `state`. */
export interface DueState {
  /** Cancelled since the last continue-as-new. */
  cancelledCount: number;
  outlook: DueOutlook | null;
}

/** Activities of the due date workflow. */
export interface DueInvoicesActivities {
  /**
   * Cancels a batch of due unpaid invoices without a pending payment. After the last batch stores when the workflow wakes
   * up. Idempotent.
   */
  cancelDueInvoices(): Promise<DueLook>;
}

/** An invoice is due before the next scheduled check. */
export const dueDateComesEarlier = defineSignal(signals.dueDateComesEarlier);
export const stateQuery = defineQuery<DueState>('state');
