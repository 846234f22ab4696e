import type { CommandTypeName } from '../../domain/operator-command/command-types';
import { getCommandType, isCommandTypeName } from '../../domain/operator-command/command-types';
import { readCommand } from '../../domain/operator-command/command-fields';
import type { OperatorCommand } from '../../domain/operator-command/operator-command';
import { withReason, type Origin } from '../audit/origin';
import { blockExecutors } from '../block/block.executors';
import { destinationExecutors } from '../destination/destination.executors';
import { invoiceExecutors } from '../invoice/invoice.executors';
import { accessExecutors } from '../operator/access.executors';
import { paymentExecutors } from '../payment/payment.executors';
import type { Database } from '../postgres/database';
import type { Store } from '../store';
import type { CommandAssessment, CommandExecutor, ExecutedCommand } from './command-executor';
import { chargebackExecutors } from '../chargeback/chargeback.executors';
import { depositExecutors } from '../deposit/deposit.executors';

/** A type without an executor does not compile. */
const EXECUTORS: Readonly<Record<CommandTypeName, CommandExecutor>> = {
  ...depositExecutors,
  ...chargebackExecutors,
  ...paymentExecutors,
  ...invoiceExecutors,
  ...blockExecutors,
  ...destinationExecutors,
  ...accessExecutors,
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
