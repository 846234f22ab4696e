import type Stripe from 'stripe';
import { ConnectorUnavailable, type AuthorisationReference } from '../connector';
import type { Deadline } from '../deadline';
import { getId } from './intent-outcome';

/** Under this key of an object's metadata stands the operation that made it. */
export const OPERATION = 'holdfast_operation';
/** Under this key stands the operation that captured an intent. */
export const CAPTURE = 'holdfast_capture';
/** Of an intent that only takes a name, so that nothing else can. */
export const BLOCKED = 'holdfast_blocked';

/** The options of a call that has an effect: our name of the operation is Stripe's idempotency key. */
export function asOperation(
  { operationID }: { operationID: string },
  deadline: Deadline,
  part?: string,
): Stripe.RequestOptions {
  return { idempotencyKey: part ? `${operationID}#${part}` : operationID, timeout: deadline.leftMs() };
}

/** Finds what an operation made, by Stripe's reference where we heard it and else by the operation's name. */
export class StripeOperations {
  constructor(private readonly stripe: Stripe) {}

  async paymentIntent(of: AuthorisationReference, deadline: Deadline): Promise<Stripe.PaymentIntent | undefined> {
    const options = { timeout: deadline.leftMs() };
    if (of.connectorReference) {
      return this.stripe.paymentIntents.retrieve(of.connectorReference, { expand: ['latest_charge'] }, options);
    }
    const query = madeBy(of.operationID);
    const found = await this.stripe.paymentIntents.search({ query, expand: ['data.latest_charge'] }, options);
    return found.data[0];
  }

  /** Setup intents cannot be searched; each has a customer of its own, who can. */
  async setupIntent(of: AuthorisationReference, deadline: Deadline): Promise<Stripe.SetupIntent | undefined> {
    const options = () => ({ timeout: deadline.leftMs() });
    if (of.connectorReference) return this.stripe.setupIntents.retrieve(of.connectorReference, {}, options());
    const customers = await this.stripe.customers.search({ query: madeBy(of.operationID) }, options());
    const [customer] = customers.data;
    if (!customer) return undefined;
    const intents = await this.stripe.setupIntents.list({ customer: customer.id, limit: 10 }, options());
    return intents.data.find(({ metadata }) => metadata?.[OPERATION] === of.operationID);
  }

  async refund(operationID: string, intent: string, deadline: Deadline): Promise<Stripe.Refund | undefined> {
    const refunds = this.stripe.refunds.list({ payment_intent: intent, limit: 100 }, { timeout: deadline.leftMs() });
    for await (const refund of refunds) if (refund.metadata?.[OPERATION] === operationID) return refund;
    return undefined;
  }

  /**
   * Keeps an operation that never arrived from ever arriving: its idempotency key is taken for an intent without a
   * payment method, which is cancelled at once; the late request then has other parameters under the same key and is
   * refused.
   * @throws ConnectorUnavailable where the key is taken already: the operation did arrive, and the search, which lags by
   * up to a minute, does not know it yet
   */
  async block(of: AuthorisationReference, deadline: Deadline): Promise<void> {
    const options = asOperation(of, deadline);
    const metadata = { [OPERATION]: of.operationID, [BLOCKED]: 'true' };
    const card: ['card'] = ['card'];
    try {
      if (of.kind === 'verify') {
        const intent = await this.stripe.setupIntents.create({ allowed_payment_method_types: card, metadata }, options);
        await this.stripe.setupIntents.cancel(intent.id, {}, { timeout: deadline.leftMs() });
      } else {
        const blocker = { amount: 100, currency: 'usd', allowed_payment_method_types: card, metadata };
        const intent = await this.stripe.paymentIntents.create(blocker, options);
        await this.stripe.paymentIntents.cancel(intent.id, {}, { timeout: deadline.leftMs() });
      }
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
      throw new ConnectorUnavailable('Stripe has the operation, and does not find it yet');
    }
  }

  /** Ends a verification: one that waits is cancelled, a card that was saved is forgotten. */
  async endSetup(intent: Stripe.SetupIntent, deadline: Deadline): Promise<void> {
    const options = { timeout: deadline.leftMs() };
    const paymentMethod = getId(intent.payment_method);
    if (intent.status !== 'succeeded') await this.stripe.setupIntents.cancel(intent.id, {}, options);
    else if (paymentMethod) await this.stripe.paymentMethods.detach(paymentMethod, {}, options);
  }
}

/** Names of operations hold letters, digits and a few signs; a quote would end the string that they stand in. */
function madeBy(operationID: string): string {
  return `metadata['${OPERATION}']:'${operationID.replace(/['\\]/g, '')}'`;
}

function isKeyTaken(error: unknown): boolean {
  const { rawType, code } = (error ?? {}) as { rawType?: string; code?: string };
  return rawType === 'idempotency_error' || code === 'idempotency_key_in_use';
}
