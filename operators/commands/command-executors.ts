import type { CommandExecutors } from '../../store/operators/operator-command/command-executor';
import { storeExecutors } from '../../store/operators/operator-command/command-executors';
import {
  createOperatorCommand,
  type CreatedCommand,
  type RequestedCommand,
  type Requester,
} from '../../store/operators/operator-command/operator-command.create';
import type { Store } from '../../store/store';
import { createFileExecutors } from '../bank-files/create-bank-file';
import { configurationExecutors } from '../configuration/configuration.executors';
import { settlementReportExecutors } from '../settlement-report/import-report';
import { accountExecutors } from '../connector-accounts/account.executors';

/** The executors of all types of operator commands. */
export const COMMAND_EXECUTORS: CommandExecutors = {
  ...storeExecutors,
  ...configurationExecutors,
  ...createFileExecutors,
  ...accountExecutors,
  ...settlementReportExecutors,
};

/** Records a command of any type. @throws the refusals of `createOperatorCommand` */
export async function requestCommand(
  store: Store,
  requester: Requester,
  request: RequestedCommand,
): Promise<CreatedCommand> {
  return createOperatorCommand(store, requester, request, COMMAND_EXECUTORS);
}
