import type { FollowUpRequest } from './request';

/** The recorded effects of a payment, in minor units. */
export interface PaymentSums {
  authorised: bigint;
  captured: bigint;
  voided: bigint;
  refunded: bigint;
}

/** The state of an authorisation for a later operation. */
export interface AuthorisationState {
  status: 'approved' | 'declined' | 'interactionRequired';
  currency: string;
  sums: PaymentSums;
}

/** The decision on a later operation: its effect in minor units, or its failure. */
export type Decision =
  { status: 'approved'; effect: bigint; endsInteraction?: true } | { status: 'declined'; failure: string };

const refused: Decision = { status: 'declined', failure: 'authorization_failed:operation_blocked' };
const tooMuch: Decision = { status: 'declined', failure: 'authorization_failed:account_limit_exceeded:amount' };

/** Applies an acquirer's rules: one capture up to the hold, no void after it, refunds up to the captured amount. */
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

/** Voids without a hold are approved, because the caller needs certainty. */
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
