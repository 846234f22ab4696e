import { ApplicationFailure } from '@temporalio/activity';
import type { Payment } from '../../../domain/payments/payment/payment';
import { isInDispatch } from '../../../store/platform/outbox/outbox';
import type { Store } from '../../../store/store';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';

/** Who takes the step: a workflow, or the dispatcher in its first attempt. */
export interface StepCaller {
  isDispatcher?: boolean;
}

/**
 * A decision about a hold is committed with its command, and the dispatcher of the command makes the first attempt: a
 * workflow that finds the decision before makes none beside it. @throws a retryable failure until the command is delivered
 */
export async function assertNoDispatch(
  { store, isDispatcher = false }: StepCaller & { store: Store },
  { invoiceID, id, flow }: Payment,
): Promise<void> {
  const command = { workflowID: workflowIDs.payment(invoiceID, id), signal: signals.holdDecided };
  if (isDispatcher || flow !== 'hold' || !(await isInDispatch(store.database, command))) return;
  throw ApplicationFailure.retryable('the dispatcher still makes the attempt', 'OutcomeUnknown');
}
