import type { ChargebackStage } from './chargeback.machine';

/** Days to answer at each stage: the shorter of Visa's and Mastercard's periods. */
export const ANSWER_DAYS: Readonly<Record<ChargebackStage, number>> = {
  chargeback: 30,
  'pre-arbitration': 30,
  arbitration: 10,
};
