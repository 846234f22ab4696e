import { ApplicationFailure } from '@temporalio/activity';
import { failureTypes } from '../../workflows/names/workflow-messages';

/** Refuses a deadline that is not the entity's, so that a workflow started by hand cannot end an operation early. */
export function assertRecordedDeadline(given: string, recorded: Date): void {
  if (Date.parse(given) === recorded.getTime()) return;
  const message = 'the deadline in the input of the workflow is not the recorded one';
  throw ApplicationFailure.nonRetryable(message, failureTypes.inputContradicted);
}
