import type { AttemptOutcome } from '../../domain/payments/payment/attempt';
import type { PaymentFailurePath } from '../../domain/payments/payment/payment-failure';

type Step<Path extends string> = Path extends `${infer First}:${infer Rest}` ? First | Step<Rest> : Path;

/** Codes of failures and of attempts' ends, and those that only withdrawals and deposits have. One without words does not compile. */
export type DeclineCode =
  | Exclude<Step<PaymentFailurePath>, 'amount' | 'number'>
  | AttemptOutcome
  | 'ended'
  | 'invalid_sender_resource'
  | 'invalid_receiver_resource'
  | 'no_route_found'
  | 'rejected_by_operator';

/**
 * Returns the words of the last known code of a path, which says most: `authorization_failed:insufficient_funds`. Withdrawals
 * spell the same codes `InsufficientFunds`.
 */
export function declineText(words: Readonly<Record<DeclineCode, string>>, path: string): string {
  const known: Readonly<Record<string, string>> = words;
  const codes = path.split(':').map((code) => code.replace(/\B[A-Z]/g, '_$&').toLowerCase());
  const code = codes.findLast((code) => code !== 'unknown' && known[code] !== undefined);
  return known[code ?? path] ?? path;
}
