import { paymentOperationID, type PaymentStep } from '../../domain/payment/operation-id';
import { isAbandoned, type Payment, type PaymentRef } from '../../domain/payment/payment';
import { paymentFailure, type PaymentFailurePath } from '../../domain/payment/payment-failure';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { openPaymentTool } from '../../store/payment-tool/payment-tool-token';
import { expireHold } from '../../store/payment/hold.transitions';
import { findPayment, findPresentedPayment, type PresentedPayment } from '../../store/payment/payment.queries';
import {
  recordAuthorisation,
  recordCancel,
  recordCapture,
  recordFailure,
  recordInteraction,
} from '../../store/payment/payment.transitions';
import type { Store } from '../../store/store';
import type { PaymentActivities, PaymentSnapshot, PaymentTask } from '../../workflows/payment/payment.contract';
import {
  type CaptureRequest,
  type PaymentConnector,
  type NotFound,
  type PaymentOutcome,
  type Unknown,
} from '../../connectors/connector';
import { carryOutFollowUp, isVoided, voidByName, type FollowUpAnswer } from '../operation/follow-up';
import { withNamedFailure } from '../operation/named-failure';
import type { Attempt, Misused } from '../operation/operation';
import { CONNECTOR_TIMEOUT_MS, recordedConnector, type ConnectorDependencies } from '../operation/recorded-connector';
import { askConnector } from './asking';
import { authorisationOf } from './authorisation-of';

export interface PaymentActivityDependencies extends ConnectorDependencies {
  /** Where connectors call back. */
  apiUrl: string;
}

/** What a payment's workflow may do to the world. */
export function createPaymentActivities(dependencies: PaymentActivityDependencies): PaymentActivities {
  const steps = new PaymentSteps(dependencies);
  const snapshotAfter = (step: () => Promise<Payment>) => withNamedFailure(async () => snapshotOf(await step()));
  return {
    authorise: (task) => snapshotAfter(() => steps.authorise(task, 'first')),
    authoriseAfterLookUp: (task) => snapshotAfter(() => steps.authorise(task, 'repeated')),
    lookUpAuthorisation: (ref) => snapshotAfter(() => steps.lookUpAuthorisation(ref)),
    expireAuthorisation: (ref) => snapshotAfter(() => steps.expireAuthorisation(ref)),
    captureOrVoid: (task) => snapshotAfter(() => steps.captureOrVoid(task, 'first')),
    captureOrVoidAfterLookUp: (task) => snapshotAfter(() => steps.captureOrVoid(task, 'repeated')),
  };
}

function snapshotOf(payment: Payment): PaymentSnapshot {
  const { status, target, heldUntil, attempt, connector } = payment;
  const taken = attempt > 1 ? { attempt: { number: attempt, connector } } : {};
  return { status, target, heldUntil: rfc3339Text(heldUntil) ?? null, ...taken };
}

type Answer = Exclude<PaymentOutcome, Unknown>;

/** Why a payment failed whose authorisation was ended by us. */
const FAILURES = {
  givenUp: 'authorization_failed:processing_deadline_reached',
  abandoned: 'preauthorization_failed',
  misused: 'authorization_failed:unknown',
} as const satisfies Record<string, PaymentFailurePath>;

/** The steps of a payment, each of which asks the connector that was chosen for it and records the answer. */
class PaymentSteps {
  private readonly store: Store;
  private readonly timeoutMs: number;

  constructor(private readonly dependencies: PaymentActivityDependencies) {
    this.store = dependencies.store;
    this.timeoutMs = dependencies.connectorTimeoutMs ?? CONNECTOR_TIMEOUT_MS;
  }

  /** Asks one connector after the other, until one has answered for good. */
  async authorise(task: PaymentTask, attempt: Attempt): Promise<Payment> {
    for (let known = attempt; ; known = 'first') {
      const presented = await findPresentedPayment(this.store.database, task);
      const { payment } = presented;
      if (payment.status !== 'pending' || payment.interaction) return payment;
      if (payment.processingDeadline <= momentOf(task)) return payment;
      const operation = {
        operationID: paymentOperationID(payment, 'authorise'),
        send: () => this.sendAuthorisation(presented),
        lookUp: () => this.lookUpAnswer(payment),
      };
      const answer = await askConnector(this.store, payment, { operation, attempt: known });
      const after = answer.kind === 'passedOn' ? undefined : await this.recordOutcome(payment, answer);
      if (after?.attempt === payment.attempt) return after;
    }
  }

  async lookUpAuthorisation(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending' || isAbandoned(payment)) return payment;
    return this.recordOutcome(payment, await this.lookUpAnswer(payment));
  }

