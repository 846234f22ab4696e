import type { Command } from 'commander';
import { DEPOSIT_COMMANDS } from '../domain/deposit/deposit-commands';
import { describeCommand } from '../domain/operator-command/command-fields';
import { createSource } from '../store/source/source.create';
import { addOperatorCommands, readJson } from './operator-commands';
import { print, withStoreAs } from './with-store';

const COMMANDS = [
  { command: 'create', type: 'deposit', fields: DEPOSIT_COMMANDS.create },
  { command: 'revert', type: 'depositRevert', fields: DEPOSIT_COMMANDS.revert },
  { command: 'adjust', type: 'depositAdjustment', fields: DEPOSIT_COMMANDS.adjust },
] as const;

export function addDepositCommands(program: Command): void {
  program
    .command('source')
    .description('sources of deposits')
    .command('create')
    .description(`create or rename a source: ${describeCommand(DEPOSIT_COMMANDS.createSource)}`)
    .argument('<json>')
    .action(async (json: string) => {
      const source = readJson(DEPOSIT_COMMANDS.createSource, json);
      await withStoreAs('source create', async ({ database, origin }) => {
        const made = await createSource(database, source, origin);
        print({ ...made, isChanged: origin.isNoted });
      });
    });

  const deposits = program.command('deposit').description('deposits of wallets; amounts are in minor units');
  addOperatorCommands(deposits, COMMANDS);
}
