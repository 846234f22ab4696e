import type { Approved } from '../../../connectors/connector';
import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Finding } from '../../../domain/operators/reconciliation/finding';

/** Returns the difference between the connector's capture and the decision here, if any. */
export function compareCapture(payment: Payment, capture: Approved, now: Date): Finding | undefined {
  const recordedMinor = payment.captureAmountMinor ?? payment.authorisedAmountMinor;
  const connectorMinor = capture.amountMinor ?? recordedMinor;
  const found = {
    operationID: paymentOperationID(payment, 'capture'),
    operationKind: 'capture',
    currency: payment.currency,
    connectorMinor,
    recordedMinor,
    connectorReference: capture.connectorReference,
    at: now,
  } as const;
  if (payment.target === 'cancel') {
    return { ...found, kind: 'differentState', facts: { statement: 'taken', recordedStatus: 'cancelled' } };
  }
  if (connectorMinor === recordedMinor) return undefined;
  return { ...found, kind: 'differentAmount', facts: {} };
}
