import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities, type Summaries } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import type {
  DepositActivities,
  DepositAdjustmentInput,
  DepositInput,
  DepositRevertInput,
  Keyed,
  OperationOutcome,
} from './deposit.contract';

const SUMMARIES: Summaries<DepositActivities> = {
  createDeposit: 'Records the deposit',
  settleDeposit: 'Moves the money to the wallet',
  createDepositRevert: 'Records the revert of the deposit',
  settleDepositRevert: 'Moves the money back to its source',
  createDepositAdjustment: 'Records the adjustment of the deposit',
  settleDepositAdjustment: 'Moves the money as the adjustment says',
};

/** Ordinary activities, so that each step of an operator's command is visible. */
const activities = ordinaryActivities<DepositActivities>(SUMMARIES, {
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Deposits money on a wallet. A refusal fails the workflow without effect. */
export async function deposit(input: DepositInput): Promise<OperationOutcome> {
  return createAndSettle(input, activities.createDeposit, activities.settleDeposit);
}

/** Reverts a part or all of a deposit. */
export async function depositRevert(input: DepositRevertInput): Promise<OperationOutcome> {
  return createAndSettle(input, activities.createDepositRevert, activities.settleDepositRevert);
}

/** Corrects the status of a finished deposit, and moves its money accordingly. */
export async function depositAdjustment(input: DepositAdjustmentInput): Promise<OperationOutcome> {
  return createAndSettle(input, activities.createDepositAdjustment, activities.settleDepositAdjustment);
}

/** The workflow's id is the idempotency key of the operation. */
async function createAndSettle<Input>(
  input: Input,
  create: (command: Keyed<Input>) => Promise<string>,
  settle: (id: string) => Promise<OperationOutcome['status']>,
): Promise<OperationOutcome> {
  const id = await create({ ...input, idempotencyKey: workflowInfo().workflowId });
  setCurrentDetails(`**Pending**: ${id}`);
  const status = await settle(id);
  upsertSearchAttributes([entityStatus(status)]);
  setCurrentDetails(`**${status}**: ${id}`);
  return { id, status };
}
