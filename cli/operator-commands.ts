import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { Refusal } from '../domain/platform/errors/refusal';
import {
  describeCommand,
  readCommand,
  type CommandFields,
  type ReadCommand,
} from '../domain/operators/operator-command/command-fields';
import { COMMAND_TYPES, type CommandTypeName } from '../domain/operators/operator-command/command-types';
import { JsonProblem, readJson as readExactly } from '../runtime/json-text';
import { formatChange, type PrintedChange } from './config-changes';
import { callOperatorsApi, getOperatorsUrl, withRemoteOption } from './remote';
import { assertReason } from './parse-options';
import { print } from './with-store';

/** How long the command line waits for the outcome, and how often it asks. */
const MAX_WAIT_MS = 60_000;
const POLL_INTERVAL_MS = 200;

/** Options of every command that another person may have to approve. */
export function addDecisionOptions(command: Command): Command {
  return withRemoteOption(command)
    .requiredOption('--reason <text>', 'why: stays with the command and in the audit log')
    .option('--id <id>', 'the idempotency key; default: derived from the order and the day (UTC)');
}

/** Makes a command request an operator command with its JSON parameters (docs/operators.md). A repeated order is idempotent by its key. */
export function addJsonCommand(command: Command, type: CommandTypeName): void {
  const { fields } = COMMAND_TYPES[type];
  command
    .description(`${command.description()}: ${describeCommand(fields)}`)
    .argument('<json>')
    .action(async (json: string, { id, reason }: { id?: string; reason: string }) => {
      const parameters = parseJson(json);
      asCommandError(() => readCommand<CommandFields>(fields, parameters));
      await requestCommand(command, { type, parameters, reason, id });
    });
}

interface RequestedCommand {
  type: CommandTypeName;
  parameters: unknown;
  reason: string;
  /** The idempotency key; default: derived by the platform. */
  id?: string | undefined;
}

/** Requests an operator command and prints its outcome, or that it waits for approval. @throws Error for an empty reason */
export async function requestCommand(
  self: Command,
  { type, parameters, reason, id: idempotencyKey }: RequestedCommand,
): Promise<void> {
  assertReason(reason);
  const url = getOperatorsUrl(self);
  const body = { type, parameters, reason, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  const requested = await callOperatorsApi<CommandRecord>(url, { method: 'POST', path: 'commands', body });
  await printCommand(url, requested);
}

/** A command as `/operators/v1/commands` answers it. */
interface CommandRecord {
  id: string;
  idempotencyKey: string;
  state: string;
  expiresAt: string;
  approverRoles: string[];
  requestedBy: { name: string };
  outcome?: object;
  failureCode?: string;
  failure?: string;
  isChanged?: boolean;
  changes?: PrintedChange[];
}

/** Waits until an approved command has ended. */
async function untilFinished(url: string, requested: CommandRecord): Promise<CommandRecord> {
  let record = requested;
  for (const end = Date.now() + MAX_WAIT_MS; record.state === 'Approved' && Date.now() < end;) {
    await sleep(POLL_INTERVAL_MS);
    const path = `commands/${encodeURIComponent(record.id)}`;
    record = { ...(await callOperatorsApi<CommandRecord>(url, { method: 'GET', path })), ...isChangedOf(requested) };
  }
  return record;
}

function isChangedOf({ isChanged }: CommandRecord): Pick<CommandRecord, 'isChanged'> {
  return isChanged === undefined ? {} : { isChanged };
}

/** What the command line prints. @throws Error for a command that failed without an outcome */
function describeOutcome(record: CommandRecord): object {
  const { id, idempotencyKey, state, outcome, failureCode } = record;
  const failure = [failureCode, record.failure].filter((part) => part !== undefined).join(': ');
  const about = { key: idempotencyKey, commandID: id, ...isChangedOf(record) };
  if (outcome !== undefined) return { ...outcome, ...(failure && { failure }), ...about };
  if (failure) throw new Error(failure);
  if (state !== 'AwaitingApproval') return { state, ...about };
  const by = `another operator with the role ${record.approverRoles.join(' or ')}`;
  const message = `waits until ${record.expiresAt} for approval by ${by}: holdfast approve ${id}`;
  return { state, message, ...about };
}

/** Whether an answer is an operator command: a change that waits for a second person, or a decision about one. */
export function isCommandRecord(answer: object): answer is CommandRecord {
  return 'state' in answer && 'approverRoles' in answer;
}

/** Prints what a waiting command changes and who approves it how, or the outcome of an approved one. */
export async function printCommand(url: string, record: CommandRecord): Promise<void> {
  if (record.state === 'AwaitingApproval') for (const change of record.changes ?? []) print(formatChange(change));
  print(describeOutcome(await untilFinished(url, record)));
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

/** Converts a refusal to an error with its code. */
function asCommandError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? new Error(`${error.code}: ${error.message}`) : error;
  }
}
