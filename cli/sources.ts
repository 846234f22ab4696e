import type { Command } from 'commander';
import { DEPOSIT_COMMANDS } from '../domain/wallets/deposit/deposit-commands';
import { describeCommand } from '../domain/operators/operator-command/command-fields';
import { readJson } from './operator-commands';
import { runAt, withRemoteOption } from './remote';
import { print } from './with-store';

export function addSourceCommand(program: Command): void {
  const sources = program.command('source').description('sources of deposits');
  withRemoteOption(sources.command('create'))
    .description(`create or rename a source: ${describeCommand(DEPOSIT_COMMANDS.createSource)}`)
    .argument('<json>')
    .action(async (json: string, _: object, command: Command) => {
      const body = readJson(DEPOSIT_COMMANDS.createSource, json);
      print(await runAt(command, { method: 'POST', path: 'sources', body }));
    });
}
