import type { AuthorisationReference } from '../../../connectors/connector';
import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { Payment } from '../../../domain/payments/payment/payment';

/** Builds the reference to a payment's current authorisation. */
export function toAuthorisationReference(
  payment: Pick<Payment, 'invoiceID' | 'id' | 'attempt' | 'connectorReference'>,
): AuthorisationReference {
  const authorisation = { kind: 'authorise', operationID: paymentOperationID(payment, 'authorise') } as const;
  return payment.connectorReference
    ? { ...authorisation, connectorReference: payment.connectorReference }
    : authorisation;
}
