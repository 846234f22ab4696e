import { paymentOperationID, type PaymentStep } from '../../../domain/payments/payment/operation-id';
import { isAbandoned, type Payment, type PaymentRef } from '../../../domain/payments/payment/payment';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import { decryptPaymentTool } from '../../../store/payments/payment-tool/payment-tool-token';
import { startTracked } from '../../../store/operators/recovery/tracked-workflows';
import { expireHold } from '../../../store/payments/payment/hold.transitions';
import {
  findPayment,
  findPresentedPayment,
  type PresentedPayment,
} from '../../../store/payments/payment/payment.queries';
import { readParentScheme } from '../../../store/payments/payment/parent-scheme';
import {
  recordAuthorisation,
  recordCancel,
  recordCapture,
  recordFailure,
  recordInteraction,
} from '../../../store/payments/payment/payment.transitions';
import { expireReview } from '../../../store/payments/review/review.transitions';
import { lateSuccessStart } from '../../../store/operators/reconciliation/late-success';
import { reportFinding } from '../../../store/operators/reconciliation/report-finding';
import type { Store } from '../../../store/store';
import type { Clock } from '../../../store/postgres/database-clock';
import { assertDeadlineOver } from '../../platform/operation/recorded-deadline';
import type { PaymentActivities, PaymentInput } from '../../../workflows/payments/payment/payment.contract';
import {
  type Approved,
  type CaptureRequest,
  type PaymentConnector,
  type PaymentOutcome,
} from '../../../connectors/connector';
import {
  carryOutFollowUp,
  isVoided,
  voidOperation,
  type FollowUpResult,
  type VoidResult,
} from '../../platform/operation/follow-up';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { lookUpOpening } from '../../platform/operation/look-up-opening';
import type { OperationAttempt, Misused, Rejected } from '../../platform/operation/operation';
import {
  recordedCallbackUrl,
  recordedConnector,
  type ConnectorDependencies,
} from '../../platform/operation/recorded-connector';
import { toConnectorTool, type CardForwarder } from '../../platform/operation/card-transport';
import { forgetCvv } from '../../platform/operation/cvv-deletion';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { expectedOf } from './expected-amount';
import { authoriseWithFailover } from './authorise-with-failover';
import { toAuthorisationReference } from './authorisation-reference';
import { compareCapture } from './compare-capture';
import { toItems } from './connector-items';
import { toConnectorBrowser, toConnectorPayer } from './connector-payer';
import type { KnownOutcome } from './known-outcome';
import { getSnapshot } from './get-snapshot';
import { assertNoDispatch, type StepCaller } from './no-dispatch';
import { toVoiding } from './to-voiding';
import { endUnanswered, failExpired, failRejected, FAILURES, getRef, readPayerWaitMs } from './unanswered';

export interface PaymentActivityDependencies extends ConnectorDependencies, StepCaller {
  vault: CardForwarder;
  /** The address for connectors' callbacks. */
  apiUrl: string;
  clock: Clock;
}

/** Activities of payment workflows. */
export function createPaymentActivities(dependencies: PaymentActivityDependencies): PaymentActivities {
  const snapshotAfter = (attempt: OperationAttempt, step: (steps: PaymentSteps) => Promise<Payment>) =>
    toApplicationFailures(async () => getSnapshot(await step(new PaymentSteps(dependencies, attempt))));
  const endReview = async (ref: PaymentRef) => expireReview(dependencies.store, ref, await dependencies.clock());
  return {
    endReview: (ref) => toApplicationFailures(async () => getSnapshot(await endReview(ref))),
    authorise: (input) => snapshotAfter('first', (steps) => steps.authorise(input)),
    authoriseAfterLookUp: (input) => snapshotAfter('repeated', (steps) => steps.authorise(input)),
    lookUpAuthorisation: (ref) => snapshotAfter('first', (steps) => steps.lookUpAuthorisation(ref)),
    expireAuthorisation: (input) => snapshotAfter('repeated', (steps) => steps.expireAuthorisation(input)),
    captureOrVoid: (input) => snapshotAfter('first', (steps) => steps.captureOrVoid(input)),
    captureOrVoidAfterLookUp: (input) => snapshotAfter('repeated', (steps) => steps.captureOrVoid(input)),
  };
}

/** One attempt of a payment's step: calls the connector and records the result. */
class PaymentSteps {
  private readonly store: Store;
  private readonly deadline: StepDeadline;

  constructor(
    private readonly dependencies: PaymentActivityDependencies,
    private readonly attempt: OperationAttempt,
  ) {
    this.store = dependencies.store;
    this.deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  }

