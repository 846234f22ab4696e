import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities, type Summaries } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import type {
  ChargebackActivities,
  ChargebackOutcome,
  CreateChargebackInput,
  DecideChargebackInput,
  OperatorCommand,
  ReopenChargebackInput,
} from './chargeback.contract';

const SUMMARIES: Summaries<ChargebackActivities> = {
  recordChargeback: 'Records the claim of the payer’s bank',
  recordAcceptance: 'Records that the dispute is lost',
  recordRejection: 'Records that the dispute is won',
  recordCancellation: 'Records that the claim is taken back',
  recordReopening: 'Records that the dispute goes on to a further stage',
};

/** Ordinary activities, so that each step of an operator's command is visible. */
const activities = ordinaryActivities<ChargebackActivities>(SUMMARIES, {
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Records a disputed payment. A refusal fails the workflow without effect. */
export async function createChargeback(input: CreateChargebackInput): Promise<ChargebackOutcome> {
  return runCommand(activities.recordChargeback, input);
}

/** The dispute is lost; the payer's bank gets the money. */
export async function acceptChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return runCommand(activities.recordAcceptance, input);
}

/** The dispute is won; the shop keeps the money. */
export async function rejectChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return runCommand(activities.recordRejection, input);
}

/** The payer's bank withdrew the dispute. */
export async function cancelChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return runCommand(activities.recordCancellation, input);
}

/** The payer's bank moves to the next stage. */
export async function reopenChargeback(input: ReopenChargebackInput): Promise<ChargebackOutcome> {
  return runCommand(activities.recordReopening, input);
}

/** The workflow's id is the idempotency key of the command. */
async function runCommand(
  execute: (command: OperatorCommand) => Promise<ChargebackOutcome>,
  input: unknown,
): Promise<ChargebackOutcome> {
  const outcome = await execute({ idempotencyKey: workflowInfo().workflowId, input });
  upsertSearchAttributes([entityStatus(outcome.status)]);
  const { invoiceID, paymentID, chargebackID, stage, status } = outcome;
  setCurrentDetails(`**${status}** (${stage}): chargeback ${invoiceID}.${paymentID}.${chargebackID}`);
  return outcome;
}
