import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { idAtEngine } from '../domain/workflow-ids';
import { traced, type SpanInput, type Tracing } from '../runtime/tracing/tracing';
import type { Command, StartCommand } from '../store/change-log';

/**
 * Gives one command to the workflow engine. Workflow ids are entity ids, so a start that was delivered before is
 * refused by the engine and counts as done; so does a signal to a workflow that has already ended.
 * @returns whether the workflow has something to do now
 */
export async function deliverCommand(
  command: Command,
  target: { client: Client; taskQueue: string; tracing?: Tracing | undefined },
): Promise<boolean> {
  try {
    await traced(
      target.tracing,
      () => getSpan(command),
      () => send(command, target),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Goes on with the trace of the change that the command is of. */
function getSpan({ kind, workflowID, traceparent }: Command): SpanInput {
  return {
    name: `outbox ${kind}`,
    kind: 'producer',
    attributes: { temporalWorkflowId: workflowID },
    parent: traceparent,
  };
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

/**
 * A task that a worker took and never answered, because it was killed, is given to another after so long. A task whose local
 * activity takes longer says so to the engine in time.
 */
const TASK_TIMEOUT = '4 s' as const;

function startOptions(command: Omit<StartCommand, 'kind'>, taskQueue: string) {
  return {
    workflowId: idAtEngine(command.workflowID, taskQueue),
    taskQueue,
    workflowTaskTimeout: TASK_TIMEOUT,
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
