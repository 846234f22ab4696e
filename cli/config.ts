import type { Command } from 'commander';
import { describeEnvironment } from '../runtime/environment';
import { withRemoteOption } from './remote';
import { print } from './with-store';

export function addConfigCommand(program: Command): void {
  withRemoteOption(program.command('config'))
    .description('list all environment variables with defaults and meanings')
    .action(() => describeEnvironment().forEach(print));
}
