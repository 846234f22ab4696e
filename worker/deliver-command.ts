import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { TypedSearchAttributes, defineSearchAttributeKey } from '@temporalio/common';
import { idAtEngine } from '../workflow-names/workflow-ids';
import { traced, type SpanInput, type Tracing } from '../runtime/tracing/tracing';
import type { Command, StartCommand } from '../store/change-log';
import type { PreparedCommand } from './first-attempts';

/**
 * Delivers one command to Temporal. Idempotent: workflow ids are entity ids, so Temporal rejects a repeated start, and
 * that counts as delivered; so does a signal to a closed workflow.
 * @returns whether the workflow has a new task
 */
export async function deliverCommand(
  delivery: PreparedCommand,
  target: { client: Client; taskQueue: string; tracing?: Tracing | undefined },
): Promise<boolean> {
  try {
    await traced(
      target.tracing,
      () => getSpan(delivery.command),
      () => send(delivery, target),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Continues the trace of the change that created the command. */
function getSpan({ kind, workflowID, traceparent }: Command): SpanInput {
  return {
    name: `outbox ${kind}`,
    kind: 'producer',
    attributes: { temporalWorkflowId: workflowID },
    parent: traceparent,
  };
}

async function send(
  { command, ...wait }: PreparedCommand,
  { client, taskQueue }: { client: Client; taskQueue: string },
): Promise<void> {
  switch (command.kind) {
    case 'start':
      await client.workflow.start(command.workflowType, {
        ...startOptions(command, taskQueue),
        ...(wait.delayMs ? delayOptions(wait, command.memo) : { requestEagerStart: true }),
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

/** Temporal retries the task of a killed worker after this; tasks with longer local activities heartbeat. */
const TASK_TIMEOUT = '4 s' as const;

function startOptions(command: Omit<StartCommand, 'kind'>, taskQueue: string) {
  return {
    workflowId: idAtEngine(command.workflowID, taskQueue),
    taskQueue,
    workflowTaskTimeout: TASK_TIMEOUT,
    args: [...command.args],
    workflowIdReusePolicy: command.mayRunAgain ? ('ALLOW_DUPLICATE' as const) : ('REJECT_DUPLICATE' as const),
    typedSearchAttributes: searchAttributes(command.searchAttributes ?? {}),
    ...(command.memo === undefined ? {} : { memo: command.memo }),
    ...(command.summary === undefined ? {} : { staticSummary: command.summary }),
  };
}

/** Temporal UI shows the wait as the execution time; the details and the memo stay true after it. */
function delayOptions({ delayMs, authorised }: Omit<PreparedCommand, 'command'>, memo: StartCommand['memo']) {
  return {
    ...(delayMs && { startDelay: delayMs }),
    memo: { ...memo, authorised },
    staticDetails: `Authorised by ${authorised?.connector}: waits for ${authorised?.waitingFor}`,
  };
}

function searchAttributes(values: Record<string, string>): TypedSearchAttributes {
  const pairs = Object.entries(values).map(([name, value]) => ({
    key: defineSearchAttributeKey(name, 'KEYWORD'),
    value,
  }));
  return new TypedSearchAttributes(pairs);
}