  /** Tries the connectors in order until one decides. */
  async authorise(input: PaymentRef): Promise<Payment> {
    for (let known = this.attempt; ; known = 'first') {
      const presented = await findPresentedPayment(this.store.database, input);
      const { payment } = presented;
      if (payment.status !== 'pending' || payment.interaction || payment.reviewUntil) return payment;
      if (payment.processingDeadline <= (await this.dependencies.clock())) return payment;
      const after = await this.authoriseOnce(presented, known);
      if (after?.attempt !== payment.attempt) continue;
      return this.settled(payment, after);
    }
  }

  /** @returns undefined after a failover */
  private async authoriseOnce(presented: PresentedPayment, attempt: OperationAttempt): Promise<Payment | undefined> {
    const { payment } = presented;
    const operation = {
      operationID: paymentOperationID(payment, 'authorise'),
      send: () => this.sendAuthorisation(presented),
      lookUp: () => this.lookUpAuthorisationOutcome(payment),
    };
    this.deadline.limitRequests(attempt === 'first' ? Infinity : await readPayerWaitMs(this.dependencies, payment));
    try {
      const answer = await authoriseWithFailover(this.store, payment, { operation, attempt });
      return answer.kind === 'failedOver' ? undefined : await this.recordOutcome(payment, answer);
    } catch (error) {
      if (attempt === 'first') throw error;
      this.deadline.limitRequests(Infinity);
      const record = (found: KnownOutcome) => this.recordOutcome(payment, found);
      return endUnanswered(this.dependencies, payment, { error, ...operation, void: () => this.void(payment), record });
    }
  }

  async lookUpAuthorisation(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending' || payment.reviewUntil || isAbandoned(payment)) return payment;
    return this.settled(payment, await this.recordOutcome(payment, await this.lookUpAuthorisationOutcome(payment)));
  }

  async expireAuthorisation(input: PaymentInput): Promise<Payment> {
    const payment = await expireReview(this.store, input, await this.dependencies.clock());
    if (payment.status !== 'pending') return payment;
    const recorded = payment.processingDeadline;
    const now = isAbandoned(payment) ? recorded : await this.dependencies.clock();
    assertDeadlineOver({ given: input.processingDeadline, recorded, now });
    const ended = this.expire(payment).catch((error) => failExpired(this.dependencies, payment, error));
    return this.settled(payment, await ended);
  }

  private async expire(payment: Payment): Promise<Payment> {
    const found = await this.lookUpAuthorisationOutcome(payment);
    // Money received before the payer abandoned counts; money received after the deadline does not.
    const isDecided = found.kind === 'declined' || (found.kind === 'approved' && isAbandoned(payment));
    const authorisation = toAuthorisationReference(payment);
    const voiding = { ...this.operation(payment, 'void'), authorisation, expected: expectedOf(payment) };
    if (isDecided && !(await isVoided(await this.getConnector(payment), voiding)))
      return this.recordOutcome(payment, found);
    return isAbandoned(payment) ? this.abandon(payment, found) : this.blockAndFail(payment, found, 'expired');
  }

  /** A refused void may mean that the payment was just made. */
  private async abandon(payment: Payment, found: KnownOutcome): Promise<Payment> {
    const voided = await this.void(payment, found);
    const paid = voided.kind === 'released' ? undefined : await this.lookUpAuthorisationOutcome(payment);
    if (paid?.kind === 'approved') return this.recordOutcome(payment, paid);
    return recordFailure(this.store, getRef(payment), paymentFailure(FAILURES.abandoned), { outcome: 'abandoned' });
  }

  async captureOrVoid(input: PaymentRef): Promise<Payment> {
    const payment = await expireHold(this.store, input, await this.dependencies.clock());
    if (payment.status !== 'processed' || !payment.target) return payment;
    await assertNoDispatch(this.dependencies, payment);
    if (payment.target === 'capture') {
      const outcome = await this.capture(payment);
      if (outcome.kind === 'approved') return this.recordConnectorCapture(payment, outcome);
    }
    const voided = await this.void(payment);
    if (voided.kind === 'captured') return this.recordConnectorCapture(payment, voided.capture);
    return recordCancel(this.store, input);
  }

  private async sendAuthorisation(presented: PresentedPayment): Promise<PaymentOutcome> {
    const { payment, merchantName, product, clientInfo } = presented;
    if (!payment.encryptedPaymentTool)
      throw new Error(`payment ${payment.invoiceID}.${payment.id} has no payment tool`);
    const operation = this.operation(payment, 'authorise');
    const tool = await decryptPaymentTool(payment.encryptedPaymentTool, this.store.encryptionKeys);
    const use = { ...operation, partyID: payment.partyID, account: payment.connector };
    return (await this.getConnector(payment)).authorise({
      ...operation,
      ...toConnectorTool(this.dependencies.vault, tool, use),
      amount: payment.authorisedAmountMinor,
      currency: payment.currency,
      expected: expectedOf(payment),
      makeRecurrent: payment.makeRecurrent,
      returnUrl: payment.payer.sessionInfo?.redirectUrl,
      callbackUrl: await recordedCallbackUrl(this.dependencies, payment),
      merchantName,
      description: product,
      payer: toConnectorPayer(payment.payer),
      ...toConnectorBrowser(payment.payer),
      ...toItems(payment.cart, payment.authorisedAmountMinor),
      ...(clientInfo && { trustLevel: clientInfo.trustLevel }),
      ...(payment.threeDSecure && { threeDSecure: payment.threeDSecure }),
      ...(await readParentScheme(this.store.database, payment)),
    });
  }

