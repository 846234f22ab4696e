import type { StateMachine } from '../../platform/machine/machine';

export const CHARGEBACK_STATUSES = ['pending', 'accepted', 'rejected', 'cancelled'] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];
export type ChargebackAction = 'accept' | 'reject' | 'cancel' | 'reopen';

/**
 * Operators decide a chargeback as the payer's bank does, and reopen it when the bank moves to the next stage. It emits no
 * events; its effects on the payment do.
 */
export const chargebackMachine: StateMachine<ChargebackStatus, ChargebackAction> = {
  name: 'chargeback',
  initial: 'pending',
  states: CHARGEBACK_STATUSES,
  transitions: [
    { on: 'accept', from: ['pending'], to: 'accepted', emits: [] },
    { on: 'reject', from: ['pending'], to: 'rejected', emits: [] },
    { on: 'cancel', from: ['pending'], to: 'cancelled', emits: [] },
    { on: 'reopen', from: ['accepted', 'rejected', 'cancelled'], to: 'pending', emits: [] },
  ],
};

export const CHARGEBACK_STAGES = ['chargeback', 'pre-arbitration', 'arbitration'] as const;
export type ChargebackStage = (typeof CHARGEBACK_STAGES)[number];
