import { Refusal } from '../../../domain/platform/errors/refusal';
import { ABANDONED_REASON, isAbandoned, type PaymentRef } from '../../../domain/payments/payment/payment';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';
import { readShopOfInvoice } from '../../merchants/shop/shop-of-invoice';
import type { Store } from '../../store';
import { changePaymentOn } from './payment.change';

/**
 * The payer abandons a payment that waits for an interaction. Its workflow ends the interaction at the connector and
 * fails the payment, unless the payer has paid. Idempotent while pending.
 * @throws Refusal notFound, invalidPaymentStatus, invalidPartyStatus, invalidShopStatus
 */
export async function requestAbandonment(store: Store, request: PaymentRef & { partyID: string }): Promise<void> {
  await changePaymentOn(
    store,
    request,
    { read: async (tx) => readShopOfInvoice(store.database, request.invoiceID, tx), partyID: request.partyID },
    ({ payment }, _tx, _now, found) => {
      found.notSuspended();
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
  );
}
