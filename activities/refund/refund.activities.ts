import type { Payment } from '../../domain/payment/payment';
import { paymentFailure } from '../../domain/payment/payment-failure';
import type { Refund } from '../../domain/refund/refund';
import { findPayment } from '../../store/payment/payment.queries';
import { readRefund, readRemainingCart } from '../../store/refund/refund.table';
import { recordRefundFailure, recordRefundSuccess } from '../../store/refund/refund.transitions';
import type { RefundActivities, RefundInput } from '../../workflows/refund/refund.contract';
import type { RefundRequest } from '../../connectors/connector';
import { carryOutFollowUp, type FollowUpResult } from '../operation/follow-up';
import { toApplicationFailures } from '../operation/application-failures';
import type { OperationAttempt } from '../operation/operation';
import { recordedConnector, type ConnectorDependencies } from '../operation/recorded-connector';
import { StepDeadline } from '../operation/step-deadline';
import { toAuthorisationReference } from '../payment/authorisation-reference';
import { toRefundedItems } from '../payment/connector-items';
import { toConnectorPayer } from '../payment/connector-payer';

/** Activities of refund workflows. */
export function createRefundActivities(dependencies: ConnectorDependencies): RefundActivities {
  const statusAfter = (ref: RefundInput, attempt: OperationAttempt) =>
    toApplicationFailures(async () => (await executeRefund(dependencies, ref, attempt)).status);
  return {
    refund: (ref) => statusAfter(ref, 'first'),
    refundAfterLookUp: (ref) => statusAfter(ref, 'repeated'),
  };
}

async function executeRefund(
  dependencies: ConnectorDependencies,
  ref: RefundInput,
  attempt: OperationAttempt,
): Promise<Refund> {
  const { store } = dependencies;
  const refund = await readRefund(store.database, ref);
  if (!refund) throw new Error(`refund ${ref.invoiceID}.${ref.paymentID}.${ref.refundID} is missing`);
  if (refund.status !== 'pending') return refund;
  const payment = await findPayment(store.database, ref);
  const outcome = await sendRefund(dependencies, { payment, refund, attempt });
  switch (outcome.kind) {
    case 'approved':
      return recordRefundSuccess(store, ref, outcome);
    case 'declined':
      return recordRefundFailure(store, ref, outcome.failure);
    case 'misused':
      return recordRefundFailure(store, ref, paymentFailure('authorization_failed:unknown'));
  }
}

/** Sends the refund to the connector of the payment, with its authorisation. */
async function sendRefund(
  dependencies: ConnectorDependencies,
  { payment, refund, attempt }: { payment: Payment; refund: Refund; attempt: OperationAttempt },
): Promise<FollowUpResult> {
  const connector = recordedConnector(dependencies, payment);
  const ref = { invoiceID: refund.invoiceID, paymentID: refund.paymentID, refundID: refund.id };
  const before = payment.cart && ((await readRemainingCart(dependencies.store.database, ref)) ?? payment.cart);
  const request = {
    operationID: `refund/${refund.invoiceID}.${refund.paymentID}.${refund.id}/refund`,
    authorisation: toAuthorisationReference(payment),
    amount: refund.amountMinor,
    currency: refund.currency,
    payer: toConnectorPayer(payment.payer),
    ...toRefundedItems({ amountMinor: refund.amountMinor, before, after: refund.cart }),
  };
  const send = (sent: RefundRequest) => connector.refund(sent);
  const deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  return carryOutFollowUp(connector, { kind: 'refund', request, send, attempt, deadline });
}
