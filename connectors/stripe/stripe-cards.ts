import type Stripe from 'stripe';
import type { AuthoriseRequest, VerifyRequest } from '../connector';
import type { CardTransport } from '../card-transport';
import type { Deadline } from '../deadline';
import { cardMethod, readRecurrentToken, requestThreeDSecure } from './payment-method';
import { asOperation, OPERATION } from './stripe-operations';

/** Cards and their customers at Stripe. */
export class StripeCards {
  constructor(private readonly clientFor: (cardTransport?: CardTransport) => Stripe) {}

  /** A saved card is charged without the payer; a new one is saved with a new customer on request. */
  async payWith(request: AuthoriseRequest, deadline: Deadline): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
    const tool = request.paymentTool;
    if (tool.type === 'recurrentToken') {
      const { customer, paymentMethod } = readRecurrentToken(tool.recurrentToken);
      return { customer, payment_method: paymentMethod, off_session: true };
    }
    const payment_method = await this.newPaymentMethod(request, deadline);
    const method = { payment_method, ...requestThreeDSecure(request.threeDSecure) };
    if (!request.makeRecurrent) return method;
    return { ...method, customer: await this.newCustomer(request, deadline), setup_future_usage: 'off_session' };
  }

  async newPaymentMethod(request: VerifyRequest, deadline: Deadline): Promise<string> {
    const { id } = await this.clientFor(request.cardTransport).paymentMethods.create(
      cardMethod(request.paymentTool, request.payer),
      asOperation(request, deadline, 'card'),
    );
    return id;
  }

  async newCustomer(request: VerifyRequest, deadline: Deadline): Promise<string> {
    const metadata = { [OPERATION]: request.operationID };
    const { id } = await this.clientFor().customers.create({ metadata }, asOperation(request, deadline, 'customer'));
    return id;
  }
}
