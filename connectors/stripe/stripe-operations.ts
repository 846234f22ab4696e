import type Stripe from 'stripe';
import { ConnectorUnavailable, type AuthorisationReference } from '../connector';
import type { Deadline } from '../deadline';
import { isStateConflict } from './stripe-failure';

/** Metadata key of the operation that created an object. */
export const OPERATION = 'holdfast_operation';
/** Metadata key of the operation that captured an intent. */
export const CAPTURE = 'holdfast_capture';
/** Marks an intent that only blocks an operation id. */
export const BLOCKED = 'holdfast_blocked';

/** Options of a call with an effect: the operation id is the idempotency key. */
export function asOperation(
  { operationID }: { operationID: string },
  deadline: Deadline,
  part?: string,
): Stripe.RequestOptions {
  return { idempotencyKey: part ? `${operationID}#${part}` : operationID, timeout: deadline.leftMs() };
}

/** Finds the object of an operation by Stripe's reference, if known, or by the operation id. */
export class StripeOperations {
  constructor(private readonly stripe: Stripe) {}

  async paymentIntent(sought: AuthorisationReference, deadline: Deadline): Promise<Stripe.PaymentIntent | undefined> {
    const options = { timeout: deadline.leftMs() };
    const { connectorReference: id, operationID } = sought;
    if (id) return this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options);
    const query = searchQuery(operationID);
    const found = await this.stripe.paymentIntents.search({ query, expand: ['data.latest_charge'] }, options);
    return found.data[0];
  }

  /** Setup intents cannot be searched, but their customers can. */
  async setupIntent(sought: AuthorisationReference, deadline: Deadline): Promise<Stripe.SetupIntent | undefined> {
    const options = () => ({ timeout: deadline.leftMs() });
    const { connectorReference: id, operationID } = sought;
    if (id) return this.stripe.setupIntents.retrieve(id, {}, options());
    const customers = await this.stripe.customers.search({ query: searchQuery(operationID) }, options());
    const [customer] = customers.data;
    if (!customer) return undefined;
    const intents = await this.stripe.setupIntents.list({ customer: customer.id, limit: 10 }, options());
    return intents.data.find(({ metadata }) => metadata?.[OPERATION] === operationID);
  }

  async refund(operationID: string, intent: string, deadline: Deadline): Promise<Stripe.Refund | undefined> {
    const refunds = this.stripe.refunds.list({ payment_intent: intent, limit: 100 }, { timeout: deadline.leftMs() });
    for await (const refund of refunds) if (refund.metadata?.[OPERATION] === operationID) return refund;
    return undefined;
  }

  /**
   * Blocks an operation that has not arrived: its idempotency key is used for an intent without a payment method, which is
   * cancelled; the delayed request is then refused for its different parameters.
   * @throws ConnectorUnavailable if the key is in use: the operation arrived, and the search, which lags by up to a minute,
   * does not find it yet
   */
  async block(authorisation: AuthorisationReference, deadline: Deadline): Promise<void> {
    const options = asOperation(authorisation, deadline);
    const metadata = { [OPERATION]: authorisation.operationID, [BLOCKED]: 'true' };
    const card: ['card'] = ['card'];
    try {
      if (authorisation.kind === 'verify') {
        const intent = await this.stripe.setupIntents.create({ allowed_payment_method_types: card, metadata }, options);
        await unlessDone(this.stripe.setupIntents.cancel(intent.id, {}, { timeout: deadline.leftMs() }));
      } else {
        const blocker = { amount: 100, currency: 'usd', allowed_payment_method_types: card, metadata };
        const intent = await this.stripe.paymentIntents.create(blocker, options);
        await unlessDone(this.stripe.paymentIntents.cancel(intent.id, {}, { timeout: deadline.leftMs() }));
      }
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
      throw new ConnectorUnavailable('Stripe has the operation but does not find it yet');
    }
  }

  /** Ends a verification: a pending one is cancelled, a saved card is detached. */
  async endSetup(intent: Stripe.SetupIntent, deadline: Deadline): Promise<void> {
    const options = { timeout: deadline.leftMs() };
    const paymentMethod = getId(intent.payment_method);
    if (intent.status !== 'succeeded') await this.stripe.setupIntents.cancel(intent.id, {}, options);
    else if (paymentMethod) await this.stripe.paymentMethods.detach(paymentMethod, {}, options);
  }
}

/** The answer to an earlier cancellation may have been lost. */
async function unlessDone(cancelled: Promise<unknown>): Promise<void> {
  try {
    await cancelled;
  } catch (error) {
    if (!isStateConflict(error)) throw error;
  }
}

/** Removes quotes, which would end the query's string. */
function searchQuery(operationID: string): string {
  return `metadata['${OPERATION}']:'${operationID.replace(/['\\]/g, '')}'`;
}

export function isKeyTaken(error: unknown): boolean {
  const { rawType, code } = (error ?? {}) as { rawType?: string; code?: string };
  return rawType === 'idempotency_error' || code === 'idempotency_key_in_use';
}

/** Stripe returns an object if it was expanded, else its id. */
export function getId(given: string | { id: string } | null): string | undefined {
  return typeof given === 'string' ? given : given?.id;
}
