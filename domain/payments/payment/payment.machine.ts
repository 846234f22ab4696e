import type { StateMachine } from '../../platform/machine/machine';

export const PAYMENT_STATUSES = [
  'pending',
  'processed',
  'captured',
  'cancelled',
  'refunded',
  'failed',
  'charged_back',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export type PaymentAction =
  'authorise' | 'fail' | 'capture' | 'cancel' | 'refundWhole' | 'chargeBackWhole' | 'restoreFromChargeback';

/**
 * A hold stays `processed` until capture, cancel or expiry; the instant flow captures immediately. `restoreFromChargeback`
 * cancels an accepted chargeback.
 */
export const paymentMachine = {
  name: 'payment',
  initial: 'pending',
  states: PAYMENT_STATUSES,
  transitions: [
    { on: 'authorise', from: ['pending'], to: 'processed', emits: ['PaymentProcessed'] },
    { on: 'fail', from: ['pending'], to: 'failed', emits: ['PaymentFailed'] },
    { on: 'capture', from: ['processed'], to: 'captured', emits: ['PaymentCaptured'] },
    { on: 'cancel', from: ['processed'], to: 'cancelled', emits: ['PaymentCancelled'] },
    { on: 'refundWhole', from: ['captured'], to: 'refunded', emits: ['PaymentRefunded'] },
    { on: 'chargeBackWhole', from: ['captured'], to: 'charged_back', emits: ['PaymentChargedBack'] },
    { on: 'restoreFromChargeback', from: ['charged_back', 'refunded'], to: 'captured', emits: [] },
  ],
  creation: { emits: ['PaymentStarted'] },
  steps: {
    changeCash: { emits: ['PaymentCashChanged'] },
    requestInteraction: { emits: ['PaymentInteractionRequested'] },
    completeInteraction: { emits: ['PaymentInteractionCompleted'] },
  },
} as const satisfies StateMachine<PaymentStatus, PaymentAction>;
