import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { StartCommand } from '../../change-log';

/** Starts the workflow that voids an authorisation of a failed payment, whose connector did not confirm that it is void. */
export function unvoidedStart(connector: string, operationID: string): StartCommand {
  return {
    ...lateSuccessStart(connector, operationID),
    args: [{ connector, operationID, isUnvoided: true }],
    summary: 'Voids an authorisation whose connector did not answer until its payment had failed',
  };
}

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
