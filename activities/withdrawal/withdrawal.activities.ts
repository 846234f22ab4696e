import type { WithdrawalInput, WithdrawalStanding } from '../../workflows/withdrawal/withdrawal.contract';
import { orMisused, type Attempt } from '../operation/operation';
import type { ConnectorDependencies } from '../operation/recorded-connector';
import { WithdrawalSteps } from './withdrawal.steps';

/** What a withdrawal's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface WithdrawalActivities {
  /** Asks the provider to pay out and records the answer. Fails, retryably, where there is none. */
  payOut(input: WithdrawalInput): Promise<WithdrawalStanding>;
  /** As `payOut`, after an attempt without an answer: what the provider already did is found out first. */
  payOutAfterLookUp(input: WithdrawalInput): Promise<WithdrawalStanding>;
}

export interface WithdrawalActivityDependencies extends ConnectorDependencies {
  /** Where providers call back. */
  apiUrl: string;
}

export function createWithdrawalActivities(dependencies: WithdrawalActivityDependencies): WithdrawalActivities {
  const steps = new WithdrawalSteps(dependencies);
  const standingAfter = ({ withdrawalID }: WithdrawalInput, attempt: Attempt) =>
    orMisused(async () => ({ status: await steps.payOut(withdrawalID, attempt) }));
  return {
    payOut: (input) => standingAfter(input, 'first'),
    payOutAfterLookUp: (input) => standingAfter(input, 'repeated'),
  };
}
