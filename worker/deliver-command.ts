import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { idAtEngine } from '../domain/workflow-ids';
import type { Command, StartCommand } from '../store/record';

/**
 * Gives one command to the workflow engine. Workflow ids are entity ids, so a start that was delivered before is
 * refused by the engine and counts as done; so does a signal to a workflow that has already ended.
 */
export async function deliverCommand(command: Command, target: { client: Client; taskQueue: string }): Promise<void> {
  try {
    await send(command, target);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError) return;
    throw error;
  }
}

async function send(command: Command, { client, taskQueue }: { client: Client; taskQueue: string }): Promise<void> {
  switch (command.kind) {
    case 'start':
      await client.workflow.start(command.workflowType, {
        ...startOptions(command, taskQueue),
        requestEagerStart: true,
      });
      return;
    case 'signalWithStart':
      await client.workflow.signalWithStart(command.workflowType, {
        ...startOptions(command, taskQueue),
        signal: command.signal,
        signalArgs: [...command.signalArgs],
      });
      return;
    case 'signal':
      await client.workflow
        .getHandle(idAtEngine(command.workflowID, taskQueue))
        .signal(command.signal, ...command.args);
  }
}

function startOptions(command: Omit<StartCommand, 'kind'>, taskQueue: string) {
  return {
    workflowId: idAtEngine(command.workflowID, taskQueue),
    taskQueue,
    args: [...command.args],
    workflowIdReusePolicy: command.mayRunAgain ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
    typedSearchAttributes: searchAttributes(command.searchAttributes ?? {}),
    ...(command.summary === undefined ? {} : { staticSummary: command.summary }),
  };
}

function searchAttributes(values: Record<string, string>): TypedSearchAttributes {
  const pairs = Object.entries(values).map(([name, value]) => ({
    key: defineSearchAttributeKey(name, 'KEYWORD'),
    value,
  }));
  return new TypedSearchAttributes(pairs);
}
