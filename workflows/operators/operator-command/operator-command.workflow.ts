import { ApplicationFailure, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { ordinaryActivities } from '../../platform/operation/summarised';
import { entityStatus } from '../../search-attributes';
import type { FinishedCommand, OperatorCommandActivities, OperatorCommandInput } from './operator-command.contract';

const activities = ordinaryActivities<OperatorCommandActivities>(
  {
    admitCommand: 'Checks that the command is approved, and its operators’ roles',
    executeCommand: 'Executes the command and records its outcome',
  },
  { startToCloseTimeout: '30 s', retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' } },
);

/** Executes an operator's command that the database has as approved. */
export async function operatorCommand(input: OperatorCommandInput): Promise<FinishedCommand> {
  const { description } = await activities.admitCommand(input);
  setCurrentDetails(`**Approved**: ${description}`);
  const finished = await activities.executeCommand(input);
  upsertSearchAttributes([entityStatus(finished.state)]);
  setCurrentDetails(`**${finished.state}**: ${description}`);
  if (finished.failure !== null) throw ApplicationFailure.nonRetryable(finished.failure, finished.state);
  return finished;
}
