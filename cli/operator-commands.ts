import { setTimeout as sleep } from 'node:timers/promises';
import { Argument, type Command } from 'commander';
import { Refusal } from '../domain/platform/errors/refusal';
import { describeCommand, readCommand, type CommandFields } from '../domain/operators/operator-command/command-fields';
import type { CommandTypeName } from '../domain/operators/operator-command/command-types';
import { JsonProblem, readJson as readExactly } from '../runtime/json-text';
import { formatChange, type PrintedChange } from './config-changes';
import { callOperatorsApi, withRemoteOption } from './remote';
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

/** Makes a command take JSON with these fields (docs/operators.md). */
export function addJsonArgument(command: Command, fields: CommandFields): Command {
  const description = `${command.description()}: ${describeCommand(fields)}`;
  return command
    .description(description)
    .addArgument(new Argument('<json>').argParser((json) => readJson(fields, json)));
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
  const body = { type, parameters, reason, idempotencyKey };
  await printCommand(self, await callOperatorsApi<CommandRecord>(self, { method: 'POST', path: 'commands', body }));
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
  isChanged?: boolean | undefined;
  changes?: PrintedChange[];
}

/** Waits until an approved command has ended. */
async function untilFinished(self: Command, requested: CommandRecord): Promise<CommandRecord> {
  let record = requested;
  for (const end = Date.now() + MAX_WAIT_MS; record.state === 'Approved' && Date.now() < end;) {
    await sleep(POLL_INTERVAL_MS);
    const path = `commands/${encodeURIComponent(record.id)}`;
    record = { ...(await callOperatorsApi<CommandRecord>(self, { path })), isChanged: requested.isChanged };
  }
  return record;
}

/** What the command line prints. @throws Error for a command that failed without an outcome */
function describeOutcome(record: CommandRecord): object {
  const { id, idempotencyKey, state, outcome, failureCode, isChanged } = record;
  const failure = [failureCode, record.failure].filter((part) => part !== undefined).join(': ');
  const about = { key: idempotencyKey, commandID: id, isChanged };
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
export async function printCommand(self: Command, record: CommandRecord): Promise<void> {
  if (record.state === 'AwaitingApproval') for (const change of record.changes ?? []) print(formatChange(change));
  print(describeOutcome(await untilFinished(self, record)));
}

/** Parses the JSON of a command. @throws Error with the refusal's code and message */
export function readJson(fields: CommandFields, json: string): Record<string, unknown> {
  try {
    const parameters = readExactly(Buffer.from(json));
    readCommand(fields, parameters);
    return parameters as Record<string, unknown>;
  } catch (error) {
    if (error instanceof JsonProblem)
      throw new Error(`invalidRequest: ${error.place.slice(1) || 'the command'} ${error.problem}`);
    throw error instanceof Refusal ? new Error(`${error.code}: ${error.message}`) : error;
  }
}
