import { ConnectorUnavailable, type Declined, type PaymentOutcome, type Unknown } from '../../connectors/connector';
import { paymentFailurePath } from '../../domain/payment/payment-failure';
import type { Payment } from '../../domain/payment/payment';
import { goToNextConnector } from '../../store/payment/next-connector';
import { noteSending, type PassedOnEnd } from '../../store/payment/payment.attempts';
import type { Store } from '../../store/store';
import { carryOut, type Attempt, type Misused, type Operation } from '../operation/operation';

/** What became of asking a connector: its answer, or that the payment has gone on to another connector meanwhile. */
export type Asked = Exclude<PaymentOutcome, Unknown> | Misused | { kind: 'passedOn' };

/**
 * Asks the connector that a payment is with. Where it certainly does nothing, the payment goes on to the next one, if there
 * is one: that costs a look at the record before the request leaves, which a payment with a single connector does not pay.
 * @throws where there was no answer, or nobody else to ask
 */
export async function askConnector(
  store: Store,
  payment: Payment,
  { operation, attempt }: { operation: Operation<PaymentOutcome>; attempt: Attempt },
): Promise<Asked> {
  if (payment.nextConnectors.length === 0) return carryOut(operation, attempt);
  const sendings = await noteSending(store.database, payment);
  if (sendings === undefined) return { kind: 'passedOn' };
  const sent: { unavailable?: ConnectorUnavailable } = {};
  try {
    // What another process sent, or this one before it was killed, is not told by the engine but by the record.
    const known: Attempt = sendings === 1 ? 'first' : 'repeated';
    const answer = await carryOut({ ...operation, send: () => noting(sent, operation) }, known);
    const mayPass = answer.kind === 'declined' && answer.mayPassElsewhere;
    return mayPass && (await hasPassedOn(store, payment, declined(answer))) ? { kind: 'passedOn' } : answer;
  } catch (error) {
    const { unavailable } = sent;
    if (unavailable && error === unavailable && (await hasPassedOn(store, payment, undone(unavailable)))) {
      return { kind: 'passedOn' };
    }
    throw error;
  }
}

/** Tells a request that came back undone from a question that was not answered. */
async function noting(
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

async function hasPassedOn(store: Store, payment: Payment, end: PassedOnEnd): Promise<boolean> {
  const { invoiceID, id, attempt } = payment;
  const snapshot = await goToNextConnector(store, { invoiceID, paymentID: id, attempt }, end);
  return snapshot.attempt !== attempt;
}

function declined({ failure }: Declined): PassedOnEnd {
  return { outcome: 'declined', answer: paymentFailurePath(failure) };
}

function undone({ message, isUnsent }: ConnectorUnavailable): PassedOnEnd {
  return { outcome: isUnsent ? 'unreachable' : 'unavailable', answer: message };
}
