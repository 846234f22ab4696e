import { defineQuery, defineSignal } from '@temporalio/workflow';
import { signals } from '../../domain/workflow-messages';

/** What is known of the invoices that wait for their due date, after all that was due has been cancelled. */
export interface DueOutlook {
  /** When to look again, ISO 8601; null where no invoice waits. It may have come: somebody holds what is due. */
  nextAt: string | null;
  /** How many wait; from a thousand on about as many. */
  waitingCount: number;
  /** How many could not be cancelled and are tried again, and the first of them. */
  failingCount: number;
  failing: string[];
}

/** What a look has done. */
export interface DueLook {
  cancelledCount: number;
  /** Missing where a batch was full, so that more may be due: then to look again at once. */
  outlook?: DueOutlook;
}

/** What the workflow answers to the query `state`. */
export interface DueState {
  /** What it has cancelled since it was continued as new. */
  cancelledCount: number;
  outlook: DueOutlook | null;
}

/** What the workflow needs of the world. */
export interface DueInvoicesActivities {
  /**
   * Cancels a batch of the unpaid invoices whose due date has come at `asOf` (ISO 8601) and that have no payment under way.
   * Where there was less than a batch, notes in the record until when the workflow sleeps. Harmless when repeated.
   */
  cancelDueInvoices(asOf: string): Promise<DueLook>;
}

/** An invoice waits for a date that comes before the workflow would look again. */
export const dueDateComesEarlier = defineSignal(signals.dueDateComesEarlier);
export const stateQuery = defineQuery<DueState>('state');
