import { workflowInfo, type WorkflowExecuteInput, type WorkflowInboundCallsInterceptor } from '@temporalio/workflow';
import { assertOwnId, isWorkflowType } from '../workflow-names/own-workflow';

/** Fails workflows that were not started by the platform: their id does not belong to their input, or it is invalid. */
export const startCheck: WorkflowInboundCallsInterceptor = {
  /** A rejection fails the workflow; a synchronous error would only fail its task, which Temporal repeats. */
  async execute(input: WorkflowExecuteInput, next): Promise<unknown> {
    const { workflowType, workflowId, taskQueue } = workflowInfo();
    // Workflows of tests and benchmarks have types of their own.
    if (isWorkflowType(workflowType)) {
      assertOwnId({ workflowType, workflowId, taskQueue, isReplay: true }, input.args[0]);
    }
    return next(input);
  },
};
