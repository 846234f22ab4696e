import type { Payment, PaymentRef } from '../../domain/payment/payment';
import { paymentFailure } from '../../domain/payment/payment-failure';
import { openPaymentTool } from '../../store/payment-tool/payment-tool-token';
import { expireHold } from '../../store/payment/hold.transitions';
import { findPayment } from '../../store/payment/payment.queries';
import {
  recordAuthorisation,
  recordCancel,
  recordCapture,
  recordFailure,
  recordInteraction,
} from '../../store/payment/payment.transitions';
import { getInvoice } from '../../store/invoice/invoice.queries';
import type { Store } from '../../store/store';
import type { FollowUpOutcome, NotFound, PaymentOutcome } from '../connectors/connector';
import { PROVIDER_TIMEOUT_MS, answered, shopConnector } from '../connectors/shop-connector';
import type { PaymentActivityDependencies } from './payment.activities';

/** Whether an earlier attempt may have reached the provider: then what it already did is found out first. */
type Attempt = 'first' | 'repeated';

type Step = 'authorise' | 'capture' | 'void';

const NOT_FOUND: NotFound = { kind: 'notFound' };

/** The steps of a payment, each of which asks the provider and records its answer. */
export class PaymentSteps {
  private readonly store: Store;
  private readonly timeoutMs: number;

  constructor(private readonly dependencies: PaymentActivityDependencies) {
    this.store = dependencies.store;
    this.timeoutMs = dependencies.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS;
  }

  async authorise(ref: PaymentRef, attempt: Attempt): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending' || payment.interaction) return payment;
    const found = attempt === 'repeated' ? await this.lookUp(payment, 'authorise') : NOT_FOUND;
    const outcome = found.kind === 'notFound' ? await this.sendAuthorisation(payment) : found;
    return this.recordOutcome(payment, outcome);
  }

  async lookUpAuthorisation(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending') return payment;
    const found = await this.lookUp(payment, 'authorise');
    return found.kind === 'notFound' ? payment : this.recordOutcome(payment, found);
  }

  async giveUp(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(this.store.database, ref);
    if (payment.status !== 'pending') return payment;
    const found = await this.lookUp(payment, 'authorise');
    if (found.kind === 'declined') return this.recordOutcome(payment, found);
    if (found.kind !== 'notFound') await this.sendVoid(payment);
    return recordFailure(this.store, ref, paymentFailure('authorization_failed:processing_deadline_reached'));
  }

  async decideAndCarryOut(ref: PaymentRef, attempt: Attempt): Promise<Payment> {
    const payment = await expireHold(this.store, ref);
    if (payment.status !== 'processed') return payment;
    if (payment.target === 'cancel') {
      await this.sendVoid(payment);
      return recordCancel(this.store, ref);
    }
    const found = attempt === 'repeated' ? await this.lookUp(payment, 'capture') : NOT_FOUND;
    const outcome = answered(found.kind === 'notFound' ? await this.sendCapture(payment) : found);
    if (outcome.kind === 'approved') return recordCapture(this.store, ref);
    await this.sendVoid(payment);
    return recordCancel(this.store, ref);
  }

  private async sendAuthorisation(payment: Payment): Promise<PaymentOutcome> {
    if (!payment.paymentToolSealed) throw new Error(`payment ${nameOf(payment)} has no payment tool`);
    const { shop, connector } = await shopConnector(this.dependencies, payment);
    const invoice = await getInvoice(this.store.database, payment);
    return connector.authorise({
      ...this.operation(payment, 'authorise'),
      paymentTool: await openPaymentTool(payment.paymentToolSealed, this.store.encryptionKey),
      amount: payment.authorisedAmountMinor,
      currency: payment.currency,
      makeRecurrent: payment.makeRecurrent,
      returnUrl: payment.payer.sessionInfo?.redirectUrl,
      callbackUrl: `${this.dependencies.apiUrl}/callbacks/sandbox`,
      merchantName: shop.name,
      description: invoice.product,
    });
  }

  private async lookUp(payment: Payment, step: Step): Promise<Exclude<PaymentOutcome, { kind: 'unknown' }> | NotFound> {
    const { connector } = await shopConnector(this.dependencies, payment);
    return connector.lookUp(this.operation(payment, step));
  }

  private async sendCapture(payment: Payment): Promise<FollowUpOutcome> {
    const { connector } = await shopConnector(this.dependencies, payment);
    const operation = this.operation(payment, 'capture');
    return connector.capture({
      ...operation,
      authorisation: this.authorisationOf(payment),
      amount: payment.captureAmountMinor ?? payment.authorisedAmountMinor,
      currency: payment.currency,
    });
  }

  private async sendVoid(payment: Payment): Promise<void> {
    const { connector } = await shopConnector(this.dependencies, payment);
    const operation = this.operation(payment, 'void');
    answered(await connector.void({ ...operation, authorisation: this.authorisationOf(payment) }));
  }

  private async recordOutcome(payment: Payment, outcome: PaymentOutcome | NotFound): Promise<Payment> {
    const ref = { invoiceID: payment.invoiceID, paymentID: payment.id };
    const answer = answered(outcome);
    switch (answer.kind) {
      case 'approved':
        return recordAuthorisation(this.store, ref, answer);
      case 'declined':
        return recordFailure(this.store, ref, answer.failure);
      case 'interactionRequired':
        return recordInteraction(this.store, ref, answer.interaction);
      case 'notFound':
        return payment;
    }
  }

  private operation(payment: Payment, step: Step): { operationID: string; timeoutMs: number } {
    return { operationID: `payment/${nameOf(payment)}/${step}`, timeoutMs: this.timeoutMs };
  }

  private authorisationOf(payment: Payment): { operationID: string; providerReference?: string } {
    const { operationID } = this.operation(payment, 'authorise');
    return payment.providerReference ? { operationID, providerReference: payment.providerReference } : { operationID };
  }
}

function nameOf(payment: Payment): string {
  return `${payment.invoiceID}.${payment.id}`;
}
