import type { CommandTypeName } from '../../domain/operator-command/command-types';
import { getCommandType, isCommandTypeName } from '../../domain/operator-command/command-types';
import { readCommand } from '../../domain/operator-command/command-fields';
import type { OperatorCommand } from '../../domain/operator-command/operator-command';
import type { Money } from '../../domain/money/money';
import { withReason, type Origin } from '../audit/origin';
import { blockExecutors } from '../block/block.executors';
import { destinationExecutors } from '../destination/destination.executors';
import { paymentExecutors } from '../payment/payment.executors';
import type { Database } from '../postgres/database';
import type { Store } from '../store';
import { chargebackExecutors } from '../chargeback/chargeback.executors';
import { depositExecutors } from '../deposit/deposit.executors';

/** What a command moves, which limits apply to, and its party. */
export interface CommandAssessment {
  /** Undefined for a command that moves no money: no limit applies. */
  money: Money | undefined;
  partyID: string | null;
}

/** The outcome as JSON; `failure` if the operation ended without success. */
export interface ExecutedCommand {
  outcome: Readonly<Record<string, unknown>>;
  failure?: string;
}

/** Executes commands of one type; the parameters are valid. */
export interface CommandExecutor<Parameters = never> {
  /** Reads what the command moves. @throws Refusal for an entity that does not exist */
  assess: (database: Database, parameters: Parameters) => Promise<CommandAssessment>;
  /** Idempotent by the key. @throws Refusal, which fails the command */
  execute: (
    store: Store & { origin: Origin },
    parameters: Parameters,
    idempotencyKey: string,
  ) => Promise<ExecutedCommand>;
}

/** A type without an executor does not compile. */
const EXECUTORS: Readonly<Record<CommandTypeName, CommandExecutor>> = {
  ...depositExecutors,
  ...chargebackExecutors,
  ...paymentExecutors,
  ...blockExecutors,
  ...destinationExecutors,
};

export async function assessCommand(
  database: Database,
  type: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<CommandAssessment> {
  return getExecutor(type).assess(database, parameters as never);
}

/** Executes a command with the parameters of its row. */
export async function runExecutor(
  store: Store & { origin: Origin },
  { id, type, parameters, reason }: OperatorCommand,
): Promise<ExecutedCommand> {
  const read = readCommand(getCommandType(type).fields, parameters);
  return getExecutor(type).execute(withReason(store, reason), read as never, id);
}

function getExecutor(type: string): CommandExecutor {
  if (!isCommandTypeName(type)) throw new Error(`unknown type of operator command: ${type}`);
  return EXECUTORS[type];
}
