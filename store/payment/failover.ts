import { reasonAfter } from '../../domain/payment/attempt';
import type { Payment, PaymentRef } from '../../domain/payment/payment';
import type { Store } from '../store';
import { attemptEnd, attemptStart, lockDispatchCount, type FailoverEnd } from './payment.attempts';
import { changePayment } from './payment.change';

/**
 * A pending payment goes on to the next of its connectors, since the present one has certainly done nothing: it refused and
 * says that another may not, or the one request that was ever sent to it came back undone. Where an earlier request was sent
 * whose answer nobody heard, or an interaction has begun, the payment stays where it is.
 * @returns the payment as it now stands: with another attempt, if it went on
 */
export async function failOver(
  store: Store,
  ref: PaymentRef & { attempt: number },
  end: FailoverEnd,
): Promise<Payment> {
  const { payment } = await changePayment(store, ref, async ({ payment: current }, tx, now) => {
    const [connector, ...nextConnectors] = current.nextConnectors;
    const isAsked = current.status === 'pending' && current.attempt === ref.attempt && !current.interaction;
    if (!isAsked || connector === undefined) return undefined;
    const isCertain = end.outcome === 'declined' || (await lockDispatchCount(store.database, current, tx)) === 1;
    if (!isCertain) return undefined;
    const next: Payment = { ...current, connector, nextConnectors, attempt: current.attempt + 1 };
    const reason = reasonAfter(end.outcome);
    return { payment: next, writes: [attemptEnd(current, end, now), attemptStart(next, { reason, now })] };
  });
  return payment;
}
