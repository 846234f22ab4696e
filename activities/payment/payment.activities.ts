import type { Payment } from '../../domain/payment/payment';
import type { PaymentInput, PaymentStanding } from '../../workflows/payment/payment.messages';
import type { ProviderDependencies } from '../connectors/shop-connector';
import { PaymentSteps } from './payment.steps';

/** What a payment's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface PaymentActivities {
  /** Sends the authorisation and records the answer. Fails, retryably, where there is none. */
  authorise(ref: PaymentInput): Promise<PaymentStanding>;
  /** As `authorise`, after an attempt without an answer: what the provider already did is found out first. */
  authoriseAfterLookUp(ref: PaymentInput): Promise<PaymentStanding>;
  /** Asks what became of an authorisation whose payer had to act. */
  lookUpAuthorisation(ref: PaymentInput): Promise<PaymentStanding>;
  /** The processing deadline has come: takes back what the provider may hold, then fails the payment. */
  giveUpAuthorisation(ref: PaymentInput): Promise<PaymentStanding>;
  /** Captures or cancels a processed payment as was decided, or as its hold's expiry decides now. */
  decideAndCarryOut(ref: PaymentInput): Promise<PaymentStanding>;
  /** As `decideAndCarryOut`, after an attempt without an answer. */
  carryOutAfterLookUp(ref: PaymentInput): Promise<PaymentStanding>;
}

export interface PaymentActivityDependencies extends ProviderDependencies {
  /** Where providers call back. */
  apiUrl: string;
}

export function createPaymentActivities(dependencies: PaymentActivityDependencies): PaymentActivities {
  const steps = new PaymentSteps(dependencies);
  return {
    authorise: async (ref) => standing(await steps.authorise(ref, 'first')),
    authoriseAfterLookUp: async (ref) => standing(await steps.authorise(ref, 'repeated')),
    lookUpAuthorisation: async (ref) => standing(await steps.lookUpAuthorisation(ref)),
    giveUpAuthorisation: async (ref) => standing(await steps.giveUp(ref)),
    decideAndCarryOut: async (ref) => standing(await steps.decideAndCarryOut(ref, 'first')),
    carryOutAfterLookUp: async (ref) => standing(await steps.decideAndCarryOut(ref, 'repeated')),
  };
}

function standing(payment: Payment): PaymentStanding {
  return { status: payment.status, target: payment.target, heldUntil: payment.heldUntil?.toISOString() ?? null };
}
