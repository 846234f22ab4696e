import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { Refusal } from '../domain/errors/refusal';
import {
  describeCommand,
  readCommand,
  type CommandFields,
  type ReadCommand,
} from '../domain/operator-command/command-fields';
import { JsonProblem, readJson as readExactly } from '../runtime/json-text';
import { findEarlierOrder } from '../store/operator-command/carried-out';
import { carryOut, withEngine } from './with-engine';
import { print, withStore } from './with-store';

/** A command that starts an operator's workflow with the JSON it is given (docs/operators.md). */
export interface OperatorCommand {
  command: string;
  workflowType: string;
  fields: CommandFields;
}

/** Adds each command to the one they belong to. The same order given twice acts once: see `naturalKey`. */
export function addOperatorCommands(parent: Command, commands: readonly OperatorCommand[]): void {
  for (const { command, workflowType, fields } of commands) {
    parent
      .command(command)
      .description(describeCommand(fields))
      .argument('<json>')
      .option('--id <id>', 'the key under which the order acts once; default: made of the order and the day (UTC)')
      .action(async (json: string, { id }: { id?: string }) => {
        const input = parsed(json);
        // The workflow's activity reads it again: Temporal UI starts the same workflow with whatever is typed there.
        const order = asCommandError(() => readCommand(fields, input));
        print(await giveOnce({ workflowType, input, order, key: id }));
      });
  }
}

interface Order {
  workflowType: string;
  input: unknown;
  /** The input as it was read. */
  order: Readonly<Record<string, unknown>>;
  key: string | undefined;
}

/** Carries out an order unless it stands already. @returns its outcome, its key, and whether this call changed anything */
function giveOnce({ workflowType, input, order, key }: Order): Promise<object> {
  return withEngine((engine) =>
    withStore(async ({ database }) => {
      const invoiceID = typeof order['invoiceID'] === 'string' ? order['invoiceID'] : undefined;
      const getEarlier = (idempotencyKey: string) => findEarlierOrder(database, { idempotencyKey, invoiceID });
      const natural = naturalKey(workflowType, order, new Date());
      let workflowID = key ?? natural;
      let earlier = await getEarlier(workflowID);
      // What failed or was undone may be ordered again.
      for (let number = 2; key === undefined && earlier === 'past'; number++) {
        workflowID = `${natural}/${number}`;
        earlier = await getEarlier(workflowID);
      }
      const { outcome, isStarted } = await carryOut(engine, { workflowID, workflowType, input });
      return { ...outcome, key: workflowID, isChanged: isStarted && earlier === 'none' };
    }),
  );
}

/**
 * The idempotency key of an order that was given none: all that it says, and the day. An order with an external id is the same one on
 * another day, too.
 */
export function naturalKey(workflowType: string, order: Readonly<Record<string, unknown>>, now: Date): string {
  const said = Object.entries(order)
    .map(([name, value]) => [name, String(value)])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 20);
  const day = order['externalID'] === undefined ? `${now.toISOString().slice(0, 10)}/` : '';
  return `${workflowType}/${day}${hash}`;
}

/** Reads the JSON of a command that needs no workflow. @throws Error with the refusal's code and words */
export function readJson<Fields extends CommandFields>(fields: Fields, json: string): ReadCommand<Fields> {
  return asCommandError(() => readCommand(fields, parsed(json)));
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

/** Turns a refusal into the error that a refused workflow gives (`carryOut`). */
function asCommandError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new Error(`${error.code}: ${error.message}`) : error;
  }
}
