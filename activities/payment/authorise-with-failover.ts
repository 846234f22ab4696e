import { ConnectorUnavailable, type Declined, type PaymentOutcome, type Unknown } from '../../connectors/connector';
import { paymentFailurePath } from '../../domain/payment/payment-failure';
import type { Payment } from '../../domain/payment/payment';
import { failOver } from '../../store/payment/failover';
import { recordDispatch, type FailoverEnd } from '../../store/payment/payment.attempts';
import type { Store } from '../../store/store';
import { carryOut, type Attempt, type Misused, type Operation } from '../operation/operation';

/** What became of asking a connector: its answer, or that the payment has gone on to another connector meanwhile. */
export type AuthorisationResult = Exclude<PaymentOutcome, Unknown> | Misused | { kind: 'failedOver' };

/**
 * Asks the connector that a payment is with. Where it certainly does nothing, the payment goes on to the next one, if there
 * is one: that costs a look at the record before the request leaves, which a payment with a single connector does not pay.
 * @throws where there was no answer, or nobody else to ask
 */
export async function authoriseWithFailover(
  store: Store,
  payment: Payment,
  { operation, attempt }: { operation: Operation<PaymentOutcome>; attempt: Attempt },
): Promise<AuthorisationResult> {
  if (payment.nextConnectors.length === 0) return carryOut(operation, attempt);
  const dispatchCount = await recordDispatch(store.database, payment);
  if (dispatchCount === undefined) return { kind: 'failedOver' };
  const sent: { unavailable?: ConnectorUnavailable } = {};
  try {
    // What another process sent, or this one before it was killed, is not told by the engine but by the record.
    const known: Attempt = dispatchCount === 1 ? 'first' : 'repeated';
    const answer = await carryOut({ ...operation, send: () => trackUnavailable(sent, operation) }, known);
    const mayPass = answer.kind === 'declined' && answer.isRetryableElsewhere;
    return mayPass && (await tryFailover(store, payment, declined(answer))) ? { kind: 'failedOver' } : answer;
  } catch (error) {
    const { unavailable } = sent;
    if (unavailable && error === unavailable && (await tryFailover(store, payment, undone(unavailable)))) {
      return { kind: 'failedOver' };
    }
    throw error;
  }
}

/** Tells a request that came back undone from a question that was not answered. */
async function trackUnavailable(
  sent: { unavailable?: ConnectorUnavailable },
  operation: Operation<PaymentOutcome>,
): Promise<PaymentOutcome> {
  try {
    return await operation.send();
  } catch (error) {
    if (error instanceof ConnectorUnavailable) sent.unavailable = error;
    throw error;
  }
}

async function tryFailover(store: Store, payment: Payment, end: FailoverEnd): Promise<boolean> {
  const { invoiceID, id, attempt } = payment;
  const snapshot = await failOver(store, { invoiceID, paymentID: id, attempt }, end);
  return snapshot.attempt !== attempt;
}

function declined({ failure }: Declined): FailoverEnd {
  return { outcome: 'declined', answer: paymentFailurePath(failure) };
}

function undone({ message, isUnsent }: ConnectorUnavailable): FailoverEnd {
  return { outcome: isUnsent ? 'unreachable' : 'unavailable', answer: message };
}
