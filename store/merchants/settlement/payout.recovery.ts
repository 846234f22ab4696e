import { formatAmount } from '../../../domain/platform/money/amount-text';
import { signals, workflowTypes } from '../../../workflow-names/workflow-messages';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { Command, StartCommand } from '../../change-log';
import { parseWorkflowId, recoverable, type RecoverableEntity } from '../../operators/recovery/recoverable-entity';
import type { PayoutRow } from './payout.table';
import { workflowMemo } from '../../workflow-memo';

type StartedPayout = Pick<PayoutRow, 'id' | 'partyID' | 'shopID' | 'amountMinor' | 'currency' | 'status'>;

export function payoutWorkflow(payout: StartedPayout): StartCommand {
  const { id, partyID, shopID, amountMinor, currency, status } = payout;
  const amount = formatAmount({ amountMinor, currency });
  return {
    kind: 'start',
    workflowID: workflowIDs.payout(id),
    workflowType: workflowTypes.payout,
    args: [{ payoutID: id }],
    searchAttributes: { PartyID: partyID, ShopID: shopID, EntityStatus: status },
    summary: `payout of ${amount} to shop ${shopID}`,
    memo: workflowMemo({ amount }),
  };
}

/** Lets a payout's workflow show its new status. */
export function payoutSignal({ id }: Pick<PayoutRow, 'id'>): Command {
  return { kind: 'signal', workflowID: workflowIDs.payout(id), signal: signals.payoutChanged, args: [] };
}

export const payoutRecovery: RecoverableEntity = recoverable<StartedPayout>({
  kind: 'payout',
  from: 'payouts e',
  select: `e.id, e.party_id AS "partyID", e.shop_id AS "shopID", e.amount AS "amountMinor", e.currency, e.status`,
  isOpen: `e.status IN ('pending', 'sent')`,
  key: [['id', 'text']],
  parseKey: parseWorkflowId('settlement/'),
  start: payoutWorkflow,
});
