import type { ChargebackRef } from '../../../domain/payments/chargeback/chargeback';
import type { ChargebackStage } from '../../../domain/payments/chargeback/chargeback.machine';

/** Input of the workflow that tells a merchant of a stage of a chargeback: once it is opened, or before its deadline. */
export interface ChargebackNoticeInput extends ChargebackRef {
  round: number;
  stage: ChargebackStage;
  notice: 'opened' | 'due';
}

/** `notNeeded`: documents were sent, or can no longer be. */
export type ChargebackNoticeResult = 'sent' | 'sentBefore' | 'notNeeded' | 'refused' | 'noAddress' | 'notConfigured';

export interface ChargebackNoticeActivities {
  /**
   * Sends one message to the merchant's contacts, or says how long it has to wait: the deadline may have changed. A repetition has
   * the same Message-ID; once accepted, nothing is sent.
   */
  sendChargebackNotice(input: ChargebackNoticeInput): Promise<{ result: ChargebackNoticeResult } | { waitMs: number }>;
}
