import type { ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import type { ChargebackStage } from '../../../domain/payments/chargeback/chargeback.machine';
import type { DisputeAnswer, NoticeState } from '../../../domain/payments/dispute/dispute';

/** Input of a workflow that applies a statement of an acquirer about a dispute. */
export interface DisputeInput {
  noticeID: string;
}

/** Activities of a dispute workflow. */
export interface DisputeActivities {
  /** Applies the waiting statements of the dispute. One that has waited for an hour is listed for operators. Idempotent. */
  applyDispute(input: DisputeInput): Promise<{ state: NoticeState }>;
}

/** Input of the workflow that answers a stage of a dispute at its acquirer. */
export interface DisputeAnswerInput extends ChargebackRef {
  round: number;
  stage: ChargebackStage;
  answer: DisputeAnswer;
}

/** `byHand`: the connector answers no disputes. `ended`: the stage was over before the answer was sent. */
export type DisputeAnswerResult = 'done' | 'refused' | 'byHand' | 'ended';

export interface DisputeAnswerActivities {
  /** Sends the answer, or finds it sent. A refused one is listed for operators. Idempotent. */
  answerDispute(input: DisputeAnswerInput): Promise<{ result: DisputeAnswerResult }>;
}
