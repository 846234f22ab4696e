import { VaultOutage } from '../../../connectors/card-errors';
import { ConnectorUnavailable, type PaymentOutcome, type Unknown } from '../../../connectors/connector';
import { rejectionAnswer } from '../../../domain/payments/payment/attempt';
import { paymentFailurePath } from '../../../domain/payments/payment/payment-failure';
import type { Payment } from '../../../domain/payments/payment/payment';
import { failOver } from '../../../store/payments/payment/failover';
import { recordDispatch, type FailoverEnd } from '../../../store/payments/payment/payment.attempts';
import type { Store } from '../../../store/store';
import {
  carryOutOpening,
  type ConnectorOperation,
  type Misused,
  type OperationAttempt,
  type Rejected,
} from '../../platform/operation/operation';

/** The result of an attempt: the connector's response, or that the payment has failed over. */
export type AuthorisationResult = Exclude<PaymentOutcome, Unknown> | Rejected | Misused | { kind: 'failedOver' };

/**
 * Authorises a payment with its connector and fails over to the next one if the connector certainly did nothing. Dispatches
 * are recorded first, which a payment with a single connector skips.
 * @throws if there is no response, or no other connector
 */
export async function authoriseWithFailover(
  store: Store,
  payment: Payment,
  { operation, attempt }: { operation: ConnectorOperation<PaymentOutcome>; attempt: OperationAttempt },
): Promise<AuthorisationResult> {
  if (payment.nextConnectors.length === 0) return carryOutOpening(operation, attempt);
  const dispatchCount = await recordDispatch(store.database, payment);
  if (dispatchCount === undefined) return { kind: 'failedOver' };
  const sent: { unavailable?: ConnectorUnavailable } = {};
  try {
    // The database knows dispatches of other processes and of killed workers; Temporal does not.
    const known: OperationAttempt = dispatchCount === 1 ? 'first' : 'repeated';
    const answer = await carryOutOpening({ ...operation, send: () => trackUnavailable(sent, operation) }, known);
    const end = toFailoverEnd(answer);
    return end && (await tryFailover(store, payment, end)) ? { kind: 'failedOver' } : answer;
  } catch (error) {
    const { unavailable } = sent;
    if (unavailable && error === unavailable && (await tryFailover(store, payment, toUnavailableEnd(unavailable)))) {
      return { kind: 'failedOver' };
    }
    throw error;
  }
}

/** Remembers an unavailable send, as opposed to an unavailable look-up. */
async function trackUnavailable(
  sent: { unavailable?: ConnectorUnavailable },
  operation: ConnectorOperation<PaymentOutcome>,
): Promise<PaymentOutcome> {
  try {
    return await operation.send();
  } catch (error) {
    // Another connector needs the vault too.
    if (error instanceof ConnectorUnavailable && !(error instanceof VaultOutage)) sent.unavailable = error;
    throw error;
  }
}

async function tryFailover(store: Store, payment: Payment, end: FailoverEnd): Promise<boolean> {
  const { invoiceID, id, attempt } = payment;
  const snapshot = await failOver(store, { invoiceID, paymentID: id, attempt }, end);
  return snapshot.attempt !== attempt;
}

/** How the attempt ends, if another connector may succeed. */
function toFailoverEnd(answer: Exclude<AuthorisationResult, { kind: 'failedOver' }>): FailoverEnd | undefined {
  if (answer.kind === 'rejected') return { outcome: 'rejected', answer: rejectionAnswer(answer.fact) };
  if (answer.kind !== 'declined' || !answer.isRetryableElsewhere) return undefined;
  return { outcome: 'declined', answer: paymentFailurePath(answer.failure) };
}

function toUnavailableEnd({ message, isUnsent }: ConnectorUnavailable): FailoverEnd {
  return { outcome: isUnsent ? 'unreachable' : 'unavailable', answer: message };
}
