import type { DepositAdjustmentInput, DepositInput, DepositRevertInput } from '../../domain/deposit/operator-input';
import { workflowTypes } from '../../domain/workflow-messages';
import type { StartCommand } from '../record';
import { lifeline, type Lifeline } from '../revival/lifeline';
import type { DepositAdjustmentRow, DepositRevertRow, DepositRow } from './deposit.model';

/*
 * An operator starts these workflows himself, under an id of his own that the record keeps; the row says all that he typed.
 */

const COMMAND = 'e.operation_key AS "idempotencyKey", e.party_id AS "partyID", e.status, e.external_id AS "externalID"';
const CASH = 'e.amount AS "amountMinor", e.currency';

type CommandRow = Pick<DepositRow, 'idempotencyKey' | 'partyID' | 'status' | 'externalID'>;
type DepositCommand = CommandRow &
  Pick<DepositRow, 'walletID' | 'sourceID' | 'amountMinor' | 'currency' | 'description'>;
type RevertCommand = CommandRow & Pick<DepositRevertRow, 'depositID' | 'amountMinor' | 'currency' | 'reason'>;
type AdjustmentCommand = CommandRow & Pick<DepositAdjustmentRow, 'depositID' | 'target'>;

export const depositLifelines: readonly Lifeline[] = [
  lifelineOf<DepositCommand, DepositInput>({
    workflowType: workflowTypes.deposit,
    from: 'deposits e',
    select: `${COMMAND}, e.wallet_id AS "walletID", e.source_id AS "sourceID", ${CASH}, e.description`,
    input: ({ walletID, sourceID, amountMinor, currency, description }) => ({
      ...{ walletID, sourceID, amount: Number(amountMinor), currency },
      ...(description === null ? {} : { description }),
    }),
  }),
  lifelineOf<RevertCommand, DepositRevertInput>({
    workflowType: workflowTypes.depositRevert,
    from: 'deposit_reverts e',
    select: `${COMMAND}, e.deposit_id AS "depositID", ${CASH}, e.reason`,
    input: ({ depositID, amountMinor, currency, reason }) => ({
      ...{ depositID, amount: Number(amountMinor), currency },
      ...(reason === null ? {} : { reason }),
    }),
  }),
  lifelineOf<AdjustmentCommand, DepositAdjustmentInput>({
    workflowType: workflowTypes.depositAdjustment,
    from: 'deposit_adjustments e',
    select: `${COMMAND}, e.deposit_id AS "depositID", e.target`,
    input: ({ depositID, target }) => ({ depositID, status: target }),
  }),
];

interface OperatorCommand<Row, Input> {
  workflowType: 'deposit' | 'depositRevert' | 'depositAdjustment';
  from: string;
  select: string;
  input: (row: Row) => Input;
}

function lifelineOf<Row extends CommandRow, Input extends object>(command: OperatorCommand<Row, Input>): Lifeline {
  const { workflowType, from, select, input } = command;
  return lifeline<Row>({
    kind: workflowType,
    from,
    select,
    isOpen: `e.status = 'Pending'`,
    key: [['operation_key', 'text']],
    // Whatever the operator called it.
    keyOf: (workflowID) => [workflowID],
    start: (row): StartCommand => ({
      kind: 'start',
      workflowID: row.idempotencyKey,
      workflowType,
      args: [{ ...input(row), ...(row.externalID === null ? {} : { externalID: row.externalID }) }],
      searchAttributes: { PartyID: row.partyID, EntityStatus: row.status },
    }),
  });
}
