import type { Command } from 'commander';
import { Refusal } from '../domain/errors/refusal';
import {
  describeCommand,
  readCommand,
  type CommandFields,
  type ReadCommand,
} from '../domain/operator-command/command-fields';
import { JsonProblem, readJson as readExactly } from '../runtime/json-text';
import { newId } from '../store/id';
import { carryOut } from './with-engine';
import { print } from './with-store';

/** A command that starts an operator's workflow with the JSON it is given (docs/operators.md). */
export interface OperatorCommand {
  command: string;
  workflowType: string;
  fields: CommandFields;
}

/** Adds each command to the one they belong to; `--id` makes a command that is given twice act once. */
export function addOperatorCommands(parent: Command, commands: readonly OperatorCommand[]): void {
  for (const { command, workflowType, fields } of commands) {
    parent
      .command(command)
      .description(describeCommand(fields))
      .argument('<json>')
      .option('--id <id>', 'the id of the workflow: the same order given twice acts once')
      .action(async (json: string, { id }: { id?: string }) => {
        const input = parsed(json);
        // The workflow's activity reads it again: Temporal UI starts the same workflow with whatever is typed there.
        inWords(() => readCommand(fields, input));
        print(await carryOut({ workflowID: id ?? `${workflowType}/${newId()}`, workflowType, input }));
      });
  }
}

/** Reads the JSON of a command that needs no workflow. @throws Error with the refusal's code and words */
export function readJson<Fields extends CommandFields>(fields: Fields, json: string): ReadCommand<Fields> {
  return inWords(() => readCommand(fields, parsed(json)));
}

function parsed(json: string): unknown {
  try {
    return readExactly(Buffer.from(json));
  } catch (error) {
    if (error instanceof JsonProblem)
      throw new Error(`invalidRequest: ${error.place.slice(1) || 'the command'} ${error.problem}`);
    throw error;
  }
}

/** As a refused workflow is told (`carryOut`). */
function inWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new Error(`${error.code}: ${error.message}`) : error;
  }
}
