import { ApplicationFailure } from '@temporalio/activity';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { asOperator } from '../../../store/platform/audit/origin';
import type { CommandExecutors } from '../../../store/operators/operator-command/command-executor';
import { runExecutor } from '../../../store/operators/operator-command/command-executors';
import {
  findLostEntitlement,
  getOperatorCommand,
} from '../../../store/operators/operator-command/operator-command.queries';
import {
  finishCommand,
  type CommandResult,
} from '../../../store/operators/operator-command/operator-command.transitions';
import type { Store } from '../../../store/store';
import type {
  FinishedCommand,
  OperatorCommandActivities,
} from '../../../workflows/operators/operator-command/operator-command.contract';
import { failOnRefusal } from '../../refusal-failure';

/** Activities of operator commands. */
export function createOperatorCommandActivities(store: Store, executors: CommandExecutors): OperatorCommandActivities {
  const find = (commandID: string) => failOnRefusal(() => getOperatorCommand(store.database, commandID));
  return {
    admitCommand: async ({ commandID }) => {
      const command = await find(commandID);
      if (isExecuted(command)) return { description: describe(command) };
      await admit(store, command);
      return { description: describe(command) };
    },
    executeCommand: async ({ commandID }) => {
      const command = await find(commandID);
      if (isExecuted(command)) return toFinished(command);
      // The engine may call this alone.
      await admit(store, command);
      const attributed = asRequester(store, command);
      return toFinished(await finishCommand(attributed, commandID, await run(attributed, command, executors)));
    },
  };
}

/** A repeated run of such a command returns the recorded outcome. */
function isExecuted({ state }: OperatorCommand): boolean {
  return state === 'Succeeded' || state === 'Failed';
}

/** Admits an approved command while its operators still hold their roles. */
async function admit(store: Store, command: OperatorCommand): Promise<void> {
  const { id, state } = command;
  if (state !== 'Approved') {
    throw ApplicationFailure.nonRetryable(`command ${id} is not approved: it is ${state}`, 'invalidCommandState');
  }
  const lost = await findLostEntitlement(store.database, command);
  if (lost === undefined) return;
  const failureCode = 'operationNotPermitted';
  await finishCommand(asRequester(store, command), id, { failureCode, failure: lost });
  throw ApplicationFailure.nonRetryable(`${failureCode}: ${lost}`, failureCode);
}

/** Attributes the changes to the requester; the reason in the audit log names the approver. */
function asRequester(store: Store, { id, type, requestedBy }: OperatorCommand) {
  return asOperator(store, { operation: type, requestID: id, paymentID: null }, `operator/${requestedBy}`);
}

async function run(
  store: ReturnType<typeof asRequester>,
  command: OperatorCommand,
  executors: CommandExecutors,
): Promise<CommandResult> {
  try {
    return await runExecutor(store, command, executors);
  } catch (error) {
    if (error instanceof Refusal) return { failureCode: error.code, failure: error.message };
    throw error;
  }
}

function describe({ type, requestedBy, decidedBy }: OperatorCommand): string {
  const approver = decidedBy === null ? 'within the limit' : `approved by operator/${decidedBy}`;
  return `${type}, requested by operator/${requestedBy}, ${approver}`;
}

function toFinished({ state, failure, failureCode, outcome }: OperatorCommand): FinishedCommand {
  return { state, failure: [failureCode, failure].filter(Boolean).join(': ') || null, outcome };
}
