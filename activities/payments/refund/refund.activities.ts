import { notFound } from '../../../domain/platform/errors/refusal';
import type { Payment } from '../../../domain/payments/payment/payment';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { Refund } from '../../../domain/payments/refund/refund';
import { planReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import { readRefundWithPayment, readRemainingCart } from '../../../store/payments/refund/refund.table';
import { recordRefundAcceptance, refundSending } from '../../../store/payments/refund/refund.pending';
import { recordRefundFailure, recordRefundSuccess } from '../../../store/payments/refund/refund.transitions';
import type { RefundActivities, RefundInput } from '../../../workflows/payments/refund/refund.contract';
import {
  ConnectorMisuse,
  type AuthorisationReference,
  type NotFound,
  type PaymentConnector,
  type RefundOutcome,
  type Unknown,
} from '../../../connectors/connector';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { carryOut, type Misused, type OperationAttempt } from '../../platform/operation/operation';
import { recordedConnector, type ConnectorDependencies } from '../../platform/operation/recorded-connector';
import { isOnlyLookedUp, lookUpHints, resultDueAt, sendRecorded } from '../../platform/operation/repetition';
import { StepDeadline } from '../../platform/operation/step-deadline';
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
  const found = await readRefundWithPayment(store.database, ref);
  if (!found) throw notFound('Refund');
  const { refund, payment } = found;
  if (refund.status !== 'pending') return refund;
  const connector = await recordedConnector(dependencies, payment);
  const operation = new RefundOperation(dependencies, { connector, payment, refund });
  const outcome = await operation.carryOut(attempt);
  switch (outcome.kind) {
    case 'approved':
      await operation.planReturnLookUps();
      return recordRefundSuccess(store, ref, outcome);
    case 'declined':
      return recordRefundFailure(store, ref, outcome.failure);
    case 'pending': {
      const { connectorReference } = outcome;
      await recordRefundAcceptance(store, ref, { connectorReference, dueAt: resultDueAt(connector.times) });
      return refund;
    }
    case 'contradicted':
      // Money may have gone back: it is only looked up, and operators see it at once.
      await recordRefundAcceptance(store, ref, { connectorReference: null, dueAt: new Date() });
      return refund;
    case 'misused':
      return recordRefundFailure(store, ref, paymentFailure('authorization_failed:unknown'));
  }
}

/** A refund at the connector of its payment, with its authorisation. */
class RefundOperation {
  private readonly operationID: string;
  private readonly authorisation: AuthorisationReference;

  constructor(
    private readonly dependencies: ConnectorDependencies,
    private readonly parts: { connector: PaymentConnector; payment: Payment; refund: Refund },
  ) {
    const { invoiceID, paymentID, id } = parts.refund;
    this.operationID = `refund/${invoiceID}.${paymentID}.${id}/refund`;
    this.authorisation = toAuthorisationReference(parts.payment);
  }

  /** A decline is looked up, because a connector may decline a repeated operation. */
  carryOut(given: OperationAttempt): Promise<Exclude<RefundOutcome, Unknown> | Misused> {
    const { refund, connector } = this.parts;
    // A recorded request proves an earlier attempt, also of a killed worker.
    const attempt = refund.sentAt || refund.acceptedAt ? 'repeated' : given;
    const deadline = new StepDeadline(attempt, this.dependencies.connectorTimeoutMs);
    return carryOut<RefundOutcome>(
      {
        operationID: this.operationID,
        send: () => this.send(deadline),
        lookUp: () => this.lookUp(deadline),
        isDeclineLookedUp: true,
        isOnlyLookedUp: isOnlyLookedUp(connector.times, refund),
      },
      attempt,
    );
  }

  async planReturnLookUps(): Promise<void> {
    const { payment, connector } = this.parts;
    const planned = {
      operationID: this.operationID,
      connector: payment.connector,
      forMs: connector.times?.returnsWithinMs,
    };
    await planReturnLookUps(this.dependencies.store.database, planned);
  }

  private async send(deadline: StepDeadline): Promise<RefundOutcome> {
    const { store } = this.dependencies;
    const { refund, connector, payment } = this.parts;
    const { invoiceID, paymentID, id: refundID } = refund;
    const ref = { invoiceID, paymentID, refundID };
    const record = refundSending(store, ref);
    const before = payment.cart && ((await readRemainingCart(store.database, ref)) ?? payment.cart);
    const request = {
      operationID: this.operationID,
      authorisation: this.authorisation,
      amount: refund.amountMinor,
      currency: refund.currency,
      payer: toConnectorPayer(payment.payer),
      ...toRefundedItems({ amountMinor: refund.amountMinor, before, after: refund.cart }),
    };
    return sendRecorded({ times: connector.times, sent: refund, record }, () =>
      connector.refund({ ...request, timeoutMs: deadline.nextTimeoutMs() }),
    );
  }

  private async lookUp(deadline: StepDeadline): Promise<Exclude<RefundOutcome, Unknown> | NotFound> {
    const { operationID, authorisation } = this;
    const { connector, refund } = this.parts;
    const timeoutMs = deadline.nextTimeoutMs();
    const found = await connector.lookUp({
      kind: 'refund',
      operationID,
      timeoutMs,
      authorisation,
      ...lookUpHints(refund),
      expected: { amount: refund.amountMinor, currency: refund.currency },
    });
    if (found.kind !== 'interactionRequired') return found;
    throw new ConnectorMisuse(`${operationID} requires an interaction, which it must not`);
  }
}
