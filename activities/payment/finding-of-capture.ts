import type { Approved } from '../../connectors/connector';
import { paymentOperationID } from '../../domain/payment/operation-id';
import type { Payment } from '../../domain/payment/payment';
import type { Finding } from '../../domain/reconciliation/finding';

/** How a capture at the connector differs from what was decided here; undefined where it does not. */
export function findingOfCapture(payment: Payment, capture: Approved, now: Date): Finding | undefined {
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
    const reason = 'here it was to be cancelled, the connector had captured it: it is captured here too';
    return { ...found, kind: 'differentState', reason };
  }
  if (connectorMinor === recordedMinor) return undefined;
  const reason = `the connector has captured ${connectorMinor}, here it was to be ${recordedMinor}`;
  return { ...found, kind: 'differentAmount', reason };
}
