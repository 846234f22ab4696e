import type { NoticeState } from '../../../domain/payments/dispute/dispute';

/** Input of a workflow that applies a statement of an acquirer about a dispute. */
export interface DisputeInput {
  noticeID: string;
}

/** Activities of a dispute workflow. */
export interface DisputeActivities {
  /** Applies the waiting statements of the dispute. One that has waited for an hour is listed for operators. Idempotent. */
  applyDispute(input: DisputeInput): Promise<{ state: NoticeState }>;
}
