import type { FollowUpRequest } from './request';

/** What really happened to a payment's money, from the effects recorded; minor units. */
export interface PaymentSums {
  authorised: bigint;
  captured: bigint;
  voided: bigint;
  refunded: bigint;
}

/** An authorisation as a later operation finds it. */
export interface AuthorisationState {
  status: 'approved' | 'declined' | 'interactionRequired';
  currency: string;
  sums: PaymentSums;
}

/** What a later operation does: its effect in minor units, or the failure it is refused with. */
export type Decision =
  { status: 'approved'; effect: bigint; endsInteraction?: true } | { status: 'declined'; failure: string };

const refused: Decision = { status: 'declined', failure: 'authorization_failed:operation_blocked' };
const tooMuch: Decision = { status: 'declined', failure: 'authorization_failed:account_limit_exceeded:amount' };

/** What an acquirer enforces: one capture of at most what was held, no void after it, refunds of at most what was taken. */
export function decideFollowUp(request: FollowUpRequest, state: AuthorisationState): Decision {
  switch (request.kind) {
    case 'capture':
      return decideCapture(request, state);
    case 'void':
      return decideVoid(state);
    case 'refund':
      return decideRefund(request, state);
  }
}

type Amount = { amount: bigint; currency: string };

function decideCapture({ amount, currency }: Amount, { status, currency: held, sums }: AuthorisationState): Decision {
  if (status !== 'approved' || sums.captured > 0n || sums.voided > 0n || currency !== held) return refused;
  return amount > sums.authorised ? tooMuch : { status: 'approved', effect: amount };
}

/** Voiding what never came to hold anything is agreed to: the caller wants certainty, and has it. */
function decideVoid({ status, sums }: AuthorisationState): Decision {
  if (status === 'interactionRequired') return { status: 'approved', effect: 0n, endsInteraction: true };
  if (status === 'declined') return { status: 'approved', effect: 0n };
  if (sums.captured > 0n || sums.voided > 0n) return refused;
  return { status: 'approved', effect: sums.authorised };
}

function decideRefund({ amount, currency }: Amount, { status, currency: taken, sums }: AuthorisationState): Decision {
  if (status !== 'approved' || currency !== taken || sums.captured === 0n) return refused;
  return sums.refunded + amount > sums.captured ? tooMuch : { status: 'approved', effect: amount };
}
