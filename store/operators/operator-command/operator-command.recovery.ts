import { formatAmount } from '../../../domain/platform/money/amount-text';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';
import { parseWorkflowId, recoverable, type RecoverableEntity } from '../recovery/recoverable-entity';
import { workflowMemo } from '../../workflow-memo';

type StartedCommand = Pick<
  OperatorCommand,
  'id' | 'type' | 'partyID' | 'amountMinor' | 'currency' | 'requestedBy' | 'decidedBy'
>;

/**
 * The workflow receives the id only and reads the approved command from the database. It may run again because a start
 * by hand before the approval leaves a failed run under the same id.
 */
export function buildCommandStart(command: StartedCommand): StartCommand {
  const { id, type, partyID, amountMinor, currency, requestedBy, decidedBy } = command;
  const amount = amountMinor === null || currency === null ? undefined : formatAmount({ amountMinor, currency });
  const approver = decidedBy === null ? 'within the limit' : `approved by operator/${decidedBy}`;
  return {
    kind: 'start',
    workflowID: workflowIDs.operatorCommand(id),
    workflowType: workflowTypes.operatorCommand,
    args: [{ commandID: id }],
    mayRunAgain: true,
    searchAttributes: { ...(partyID === null ? {} : { PartyID: partyID }), EntityStatus: 'Approved' },
    memo: workflowMemo({ amount }),
    summary: `${type}${amount ? ` of ${amount}` : ''}, requested by operator/${requestedBy}, ${approver}`,
  };
}

export const operatorCommandRecovery: RecoverableEntity = recoverable<StartedCommand>({
  kind: 'operatorCommand',
  from: `(SELECT c.*, coalesce(c.decided_at, c.requested_at) AS created_at FROM operator_commands c) e`,
  select: `e.id, e.type, e.party_id AS "partyID", e.amount AS "amountMinor", e.currency,
    e.requested_by AS "requestedBy", e.decided_by AS "decidedBy"`,
  isOpen: `e.state = 'Approved'`,
  key: [['id', 'text']],
  parseKey: parseWorkflowId('command/'),
  start: buildCommandStart,
});