  async expireAuthorisation(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending') return payment;
    const found = await this.lookUpAnswer(payment);
    // Money that came before the payer gave up counts; money that came after the deadline does not.
    const isDecided = found.kind === 'declined' || (found.kind === 'approved' && isAbandoned(payment));
    const voiding = { ...this.operation(payment, 'void'), authorisation: authorisationOf(payment) };
    if (isDecided && !(await isVoided(this.connectorOf(payment), voiding))) return this.recordOutcome(payment, found);
    return isAbandoned(payment) ? this.abandon(payment, found) : this.blockAndFail(payment, found, 'givenUp');
  }

  /** A connector that refuses to end the interaction has perhaps been paid since it was last asked. */
  private async abandon(payment: Payment, found: Answer | NotFound): Promise<Payment> {
    const isEnded = await this.void(payment, found);
    const paid = isEnded ? undefined : await this.lookUpAnswer(payment);
    if (paid?.kind === 'approved') return this.recordOutcome(payment, paid);
    return recordFailure(this.store, refOf(payment), paymentFailure(FAILURES.abandoned), 'abandoned');
  }

  async captureOrVoid(task: PaymentTask, attempt: Attempt): Promise<Payment> {
    const payment = await expireHold(this.store, task, momentOf(task));
    if (payment.status !== 'processed' || !payment.target) return payment;
    if (payment.target === 'capture') {
      const outcome = await this.capture(payment, attempt);
      if (outcome.kind === 'approved') return recordCapture(this.store, task);
    }
    await this.void(payment);
    return recordCancel(this.store, task);
  }

  private async sendAuthorisation({ payment, merchantName, product }: PresentedPayment): Promise<PaymentOutcome> {
    if (!payment.encryptedPaymentTool)
      throw new Error(`payment ${payment.invoiceID}.${payment.id} has no payment tool`);
    return this.connectorOf(payment).authorise({
      ...this.operation(payment, 'authorise'),
      paymentTool: await openPaymentTool(payment.encryptedPaymentTool, this.store.encryptionKeys),
      amount: payment.authorisedAmountMinor,
      currency: payment.currency,
      makeRecurrent: payment.makeRecurrent,
      returnUrl: payment.payer.sessionInfo?.redirectUrl,
      callbackUrl: `${this.dependencies.apiUrl}/callbacks/${payment.connector}`,
      merchantName,
      description: product,
    });
  }

  private lookUpAnswer(payment: Payment): Promise<Answer | NotFound> {
    return this.connectorOf(payment).lookUp({ kind: 'authorise', ...this.operation(payment, 'authorise') });
  }

  private capture(payment: Payment, attempt: Attempt): Promise<FollowUpAnswer> {
    const connector = this.connectorOf(payment);
    const request: CaptureRequest = {
      ...this.operation(payment, 'capture'),
      authorisation: authorisationOf(payment),
      amount: payment.captureAmountMinor ?? payment.authorisedAmountMinor,
      currency: payment.currency,
    };
    return carryOutFollowUp(connector, { kind: 'capture', request, send: (sent) => connector.capture(sent), attempt });
  }

  /** A reference that was never recorded, because the answer came too late for it, is the one just `found`. */
  private async void(payment: Payment, found: object = {}): Promise<boolean> {
    const reference = 'connectorReference' in found ? { connectorReference: found.connectorReference as string } : {};
    const authorisation = { ...authorisationOf(payment), ...reference };
    return voidByName(this.connectorOf(payment), { ...this.operation(payment, 'void'), authorisation });
  }

  private async blockAndFail(
    payment: Payment,
    found: Answer | NotFound | Misused,
    outcome: 'givenUp' | 'misused',
  ): Promise<Payment> {
    await this.void(payment, found);
    return recordFailure(this.store, refOf(payment), paymentFailure(FAILURES[outcome]), outcome);
  }

  private async recordOutcome(payment: Payment, outcome: Answer | NotFound | Misused): Promise<Payment> {
    const ref = refOf(payment);
    switch (outcome.kind) {
      case 'approved':
        return recordAuthorisation(this.store, ref, outcome);
      case 'declined':
        return recordFailure(this.store, ref, outcome.failure);
      case 'interactionRequired':
        return recordInteraction(this.store, ref, outcome.interaction);
      case 'misused':
        return this.blockAndFail(payment, outcome, 'misused');
      case 'notFound':
        return payment;
    }
  }

  private connectorOf(payment: Payment): PaymentConnector {
    return recordedConnector(this.dependencies, payment);
  }

  private operation(payment: Payment, step: PaymentStep): { operationID: string; timeoutMs: number } {
    return { operationID: paymentOperationID(payment, step), timeoutMs: this.timeoutMs };
  }
}

/** Deadlines and holds are judged by the engine's clock, which also wakes the workflow; a task of an earlier version has none. */
function momentOf({ asOf }: PaymentTask): Date {
  return asOf === undefined ? new Date() : new Date(asOf);
}

function refOf({ invoiceID, id, attempt }: Payment): PaymentRef & { attempt: number } {
  return { invoiceID, paymentID: id, attempt };
}
