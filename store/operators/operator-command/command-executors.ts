import { partyKeyExecutors } from '../../merchants/api-key/party-key.executors';
import { getCommandType, isCommandTypeName } from '../../../domain/operators/operator-command/command-types';
import { readCommand } from '../../../domain/operators/operator-command/command-fields';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { withReason, type Origin } from '../../platform/audit/origin';
import { bankFileExecutors } from '../../merchants/bank-file/bank-file.executors';
import { blockExecutors } from '../../merchants/block/block.executors';
import { destinationExecutors } from '../../wallets/destination/destination.executors';
import { invoiceExecutors } from '../../payments/invoice/invoice.executors';
import { accessExecutors } from '../operator/access.executors';
import { paymentExecutors } from '../../payments/payment/payment.executors';
import type { Store } from '../../store';
import type { CommandAssessment, CommandExecutor, CommandExecutors, ExecutedCommand } from './command-executor';
import { openSecret } from './command-secret';
import { chargebackExecutors } from '../../payments/chargeback/chargeback.executors';
import { settlementExecutors } from '../../merchants/settlement/settlement.executors';
import { depositExecutors } from '../../wallets/deposit/deposit.executors';

/** The executors that need nothing above the store; `operators/commands/command-executors.ts` has them all. */
export const storeExecutors = {
  ...depositExecutors,
  ...settlementExecutors,
  ...bankFileExecutors,
  ...chargebackExecutors,
  ...paymentExecutors,
  ...invoiceExecutors,
  ...blockExecutors,
  ...destinationExecutors,
  ...accessExecutors,
  ...partyKeyExecutors,
} as const;

export async function assessCommand(
  store: Store,
  { type, parameters }: Pick<OperatorCommand, 'type' | 'parameters'>,
  executors: CommandExecutors,
): Promise<CommandAssessment> {
  return getExecutor(type, executors).assess(store.database, parameters as never, store);
}

/** Executes a command with the parameters of its row. */
export async function runExecutor(
  store: Store & { origin: Origin },
  command: OperatorCommand,
  executors: CommandExecutors,
): Promise<ExecutedCommand> {
  const { id, type, parameters, reason } = command;
  const secret = await openSecret(store, command);
  const read = readCommand(getCommandType(type).fields, { ...parameters, ...secret });
  return getExecutor(type, executors).execute(withReason(store, reason), read as never, id, command);
}

function getExecutor(type: string, executors: CommandExecutors): CommandExecutor {
  if (!isCommandTypeName(type)) throw new Error(`unknown type of operator command: ${type}`);
  return executors[type];
}
