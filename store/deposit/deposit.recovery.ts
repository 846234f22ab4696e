import type { DepositAdjustmentInput, DepositInput, DepositRevertInput } from '../../domain/deposit/deposit-commands';
import { workflowTypes } from '../../workflows/names/workflow-messages';
import type { StartCommand } from '../change-log';
import { recoverable, type RecoverableEntity } from '../recovery/recoverable-entity';
import type { DepositAdjustmentRow, DepositRevertRow, DepositRow } from './deposit.table';

/** An operator starts these workflows under an id of his own, which the row stores together with the input. */

const COMMAND =
  'e.idempotency_key AS "idempotencyKey", e.party_id AS "partyID", e.status, e.external_id AS "externalID"';
const CASH = 'e.amount AS "amountMinor", e.currency';

type CommandRow = Pick<DepositRow, 'idempotencyKey' | 'partyID' | 'status' | 'externalID'>;
type DepositCommand = CommandRow &
  Pick<DepositRow, 'walletID' | 'sourceID' | 'amountMinor' | 'currency' | 'description'>;
type RevertCommand = CommandRow & Pick<DepositRevertRow, 'depositID' | 'amountMinor' | 'currency' | 'reason'>;
type AdjustmentCommand = CommandRow & Pick<DepositAdjustmentRow, 'depositID' | 'target'>;

const OPEN = {
  isOpen: `e.status = 'Pending'`,
  key: [['idempotency_key', 'text']] as const,
  parseKey: (workflowID: string) => [workflowID],
};

export const depositRecoveries: readonly RecoverableEntity[] = [
  recoverable<DepositCommand>({
    kind: workflowTypes.deposit,
    from: 'deposits e',
    select: `${COMMAND}, e.wallet_id AS "walletID", e.source_id AS "sourceID", ${CASH}, e.description`,
    ...OPEN,
    start: buildStart<DepositCommand, DepositInput>(
      workflowTypes.deposit,
      ({ walletID, sourceID, amountMinor, currency, description }) => ({
        ...{ walletID, sourceID, amount: Number(amountMinor), currency },
        ...(description === null ? {} : { description }),
      }),
    ),
  }),
  recoverable<RevertCommand>({
    kind: workflowTypes.depositRevert,
    from: 'deposit_reverts e',
    select: `${COMMAND}, e.deposit_id AS "depositID", ${CASH}, e.reason`,
    ...OPEN,
    start: buildStart<RevertCommand, DepositRevertInput>(
      workflowTypes.depositRevert,
      ({ depositID, amountMinor, currency, reason }) => ({
        ...{ depositID, amount: Number(amountMinor), currency },
        ...(reason === null ? {} : { reason }),
      }),
    ),
  }),
  recoverable<AdjustmentCommand>({
    kind: workflowTypes.depositAdjustment,
    from: 'deposit_adjustments e',
    select: `${COMMAND}, e.deposit_id AS "depositID", e.target`,
    ...OPEN,
    start: buildStart<AdjustmentCommand, DepositAdjustmentInput>(
      workflowTypes.depositAdjustment,
      ({ depositID, target }) => ({ depositID, status: target }),
    ),
  }),
];

function buildStart<Row extends CommandRow, Input extends object>(
  workflowType: 'deposit' | 'depositRevert' | 'depositAdjustment',
  toInput: (row: Row) => Input,
): (row: Row) => StartCommand {
  return (row) => ({
    kind: 'start',
    workflowID: row.idempotencyKey,
    workflowType,
    args: [{ ...toInput(row), ...(row.externalID === null ? {} : { externalID: row.externalID }) }],
    searchAttributes: { PartyID: row.partyID, EntityStatus: row.status },
  });
}
