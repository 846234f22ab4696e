import type { Command } from 'commander';
import { DEPOSIT_COMMANDS } from '../domain/deposit/deposit-commands';
import { describeCommand } from '../domain/operator-command/command-fields';
import { addOperatorCommands, readJson } from './operator-commands';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

const COMMANDS = [
  { command: 'create', type: 'deposit', fields: DEPOSIT_COMMANDS.create },
  { command: 'revert', type: 'depositRevert', fields: DEPOSIT_COMMANDS.revert },
  { command: 'adjust', type: 'depositAdjustment', fields: DEPOSIT_COMMANDS.adjust },
] as const;

export function addDepositCommands(program: Command): void {
  const sources = program.command('source').description('sources of deposits');
  withRemoteOption(sources.command('create'))
    .description(`create or rename a source: ${describeCommand(DEPOSIT_COMMANDS.createSource)}`)
    .argument('<json>')
    .action(async (json: string, _: object, command: Command) => {
      const body = readJson(DEPOSIT_COMMANDS.createSource, json);
      print(await runAt(command, { method: 'POST', path: 'sources', body }));
    });

  const deposits = program.command('deposit').description('deposits of wallets; amounts are in minor units');
  addOperatorCommands(deposits, COMMANDS);
}
