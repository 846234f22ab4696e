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

/** Ordinary activities: operators' commands are few, and each step shall be seen. */
const activities = ordinaryActivities<ChargebackActivities>(SUMMARIES, {
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
});

/** Records that the payer's bank disputes a payment. What the rules refuse fails the workflow, and nothing was done. */
export async function createChargeback(input: CreateChargebackInput): Promise<ChargebackOutcome> {
  return carriedOut(activities.recordChargeback, input);
}

/** The dispute is lost: the payer's bank has its money. */
export async function acceptChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return carriedOut(activities.recordAcceptance, input);
}

/** The dispute is won: the shop keeps the money. */
export async function rejectChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return carriedOut(activities.recordRejection, input);
}

/** The payer's bank has taken its claim back. */
export async function cancelChargeback(input: DecideChargebackInput): Promise<ChargebackOutcome> {
  return carriedOut(activities.recordCancellation, input);
}

/** The payer's bank goes on to a further stage. */
export async function reopenChargeback(input: ReopenChargebackInput): Promise<ChargebackOutcome> {
  return carriedOut(activities.recordReopening, input);
}

/** The workflow's id is the command's key: started again under the same id it finds what it did. */
async function carriedOut(
  carryOut: (command: OperatorCommand) => Promise<ChargebackOutcome>,
  input: unknown,
): Promise<ChargebackOutcome> {
  const outcome = await carryOut({ idempotencyKey: workflowInfo().workflowId, input });
  upsertSearchAttributes([entityStatus(outcome.status)]);
  const { invoiceID, paymentID, chargebackID, stage, status } = outcome;
  setCurrentDetails(`**${status}** (${stage}): chargeback ${invoiceID}.${paymentID}.${chargebackID}`);
  return outcome;
}
