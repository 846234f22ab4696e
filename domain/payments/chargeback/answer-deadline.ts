import type { Chargeback } from './chargeback';
import type { ChargebackStage } from './chargeback.machine';

/** Days to answer at each stage: the shorter of Visa's and Mastercard's periods. */
export const ANSWER_DAYS: Readonly<Record<ChargebackStage, number>> = {
  chargeback: 30,
  'pre-arbitration': 30,
  arbitration: 10,
};

/** Operators and the merchant are warned this long before the deadline of a chargeback without sent documents. */
export const ANSWER_WARNING_DAYS = 3;

const DAY_MS = 86_400_000;

/** Until when a pending chargeback has to be answered: as the connector states, or by the days of its stage. */
export function getAnswerDue(chargeback: Pick<Chargeback, 'answerDueAt' | 'statusChangedAt' | 'stage'>): Date {
  const { answerDueAt, statusChangedAt, stage } = chargeback;
  return answerDueAt ?? new Date(statusChangedAt.getTime() + ANSWER_DAYS[stage] * DAY_MS);
}
