import type { Payment } from './payment';

/**
 * What a connector is asked to do for a payment. `lateVoid` gives back a hold that came after the payment's own void was answered: under
 * that name the connector would only repeat its answer.
 */
export type PaymentStep = 'authorise' | 'capture' | 'void' | 'lateVoid';

/**
 * The name of a payment's operation, by which its connector remembers it. A later attempt has names of its own: what
 * one connector has seen, or was told never to do, says nothing of what another is asked.
 */
export function paymentOperationID(
  { invoiceID, id, attempt }: Pick<Payment, 'invoiceID' | 'id' | 'attempt'>,
  step: PaymentStep,
): string {
  const name = `payment/${invoiceID}.${id}/${step}`;
  return attempt === 1 ? name : `${name}/${attempt}`;
}
