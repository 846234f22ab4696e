import type { Command } from 'commander';
import { newId } from '../store/id';
import { carryOut } from './with-engine';
import { print } from './with-store';

/** A command that starts an operator's workflow with the JSON it is given (docs/operators.md). */
export interface OperatorCommand {
  command: string;
  workflowType: string;
  /** The fields of the JSON, as the help shows them. */
  input: string;
  /** Checks the JSON before the workflow does. */
  schema?: { parse(json: unknown): unknown };
}

/** Adds each command to the one they belong to; `--id` makes a command that is given twice act once. */
export function addOperatorCommands(parent: Command, commands: readonly OperatorCommand[]): void {
  for (const { command, workflowType, input, schema } of commands) {
    parent
      .command(command)
      .description(input)
      .argument('<json>')
      .option('--id <id>', 'the id of the workflow: the same order given twice acts once')
      .action(async (json: string, { id }: { id?: string }) => {
        const given: unknown = JSON.parse(json);
        const workflowID = id ?? `${workflowType}/${newId()}`;
        print(await carryOut({ workflowID, workflowType, input: schema ? schema.parse(given) : given }));
      });
  }
}
