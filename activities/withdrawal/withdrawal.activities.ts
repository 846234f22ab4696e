import type { Store } from '../../store/store';
import type { WithdrawalInput, WithdrawalStanding } from '../../workflows/withdrawal/withdrawal.messages';
import type { Connector } from '../connectors/connector';
import { WithdrawalSteps } from './withdrawal.steps';

/** What a withdrawal's workflow may do to the world. Each is idempotent: the operation's id is known on both sides. */
export interface WithdrawalActivities {
  /** Asks the provider to pay out and records the answer. Fails, retryably, where there is none. */
  payOut(input: WithdrawalInput): Promise<WithdrawalStanding>;
  /** As `payOut`, after an attempt without an answer: what the provider already did is found out first. */
  payOutAfterLookUp(input: WithdrawalInput): Promise<WithdrawalStanding>;
}

export interface WithdrawalActivityDependencies {
  store: Store;
  connectors: Readonly<Record<string, Connector>>;
  /** How long a provider is waited for. */
  providerTimeoutMs?: number;
}

export function createWithdrawalActivities(dependencies: WithdrawalActivityDependencies): WithdrawalActivities {
  const steps = new WithdrawalSteps(dependencies);
  return {
    payOut: async ({ withdrawalID }) => ({ status: await steps.payOut(withdrawalID, 'first') }),
    payOutAfterLookUp: async ({ withdrawalID }) => ({ status: await steps.payOut(withdrawalID, 'repeated') }),
  };
}
