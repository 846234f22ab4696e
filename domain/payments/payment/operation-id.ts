import type { Payment } from './payment';

/**
 * Requests to a connector. `lateVoid` releases a hold reported after the payment's own void was answered: reusing the
 * void's id would only repeat that answer.
 */
export type PaymentStep = 'authorise' | 'capture' | 'void' | 'lateVoid';

/**
 * Builds the operation id that makes a request to a connector idempotent. Later attempts have ids of their own, since each
 * goes to another connector.
 */
export function paymentOperationID(
  { invoiceID, id, attempt }: Pick<Payment, 'invoiceID' | 'id' | 'attempt'>,
  step: PaymentStep,
): string {
  const name = `payment/${invoiceID}.${id}/${step}`;
  return attempt === 1 ? name : `${name}/${attempt}`;
}
