import type { PayOutConnector, PayOutOutcome } from '../../../connectors/connector';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { toPayoutDestination } from '../../../domain/merchants/settlement/payout-account';
import { payoutOperationID } from '../../../domain/merchants/settlement/payout-operation';
import { getPayout } from '../../../store/merchants/settlement/settlement.queries';
import type { PayoutRow } from '../../../store/merchants/settlement/payout.table';
import {
  changePayout,
  recordPayoutAcceptance,
  type PayoutChange,
} from '../../../store/merchants/settlement/payout.transitions';
import type { Store } from '../../../store/store';
import type { PayoutSnapshot } from '../../../workflows/merchants/settlement/settlement.contract';
import { MISUSED, carryOutPayOut, toAcceptance } from '../../platform/operation/carry-out-pay-out';
import {
  recordedCallbackUrl,
  recordedPayOutConnector,
  type ConnectorDependencies,
} from '../../platform/operation/recorded-connector';
import { resultDueAt } from '../../platform/operation/repetition';
import { StepDeadline } from '../../platform/operation/step-deadline';
import { recordReturnedPayout } from './returned-payout';

export interface SendPayoutDependencies extends ConnectorDependencies {
  store: Store;
  /** The address for connectors' callbacks. */
  apiUrl: string;
}

/** Longer than a step takes: nothing is sent any more when operators may record what happened. */
const STEP_MS = 120_000;

/**
 * Asks the connector to pay, and records its answer. The payout is `sent` before the request, so that whatever is killed afterwards looks
 * it up first.
 */
export async function sendPayout(dependencies: SendPayoutDependencies, payoutID: string): Promise<PayoutSnapshot> {
  const { store } = dependencies;
  const found = await getPayout(store.database, payoutID);
  const attempt = found.status === 'pending' ? 'first' : 'repeated';
  if (found.status !== 'pending' && found.status !== 'sent') return { status: found.status };
  const connector = await recordedPayOutConnector(dependencies, found);
  const row = await markSent(store, found, connector);
  if (row.status !== 'sent') return { status: row.status };
  const deadline = new StepDeadline(attempt, dependencies.connectorTimeoutMs);
  const isLate = (row.resultDueAt?.getTime() ?? 0) - STEP_MS < Date.now();
  const outcome = await carryOutPayOut(store, connector, {
    ...{
      operationID: payoutOperationID(payoutID),
      attempt,
      expected: { amount: row.amountMinor, currency: row.currency },
    },
    recorded: { ...row, sentAt: row.statusChangedAt, acceptedAt: row.acceptedAt ?? (isLate ? row.resultDueAt : null) },
    nextTimeoutMs: () => deadline.nextTimeoutMs(),
    send: () => send(dependencies, { connector, row, timeoutMs: deadline.nextTimeoutMs() }),
  });
  if (outcome.kind === 'pending' || outcome.kind === 'contradicted' || outcome.kind === 'interactionRequired') {
    await recordPayoutAcceptance(store, { payoutID, ...toAcceptance(outcome, connector.times) });
    return { status: 'sent', isAccepted: true };
  }
  const change = (given: Omit<PayoutChange, 'payoutID' | 'by'>) =>
    changePayout(store, { payoutID, by: row.connector ?? '', ...given });
  if (outcome.kind === 'declined' || outcome.kind === 'misused') {
    const { code } = outcome.kind === 'declined' ? outcome.failure : MISUSED;
    return { status: (await change({ action: 'fail', reason: code })).status };
  }
  const { connectorReference } = outcome;
  const paid = await change({ action: 'confirm', connectorReference });
  if (outcome.kind === 'approved') return { status: paid.status };
  await recordReturnedPayout(store, payoutID, outcome);
  return { status: 'returned' };
}

/** A payout that an operator cancels at this moment is returned as it is. */
async function markSent(store: Store, row: PayoutRow, { times }: PayOutConnector): Promise<PayoutRow> {
  if (row.status === 'sent') return row;
  const rememberedMs = times?.idempotencyMs;
  const dueAt = rememberedMs === undefined ? resultDueAt(times) : new Date(Date.now() + rememberedMs);
  try {
    return await changePayout(store, { payoutID: row.id, action: 'send', by: row.connector ?? '', resultDueAt: dueAt });
  } catch (error) {
    const now = await getPayout(store.database, row.id);
    if (error instanceof Refusal && now.status !== 'pending') return now;
    throw error;
  }
}

async function send(
  dependencies: SendPayoutDependencies,
  { connector, row, timeoutMs }: { connector: PayOutConnector; row: PayoutRow; timeoutMs: number },
): Promise<PayOutOutcome> {
  const { id, amountMinor: amount, currency, creditor } = row;
  return connector.payOut({
    ...{ operationID: payoutOperationID(id), timeoutMs, amount, askedAmount: amount, currency },
    destination: toPayoutDestination(creditor, currency),
    description: `payout ${id}`,
    callbackUrl: await recordedCallbackUrl(dependencies, row),
  });
}
