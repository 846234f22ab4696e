import type { Machine } from '../machine/machine';

export const CHARGEBACK_STATUSES = ['pending', 'accepted', 'rejected', 'cancelled'] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];
export type ChargebackAction = 'accept' | 'reject' | 'cancel' | 'reopen';

/**
 * The chargeback's lifecycle: operators decide it as the payer's bank says, and reopen it when the bank goes on to the
 * next stage. No webhook tells of it; what it does to its payment is told.
 */
export const chargebackMachine: Machine<ChargebackStatus, ChargebackAction> = {
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
