import type { Payment } from '../../domain/payment/payment';
import type { AuthorisationReference } from '../../connectors/connector';

/** What a provider is asked to do for a payment. */
export type PaymentStep = 'authorise' | 'capture' | 'void';

/** The name of a payment's operation, by which the provider remembers it. */
export function paymentOperationID({ invoiceID, id }: Pick<Payment, 'invoiceID' | 'id'>, step: PaymentStep): string {
  return `payment/${invoiceID}.${id}/${step}`;
}

/** The authorisation of a payment, for what comes after it. */
export function authorisationOf(payment: Payment): AuthorisationReference {
  const authorisation = { kind: 'authorise', operationID: paymentOperationID(payment, 'authorise') } as const;
  return payment.connectorReference
    ? { ...authorisation, connectorReference: payment.connectorReference }
    : authorisation;
}
