import type Stripe from 'stripe';
import type { AuthoriseRequest, VerifyRequest } from '../connector';
import type { CardTransport } from '../card-transport';
import type { Deadline } from '../deadline';
import { cardMethod, readAppleToken, readRecurrentToken, requestThreeDSecure } from './payment-method';
import { asOperation, OPERATION } from './stripe-operations';

/** Cards and their customers at Stripe. */
export class StripeCards {
  constructor(private readonly clientFor: (cardTransport?: CardTransport) => Stripe) {}

  /** A saved card is charged without the payer; a new one is saved with a new customer on request. One that the payer enters later is not confirmed. */
  async payWith(request: AuthoriseRequest, deadline: Deadline): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
    const tool = request.paymentTool;
    const confirmed = { confirm: true, return_url: request.returnUrl ?? request.callbackUrl };
    if (tool.type === 'recurrentToken') {
      const { customer, paymentMethod } = readRecurrentToken(tool.recurrentToken);
      return { customer, payment_method: paymentMethod, off_session: true, ...confirmed };
    }
    const isLater = tool.type === 'paymentTerminal' || tool.type === 'digitalWallet';
    const now = isLater ? {} : { payment_method: await this.newPaymentMethod(request, deadline), ...confirmed };
    const method = { ...now, ...requestThreeDSecure(request.threeDSecure) };
    if (!request.makeRecurrent) return method;
    return { ...method, customer: await this.newCustomer(request, deadline), setup_future_usage: 'off_session' };
  }

  async newPaymentMethod(request: VerifyRequest, deadline: Deadline): Promise<string> {
    const { paymentTool: tool, payer } = request;
    const isApplePay = tool.type === 'tokenizedCard' && tool.provider === 'ApplePay';
    const token = isApplePay ? await this.newToken(request, readAppleToken(tool.paymentToken), deadline) : undefined;
    const { id } = await this.clientFor(request.cardTransport).paymentMethods.create(
      cardMethod(tool, payer, token),
      asOperation(request, deadline, 'card'),
    );
    return id;
  }

  private async newToken(request: VerifyRequest, token: object, deadline: Deadline): Promise<string> {
    const { id } = await this.clientFor().tokens.create(token, asOperation(request, deadline, 'token'));
    return id;
  }

  async newCustomer(request: VerifyRequest, deadline: Deadline): Promise<string> {
    const metadata = { [OPERATION]: request.operationID };
    const { id } = await this.clientFor().customers.create({ metadata }, asOperation(request, deadline, 'customer'));
    return id;
  }
}
