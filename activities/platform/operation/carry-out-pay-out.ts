import { planReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import type {
  ConsentRequired,
  Contradicted,
  PayOutConnector,
  PayOutFailure,
  PayOutOutcome,
  Unknown,
} from '../../../connectors/connector';
import type { Pending, Returned, StatedTimes } from '../../../connectors/pending';
import type { ExpectedAmount } from '../../../connectors/stated';
import type { Store } from '../../../store/store';
import { carryOut, type Misused, type OperationAttempt } from './operation';
import { isOnlyLookedUp, lookUpHints, resultDueAt, type SentOperation } from './repetition';

/** The connector rejected the request as invalid; the owner must contact support. */
export const MISUSED: PayOutFailure = { code: 'PreauthorizationFailed' };

/** One attempt of a payout: of a withdrawal, or of a shop. */
export interface PayOutAttempt {
  operationID: string;
  attempt: OperationAttempt;
  recorded: SentOperation & { connector: string | null };
  expected: ExpectedAmount;
  nextTimeoutMs: () => number;
  send: () => Promise<PayOutOutcome>;
}

/** Pays out exactly once, and plans look-ups of what may come back. @throws a retryable failure if there is no response */
export async function carryOutPayOut(
  { database }: Store,
  connector: PayOutConnector,
  { operationID, attempt, recorded, expected, nextTimeoutMs, send }: PayOutAttempt,
): Promise<Exclude<PayOutOutcome, Unknown> | Returned | Misused> {
  const outcome = await carryOut<PayOutOutcome | Returned>(
    {
      ...{ operationID, send },
      lookUp: () =>
        connector.lookUpPayOut({ operationID, timeoutMs: nextTimeoutMs(), ...lookUpHints(recorded), expected }),
      isOnlyLookedUp: isOnlyLookedUp(connector.times, recorded),
    },
    attempt,
  );
  if (outcome.kind === 'approved') {
    const forMs = connector.times?.returnsWithinMs;
    await planReturnLookUps(database, { operationID, connector: recorded.connector ?? '', forMs });
  }
  return outcome;
}

/**
 * After an answer about something else money may have gone, and a payout to a shop has no owner who consents: it is only looked up, and
 * operators see it at once.
 */
export function toAcceptance(
  outcome: Pending | Contradicted | ConsentRequired,
  times: StatedTimes | undefined,
): { connectorReference: string | null; dueAt: Date } {
  if (outcome.kind !== 'pending') return { connectorReference: null, dueAt: new Date() };
  return { connectorReference: outcome.connectorReference, dueAt: resultDueAt(times) };
}