  /** Deletes the CVV once nothing sends it any more; another connector may still be tried with it. */
  private settled({ attempt, encryptedPaymentTool, partyID }: Payment, after: Payment): Payment {
    const isDecided = after.attempt === attempt && (after.status !== 'pending' || Boolean(after.interaction));
    if (isDecided && encryptedPaymentTool !== null) {
      forgetCvv(this.dependencies.vault, decryptPaymentTool(encryptedPaymentTool, this.store.encryptionKeys), partyID);
    }
    return after;
  }

  private async lookUpAuthorisationOutcome(payment: Payment): Promise<KnownOutcome> {
    const sought = { since: payment.createdAt, expected: expectedOf(payment) };
    const operation = { ...this.operation(payment, 'authorise'), ...sought };
    return lookUpOpening(await this.getConnector(payment), { kind: 'authorise', ...operation });
  }

  private async capture(payment: Payment): Promise<FollowUpResult> {
    const connector = await this.getConnector(payment);
    const amount = payment.captureAmountMinor ?? payment.authorisedAmountMinor;
    const request = {
      operationID: paymentOperationID(payment, 'capture'),
      authorisation: toAuthorisationReference(payment),
      amount,
      currency: payment.currency,
      payer: toConnectorPayer(payment.payer),
      ...toItems(payment.cart, amount),
    };
    const send = (sent: CaptureRequest) => connector.capture(sent);
    const { attempt, deadline } = this;
    return carryOutFollowUp(connector, { kind: 'capture', request, send, attempt, deadline });
  }

  private async void(payment: Payment, found: object = {}): Promise<VoidResult> {
    return voidOperation(await this.getConnector(payment), toVoiding(payment, found, this.deadline));
  }

  /** Records the capture, which is final, and reports a difference from the decision. */
  private async recordConnectorCapture(payment: Payment, capture: Approved): Promise<Payment> {
    const finding = compareCapture(payment, capture, new Date());
    if (finding) await reportFinding(this.store.database, payment.connector, finding);
    return recordCapture(this.store, getRef(payment), capture);
  }

  private async blockAndFail(
    payment: Payment,
    found: KnownOutcome | Misused,
    outcome: 'expired' | 'misused' | 'contradicted',
  ): Promise<Payment> {
    const voided = await this.void(payment, found);
    // The acquirer captured before the deadline: the payment continues.
    if (voided.kind === 'captured' && outcome !== 'contradicted')
      return this.recordOutcome(payment, await this.lookUpAuthorisationOutcome(payment));
    return recordFailure(this.store, getRef(payment), paymentFailure(FAILURES[outcome]), { outcome });
  }

  private async recordOutcome(payment: Payment, outcome: KnownOutcome | Rejected | Misused): Promise<Payment> {
    const ref = getRef(payment);
    switch (outcome.kind) {
      case 'approved':
        return this.recordApproval(payment, outcome);
      case 'declined':
        return recordFailure(this.store, ref, outcome.failure);
      case 'interactionRequired':
        return recordInteraction(this.store, ref, outcome.interaction);
      case 'rejected':
        return failRejected(this.store, payment, outcome.fact);
      case 'misused':
      case 'contradicted':
        // Voided by its name: the reference of a contradicting answer may be that of another payment.
        return this.blockAndFail(payment, outcome, outcome.kind);
      case 'notFound':
        return payment;
    }
  }

  /** An approval of a failed or failed-over payment is reported as a late success. */
  private async recordApproval(payment: Payment, approval: Approved): Promise<Payment> {
    const after = await recordAuthorisation(this.store, getRef(payment), approval);
    if (after.status === 'failed' || after.attempt !== payment.attempt) {
      const operationID = paymentOperationID(payment, 'authorise');
      await startTracked(this.store.database, [lateSuccessStart(payment.connector, operationID)]);
      this.store.wakeUp.send('outbox');
    }
    return after;
  }

  private async getConnector(payment: Payment): Promise<PaymentConnector> {
    return recordedConnector(this.dependencies, payment);
  }

  private operation(payment: Payment, step: PaymentStep): { operationID: string; timeoutMs: number } {
    return { operationID: paymentOperationID(payment, step), timeoutMs: this.deadline.nextTimeoutMs() };
  }
}
