import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import type { StartCommand } from '../change-log';

/** The workflow that looks at once at an operation which its connector reports although it failed here. */
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
