import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Voiding } from '../../platform/operation/follow-up';
import type { StepDeadline } from '../../platform/operation/step-deadline';
import { toAuthorisationReference } from './authorisation-reference';
import { expectedOf } from './expected-amount';

/** The void of a payment. The reference of a late response is in `found`, since it was never recorded. */
export function toVoiding(payment: Payment, found: object, deadline: StepDeadline): Voiding {
  const reference = 'connectorReference' in found ? { connectorReference: found.connectorReference as string } : {};
  const authorisation = { ...toAuthorisationReference(payment), ...reference };
  const expected = expectedOf(payment);
  const amount = payment.captureAmountMinor ?? expected.amount;
  return {
    request: { operationID: paymentOperationID(payment, 'void'), authorisation, expected },
    capture: { operationID: paymentOperationID(payment, 'capture'), expected: { ...expected, amount } },
    deadline,
  };
}
