import { Refusal } from '../../domain/errors/refusal';
import { ABANDONED_REASON, isAbandoned, type PaymentRef } from '../../domain/payment/payment';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals } from '../../domain/workflow-messages';
import { shopOfInvoice } from '../shop/shop-of-invoice';
import type { Store } from '../store';
import { changePaymentOn } from './payment.change';

/**
 * The payer gives up a payment that waits for him, so that he can pay in another way. The payment's workflow then ends the
 * interaction at the connector and fails the payment, unless the payer has paid before. Idempotent while the payment is pending.
 * @throws Refusal notFound, invalidPaymentStatus, invalidPartyStatus, invalidShopStatus
 */
export async function requestAbandonment(store: Store, request: PaymentRef & { partyID: string }): Promise<void> {
  await changePaymentOn(
    store,
    request,
    async (tx) => shopOfInvoice(store.database, request.invoiceID, tx),
    ({ payment }, _tx, _now, found) => {
      found.operable();
      if (payment.status !== 'pending' || !payment.interaction) {
        const state = payment.status === 'pending' ? 'does not wait for its payer' : `is ${payment.status}`;
        throw new Refusal('invalidPaymentStatus', `payment ${state}`);
      }
      if (isAbandoned(payment)) return undefined;
      const workflowID = workflowIDs.payment(payment.invoiceID, payment.id);
      return {
        payment: { ...payment, target: 'cancel', targetReason: ABANDONED_REASON },
        commands: [{ kind: 'signal', workflowID, signal: signals.interactionEnded, args: [] }],
      };
    },
    request.partyID,
  );
}
