import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';
import type { Behaviour, BehaviourOperation, Deferral } from './behaviour';

export interface AmountBehaviour {
  /** The last six digits of the amount in minor units: …667701 is e.g. 6 677.01 or 16 677.01 roubles. */
  ending: number;
  operations: readonly BehaviourOperation[];
  behaviour: Behaviour;
  /** The number of affected attempts; all if absent. */
  times?: number;
}

const opening: readonly BehaviourOperation[] = ['authorise', 'payOut'];

/** Connection faults, the same for each operation. */
function connectionFaults(first: number, operations: readonly BehaviourOperation[]): AmountBehaviour[] {
  return [
    { ending: first, operations, behaviour: { type: 'delay', delayMs: 3_000 } },
    { ending: first + 1, operations, behaviour: { type: 'dropBefore' }, times: 1 },
    { ending: first + 2, operations, behaviour: { type: 'dropAfter' }, times: 1 },
    { ending: first + 3, operations, behaviour: { type: 'unavailable' }, times: 3 },
    { ending: first + 4, operations, behaviour: { type: 'unavailable' } },
    { ending: first + 5, operations, behaviour: { type: 'hangBefore' }, times: 1 },
    { ending: first + 6, operations, behaviour: { type: 'hangAfter' }, times: 1 },
  ];
}

function decline(ending: number, operations: readonly BehaviourOperation[], failure: string): AmountBehaviour {
  return { ending, operations, behaviour: { type: 'decline', failure } };
}

/** How long a payout or refund is pending, and a payout is not yet returned. */
const DEFERRAL_MS = 60_000;

function defer(
  ending: number,
  kind: 'payOut' | 'refund',
  { pendingMs = DEFERRAL_MS, ...deferral }: Partial<Omit<Deferral, 'type'>> = {},
): AmountBehaviour {
  return { ending, operations: [kind], behaviour: { type: 'defer', pendingMs, ...deferral } };
}

function declinedPayment(ending: number, failure: PaymentFailurePath): AmountBehaviour {
  return decline(ending, ['authorise'], failure);
}

/** The difference of a changed amount: a hundred major units. */
const OTHER_AMOUNT_MINOR = 10_000;

function takeOther(ending: number, differenceMinor: number): AmountBehaviour {
  return { ending, operations: ['authorise'], behaviour: { type: 'takeOther', differenceMinor } };
}

const card = 'authorization_failed:payment_tool_rejected:bank_card_rejected';

/**
 * Amounts that trigger behaviours. Six digits must match, so ordinary amounts rarely do. Capture, void and refund check
 * their own amount, then the authorised one; a payout also the requested one.
 */
export const AMOUNT_BEHAVIOURS: readonly AmountBehaviour[] = [
  ...connectionFaults(667_701, opening),
  ...connectionFaults(667_711, ['capture']),
  decline(667_718, ['capture'], 'authorization_failed:rejected_by_issuer'),
  ...connectionFaults(667_721, ['void']),
  decline(667_728, ['void'], 'authorization_failed:rejected_by_issuer'),
  ...connectionFaults(667_731, ['refund']),
  decline(667_738, ['refund'], 'authorization_failed:rejected_by_issuer'),
  decline(667_739, ['refund'], 'authorization_failed:insufficient_funds'),
  decline(667_741, ['payOut'], 'InvalidSenderResource'),
  decline(667_742, ['payOut'], 'InvalidReceiverResource'),
  decline(667_743, ['payOut'], 'InsufficientFunds'),
  decline(667_744, ['payOut'], 'PreauthorizationFailed'),
  decline(667_745, ['payOut'], 'RejectedByIssuer'),
  defer(667_746, 'payOut'),
  defer(667_747, 'payOut', { failure: 'RejectedByIssuer' }),
  defer(667_748, 'payOut', { pendingMs: 0, returnedAfterMs: DEFERRAL_MS }),
  declinedPayment(667_751, 'rejected_by_inspector'),
  declinedPayment(667_752, 'preauthorization_failed'),
  declinedPayment(667_753, 'preauthorization_failed:unknown'),
  declinedPayment(667_754, 'authorization_failed:unknown'),
  declinedPayment(667_755, 'authorization_failed:merchant_blocked'),
  declinedPayment(667_756, 'authorization_failed:operation_blocked'),
  declinedPayment(667_757, 'authorization_failed:account_not_found'),
  declinedPayment(667_758, 'authorization_failed:account_blocked'),
  declinedPayment(667_759, 'authorization_failed:account_stolen'),
  declinedPayment(667_760, 'authorization_failed:insufficient_funds'),
  declinedPayment(667_761, 'authorization_failed:account_limit_exceeded:unknown'),
  declinedPayment(667_762, 'authorization_failed:account_limit_exceeded:amount'),
  declinedPayment(667_763, 'authorization_failed:account_limit_exceeded:number'),
  declinedPayment(667_764, 'authorization_failed:provider_limit_exceeded:unknown'),
  declinedPayment(667_765, 'authorization_failed:provider_limit_exceeded:amount'),
  declinedPayment(667_766, 'authorization_failed:provider_limit_exceeded:number'),
  declinedPayment(667_767, 'authorization_failed:payment_tool_rejected:unknown'),
  declinedPayment(667_768, `${card}:unknown`),
  declinedPayment(667_769, `${card}:card_number_invalid`),
  declinedPayment(667_770, `${card}:card_expired`),
  declinedPayment(667_771, `${card}:card_holder_invalid`),
  declinedPayment(667_772, `${card}:cvv_invalid`),
  declinedPayment(667_773, `${card}:issuer_not_found`),
  declinedPayment(667_774, 'authorization_failed:security_policy_violated'),
  declinedPayment(667_775, 'authorization_failed:temporarily_unavailable'),
  declinedPayment(667_776, 'authorization_failed:rejected_by_issuer'),
  declinedPayment(667_777, 'authorization_failed:processing_deadline_reached'),
  declinedPayment(667_778, 'timeout'),
  takeOther(667_781, -OTHER_AMOUNT_MINOR),
  takeOther(667_782, OTHER_AMOUNT_MINOR),
  defer(667_791, 'refund'),
  defer(667_792, 'refund', { failure: 'authorization_failed:rejected_by_issuer' }),
];

const modulus = 1_000_000n;

/** Returns the behaviour of the first matching amount. */
export function findAmountBehaviour(kind: BehaviourOperation, amounts: readonly bigint[]): AmountBehaviour | undefined {
  for (const amount of amounts) {
    const ending = Number(amount % modulus);
    const found = AMOUNT_BEHAVIOURS.find((row) => row.ending === ending && row.operations.includes(kind));
    if (found) return found;
  }
  return undefined;
}
