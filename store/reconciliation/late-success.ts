import { workflowIDs } from '../../workflows/names/workflow-ids';
import { workflowTypes } from '../../workflows/names/workflow-messages';
import type { StartCommand } from '../change-log';

/** Starts the workflow that looks up an operation which its connector reports as done and which failed here. */
export function lateSuccessStart(connector: string, operationID: string): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.lateSuccess(operationID),
    workflowType: workflowTypes.lateSuccess,
    args: [{ connector, operationID }],
    mayRunAgain: true,
    summary: 'Looks up an operation that its connector reports after it failed here',
  };
}
