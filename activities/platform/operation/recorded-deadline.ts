import { ApplicationFailure } from '@temporalio/activity';
import { failureTypes } from '../../../workflow-names/workflow-messages';

/** The delays before the next attempt: the engine's clock may be a little ahead, and an abandonment ends the wait early. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 60_000;

/**
 * Refuses to end an operation before its recorded deadline, whatever a workflow says: another deadline in its input is final,
 * and an attempt that comes too early is repeated.
 */
export function assertDeadlineOver({ given, recorded, now }: { given: string; recorded: Date; now: Date }): void {
  if (Date.parse(given) !== recorded.getTime()) {
    const message = 'the deadline in the input of the workflow is not the recorded one';
    throw ApplicationFailure.nonRetryable(message, failureTypes.inputContradicted);
  }
  const leftMs = recorded.getTime() - now.getTime();
  if (leftMs <= 0) return;
  throw ApplicationFailure.create({
    message: 'the recorded deadline has not come yet',
    type: failureTypes.notDue,
    nextRetryDelay: Math.min(Math.max(leftMs, MIN_DELAY_MS), MAX_DELAY_MS),
  });
}
