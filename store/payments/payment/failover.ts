import { reasonAfter } from '../../../domain/payments/payment/attempt';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import type { Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { attemptEnd, attemptStart, lockDispatchCount, type FailoverEnd } from './payment.attempts';
import { readShopOfInvoice, type ShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import { changePaymentOn } from './payment.change';

/** Ends after which an earlier request of the attempt cannot have an effect. */
const FINAL: ReadonlySet<FailoverEnd['outcome']> = new Set(['declined', 'rejected', 'unanswered']);

/**
 * Moves a pending payment to its next connector if the current one has certainly done nothing: it declined with a
 * retryable code, refused the request by validation, its only request was not executed, or its unanswered request was voided
 * by name. Accounts disabled since are left out. Otherwise (an earlier request
 * without a response, an interaction), or in a blocked shop, it changes nothing.
 * @returns the current payment, with another attempt if it failed over
 */
export async function failOver(
  store: Store,
  ref: PaymentRef & { attempt: number },
  end: FailoverEnd,
): Promise<Payment> {
  const { disabled, passedOver } = await store.accounts.readStates();
  const read = async (tx: Transaction): Promise<ShopOfInvoice> => readShopOfInvoice(store.database, ref.invoiceID, tx);
  const { payment } = await changePaymentOn(store, ref, { read }, async ({ payment: current }, tx, now, shop) => {
    const usable = current.nextConnectors.filter((account) => !disabled.has(account));
    // A stable sort: passed-over accounts come last.
    const [connector, ...nextConnectors] = usable.sort((a, b) => Number(passedOver.has(a)) - Number(passedOver.has(b)));
    const isCurrent = current.status === 'pending' && current.attempt === ref.attempt && !current.interaction;
    if (!isCurrent || connector === undefined || shop.isBlocked) return undefined;
    const isFinal = FINAL.has(end.outcome);
    const isCertain = isFinal || (await lockDispatchCount(store.database, current, tx)) === 1;
    if (!isCertain) return undefined;
    const next: Payment = { ...current, connector, nextConnectors, attempt: current.attempt + 1 };
    const reason = reasonAfter(end.outcome);
    return { payment: next, writes: [attemptEnd(current, end, now), attemptStart(next, { reason, now })] };
  });
  return payment;
}
