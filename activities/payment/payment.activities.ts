import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { Payment } from '../../domain/payment/payment';
import type { PaymentInput, PaymentStanding, PaymentTask } from '../../workflows/payment/payment.contract';
import { withNamedFailure } from '../operation/named-failure';
import type { ConnectorDependencies } from '../operation/recorded-connector';
import { PaymentSteps } from './payment.steps';

/** What a payment's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface PaymentActivities {
  /** Sends the authorisation, unless its deadline has passed, and records the answer. Fails, retryably, where there is none. */
  authorise(task: PaymentTask): Promise<PaymentStanding>;
  /** As `authorise`, after an attempt without an answer: what the provider already did is found out first. */
  authoriseAfterLookUp(task: PaymentTask): Promise<PaymentStanding>;
  /** Asks what became of an authorisation whose payer had to act. */
  lookUpAuthorisation(ref: PaymentInput): Promise<PaymentStanding>;
  /** The processing deadline has come: sees to it that the provider holds nothing, now or later, then fails the payment. */
  giveUpAuthorisation(ref: PaymentInput): Promise<PaymentStanding>;
  /** Captures or cancels a processed payment as was decided, or as its hold's expiry decides; waits on where neither is. */
  decideAndCarryOut(task: PaymentTask): Promise<PaymentStanding>;
  /** As `decideAndCarryOut`, after an attempt without an answer. */
  carryOutAfterLookUp(task: PaymentTask): Promise<PaymentStanding>;
}

export interface PaymentActivityDependencies extends ConnectorDependencies {
  /** Where providers call back. */
  apiUrl: string;
}

export function createPaymentActivities(dependencies: PaymentActivityDependencies): PaymentActivities {
  const steps = new PaymentSteps(dependencies);
  const standingAfter = (step: () => Promise<Payment>) => withNamedFailure(async () => standing(await step()));
  return {
    authorise: (task) => standingAfter(() => steps.authorise(task, 'first')),
    authoriseAfterLookUp: (task) => standingAfter(() => steps.authorise(task, 'repeated')),
    lookUpAuthorisation: (ref) => standingAfter(() => steps.lookUpAuthorisation(ref)),
    giveUpAuthorisation: (ref) => standingAfter(() => steps.giveUp(ref)),
    decideAndCarryOut: (task) => standingAfter(() => steps.decideAndCarryOut(task, 'first')),
    carryOutAfterLookUp: (task) => standingAfter(() => steps.decideAndCarryOut(task, 'repeated')),
  };
}

function standing(payment: Payment): PaymentStanding {
  const { status, target, heldUntil, attempt, connector } = payment;
  const taken = attempt > 1 ? { attempt: { number: attempt, connector } } : {};
  return { status, target, heldUntil: rfc3339Text(heldUntil) ?? null, ...taken };
}
