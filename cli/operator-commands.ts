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
import { carryOut, withTemporal } from './with-engine';
import { print, withStore } from './with-store';

/** A command that starts an operator's workflow with its JSON input (docs/operators.md). */
export interface CommandDescription {
  command: string;
  workflowType: string;
  fields: CommandFields;
}

/** Adds commands to a parent. A repeated order is idempotent, see `naturalKey`. */
export function addOperatorCommands(parent: Command, commands: readonly CommandDescription[]): void {
  for (const { command, workflowType, fields } of commands) {
    parent
      .command(command)
      .description(describeCommand(fields))
      .argument('<json>')
      .option('--id <id>', 'the idempotency key; default: derived from the order and the day (UTC)')
      .action(async (json: string, { id }: { id?: string }) => {
        const input = parseJson(json);
        // The workflow's activity validates the input again, because Temporal UI can start the workflow with any input.
        const order = asCommandError(() => readCommand(fields, input));
        print(await executeOnce({ workflowType, input, order, key: id }));
      });
  }
}

interface Order {
  workflowType: string;
  input: unknown;
  order: Readonly<Record<string, unknown>>;
  key: string | undefined;
}

/** Executes an order unless it was executed before. Returns its outcome, its key, and whether this call changed anything. */
function executeOnce({ workflowType, input, order, key }: Order): Promise<object> {
  return withTemporal((temporal) =>
    withStore(async ({ database }) => {
      const invoiceID = typeof order['invoiceID'] === 'string' ? order['invoiceID'] : undefined;
      const findEarlier = (idempotencyKey: string) => findEarlierOrder(database, { idempotencyKey, invoiceID });
      const natural = naturalKey(workflowType, order, new Date());
      let workflowID = key ?? natural;
      let earlier = await findEarlier(workflowID);
      // A failed or reverted order may be repeated.
      for (let number = 2; key === undefined && earlier === 'past'; number++) {
        workflowID = `${natural}/${number}`;
        earlier = await findEarlier(workflowID);
      }
      const { outcome, isStarted } = await carryOut(temporal, { workflowID, workflowType, input });
      return { ...outcome, key: workflowID, isChanged: isStarted && earlier === 'none' };
    }),
  );
}

/** Derives an order's idempotency key from its fields and the day; an external id identifies the order on any day. */
export function naturalKey(workflowType: string, order: Readonly<Record<string, unknown>>, now: Date): string {
  const fields = Object.entries(order)
    .map(([name, value]) => [name, String(value)])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 20);
  const day = order['externalID'] === undefined ? `${now.toISOString().slice(0, 10)}/` : '';
  return `${workflowType}/${day}${hash}`;
}

/** Parses the JSON of a command without a workflow. @throws Error with the refusal's code and message */
export function readJson<Fields extends CommandFields>(fields: Fields, json: string): ReadCommand<Fields> {
  return asCommandError(() => readCommand(fields, parseJson(json)));
}

function parseJson(json: string): unknown {
  try {
    return readExactly(Buffer.from(json));
  } catch (error) {
    if (error instanceof JsonProblem)
      throw new Error(`invalidRequest: ${error.place.slice(1) || 'the command'} ${error.problem}`);
    throw error;
  }
}

/** Converts a refusal to the error of a refused workflow (`carryOut`). */
function asCommandError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new Error(`${error.code}: ${error.message}`) : error;
  }
}
